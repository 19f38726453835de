import { join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { type Log, WorldError } from '@worldwire/server';
import type { Audit, AuditIntent, AuditOutcome } from '@worldwire/server/internal';
import { Problem, reasonOf } from '../errors/problem.js';
import { makeDataFolder } from '../storage/data-folder.js';
import { AppendFile } from './append-file.js';
import { RefusalQuota } from './refusal-quota.js';

/** How long an outcome may wait for a further write. */
const SHARE_MS = 50;
const RETRY_MS = 1_000;

export function auditPath(data: string): string {
  return join(data, 'audit.jsonl');
}

/** Opens the audit of a data folder. Creates both if they do not exist. */
export async function openAudit(data: string, log: Log): Promise<AuditFile> {
  await makeDataFolder(data);
  const file = new AppendFile(auditPath(data));
  try {
    file.open();
  } catch (thrown) {
    throw Problem.refusal(
      'audit',
      `The audit cannot be written, and nothing is served without it. ${reasonOf(thrown)} Name another folder with --data DIR.`,
      thrown,
    );
  }
  return new AuditFile(file, log);
}

/** Since when and why the file cannot be written, and how many writes were refused. */
interface Failure {
  readonly at: string;
  readonly reason: string;
  refused: number;
}

/**
 * The audit as a file of JSON lines. An intent counts as recorded when write(2) returns: it survives a crash of the process, not of
 * the system. Outcomes are written with the next intent, or after SHARE_MS.
 */
export class AuditFile implements Audit {
  readonly #file: AppendFile;
  readonly #log: Log;
  readonly #quota = new RefusalQuota(suppressed => {
    // A count while nothing can be written: a list would grow without limit.
    if (this.#failure === undefined) this.#add(lineOf(suppressed));
    else this.#failure.refused += suppressed.count;
  });
  /** Lines of outcomes that are not in the file yet. */
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failure: Failure | undefined;

  constructor(file: AppendFile, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  /** Why writes are refused now. */
  get refusal(): string | undefined {
    return this.#failure?.reason;
  }

  begin(intent: AuditIntent): void {
    const error = this.#write(lineOf(intent));
    if (error === undefined) return;
    if (this.#failure !== undefined) this.#failure.refused++;
    throw refusedFor(error);
  }

  end(intent: AuditIntent, outcome: AuditOutcome): void {
    this.#add(outcomeLine(intent, outcome));
  }

  refuse(intent: AuditIntent, outcome: AuditOutcome): void {
    const { principal } = intent;
    // Refused calls change nothing, so a count is enough while the file cannot be written.
    if (this.#failure !== undefined) return this.#quota.suppress(principal);
    const expected = outcome.outcome === 'denied' || outcome.outcome === 'invalid';
    if (!expected || this.#quota.admits(principal)) this.#add(outcomeLine(intent, outcome));
  }

  /** Writes waiting lines, if the file can be written. */
  close(): void {
    this.#quota.close();
    this.#write();
    clearTimeout(this.#timer);
    this.#file.close();
  }

  #add(line: string): void {
    this.#waiting.push(line);
    this.#writeIn(SHARE_MS);
  }

  #writeIn(ms: number): void {
    // Not cleared when an intent writes the lines first: clearing a timer for each write costs more than an idle one.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#write();
    }, ms).unref();
  }

  /** Writes waiting outcomes, then an intent. Returns the error when the intent is not in the file. */
  #write(intent = ''): unknown {
    const outcomes = this.#waiting;
    const gap = this.#gap();
    const text = `${gap}${outcomes.join('')}${intent}`;
    if (text === '') return undefined;
    const { written, error } = this.#file.append(text);
    this.#note(error);
    if (error === undefined) this.#waiting = [];
    else {
      // Outcomes are retried, because their intents are in the file already.
      this.#waiting = outcomes.slice(linesWithin(outcomes, written - Buffer.byteLength(gap)));
      this.#writeIn(RETRY_MS);
    }
    return error;
  }

  /** The first line after a failure: since when, and how many writes were refused. */
  #gap(): string {
    if (this.#failure === undefined) return '';
    const { at, refused: count } = this.#failure;
    return lineOf({ at, outcome: 'refused', count });
  }

  #note(error: unknown): void {
    if ((error === undefined) === (this.#failure === undefined)) return;
    const { path } = this.#file;
    if (error === undefined) {
      this.#failure = undefined;
      this.#log.info({ file: path }, 'the audit can be written again: writes are allowed');
    } else {
      const reason = `the audit cannot be written: ${reasonFor(error)}`;
      this.#failure = { at: new Date().toISOString(), reason, refused: 0 };
      this.#log.error({ err: error, file: path }, 'the audit cannot be written: writes are refused');
    }
  }
}

/** The line of an intent with its outcome, whose words need no escapes. */
function outcomeLine(intent: AuditIntent, { outcome, unread, ms }: AuditOutcome): string {
  const known = JSON.stringify(intent).slice(0, -1);
  return `${known},"outcome":"${outcome}",${unread === true ? '"unread":true,' : ''}"ms":${ms}}\n`;
}

/** How many lines end within the first bytes of the text. */
function linesWithin(lines: readonly string[], bytes: number): number {
  let end = 0;
  const cut = lines.findIndex(line => {
    end += Buffer.byteLength(line);
    return end > bytes;
  });
  return cut === -1 ? lines.length : cut;
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

function refusedFor(error: unknown): WorldError {
  return new WorldError(
    'NotReady',
    `Writes are refused, because the audit cannot be written: ${reasonFor(error)}.`,
    'Reads go on. The operator of this server finds the file in its log.',
  );
}

/** For callers: the message of the error has the path, which they must not see. */
function reasonFor(error: unknown): string {
  const { errno = 0, code } = error as NodeJS.ErrnoException;
  const [, meaning] = getSystemErrorMap().get(errno) ?? [];
  return meaning === undefined ? 'its file cannot be used' : `${meaning} (${code})`;
}
