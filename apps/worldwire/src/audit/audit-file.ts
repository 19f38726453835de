import { join } from 'node:path';
import { getSystemErrorMap } from 'node:util';
import { type Audit, type AuditEvent, type AuditIntent, type Log, WorldError } from '@worldwire/server';
import { makeDataFolder } from '../make-folder.js';
import { Problem, reasonOf } from '../problem.js';
import { AppendFile } from './append-file.js';
import { RefusalQuota } from './refusal-quota.js';

/** How long an outcome may wait for a write that it can share. */
const SHARE_MS = 50;
const RETRY_MS = 1_000;

/** Where the audit of a data folder is. */
export function auditPath(data: string): string {
  return join(data, 'audit.jsonl');
}

/** Opens the audit of a data folder, and makes both where they do not exist. */
export async function openAudit(data: string, log: Log): Promise<AuditFile> {
  await makeDataFolder(data);
  const file = new AppendFile(auditPath(data));
  try {
    await file.open();
  } catch (thrown) {
    throw Problem.failure(
      `The audit cannot be written, and nothing is served without it. ${reasonOf(thrown)} Name another folder with --data DIR.`,
      thrown,
    );
  }
  return new AuditFile(file, log);
}

interface Line {
  readonly text: string;
  /** Of an intent: its write waits for this. */
  readonly settle?: (error?: unknown) => void;
  /** It is made anew for each attempt. */
  readonly once?: true;
}

/** Since when the file could not be written, why, and how many writes were refused for it. */
interface Failure {
  readonly at: string;
  readonly reason: string;
  refused: number;
}

/**
 * The audit as a file of JSON lines. What arrives in one turn of the event loop, or while a write is under way, shares
 * the next write. An intent is recorded when write(2) has taken it, so that it outlives the process, though not the system.
 */
export class AuditFile implements Audit {
  readonly #file: AppendFile;
  readonly #log: Log;
  readonly #quota = new RefusalQuota(suppressed => this.#add({ text: lineOf(suppressed) }));
  /** Of intents whose outcome is not here yet. */
  readonly #begun = new Set<string>();
  #lines: Line[] = [];
  #writing: Promise<void> | undefined;
  #scheduled = false;
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

  begin(intent: AuditIntent): Promise<void> {
    this.#begun.add(intent.id);
    return new Promise((resolve, reject) => {
      const settle = (error?: unknown) => {
        if (error === undefined) return resolve();
        this.#begun.delete(intent.id);
        if (this.#failure !== undefined) this.#failure.refused++;
        reject(refusedFor(error));
      };
      this.#lines.push({ text: lineOf(intent), settle });
      this.#schedule();
    });
  }

  end(event: AuditEvent): void {
    const { id, principal, outcome } = event;
    if (!this.#begun.delete(id)) {
      // What never began changed nothing, so its number is enough where there is no room for more.
      if (this.#failure !== undefined) return this.#quota.suppress(principal);
      const refused = outcome === 'denied' || outcome === 'invalid';
      if (refused && !this.#quota.admits(principal)) return;
    }
    this.#add({ text: lineOf(event) });
  }

  /** Writes what waits, as far as that is possible. */
  async close(): Promise<void> {
    this.#quota.close();
    await this.#writing;
    await this.#flush();
    clearTimeout(this.#timer);
    await this.#file.close();
  }

  #add(line: Line): void {
    this.#lines.push(line);
    this.#flushIn(SHARE_MS);
  }

  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#flush(), ms).unref();
  }

  #schedule(): void {
    if (this.#scheduled || this.#writing !== undefined) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      void this.#flush();
    });
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#lines.some(({ settle }) => settle !== undefined)) this.#schedule();
      else if (this.#failure !== undefined) this.#flushIn(RETRY_MS);
      else if (this.#lines.length > 0) this.#flushIn(SHARE_MS);
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const lines = [...this.#gap(), ...this.#lines];
    if (lines.length === 0) return;
    this.#lines = [];
    const { written, error } = await this.#file.append(lines.map(({ text }) => text).join(''));
    this.#note(error);
    if (error === undefined) {
      for (const { settle } of lines) settle?.();
      return;
    }
    const missing = lines.slice(linesWithin(lines, written));
    for (const { settle } of lines.slice(0, lines.length - missing.length)) settle?.();
    for (const { settle } of missing) settle?.(error);
    // An outcome has its intent in the file already, so it is tried again.
    this.#lines.unshift(...missing.filter(({ settle, once }) => settle === undefined && once === undefined));
  }

  /** The first line after a failure tells of it. It is also what each further attempt has to write. */
  #gap(): readonly Line[] {
    if (this.#failure === undefined) return [];
    const { at, refused: count } = this.#failure;
    return [{ text: lineOf({ at, outcome: 'refused', count }), once: true }];
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

/** How many of the lines are whole within the first bytes of their text. */
function linesWithin(lines: readonly Line[], bytes: number): number {
  let end = 0;
  const cut = lines.findIndex(({ text }) => {
    end += Buffer.byteLength(text);
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

/** For callers, who must not read the path that is in the message of an error. */
function reasonFor(error: unknown): string {
  const { errno = 0, code } = error as NodeJS.ErrnoException;
  const [, meaning] = getSystemErrorMap().get(errno) ?? [];
  return meaning === undefined ? 'its file cannot be used' : `${meaning} (${code})`;
}
