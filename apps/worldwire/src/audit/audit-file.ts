import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { getSystemErrorMap } from 'node:util';
import { type Log, legible, WorldError } from '@worldwire/server';
import {
  type Audit,
  type AuditIntent,
  type AuditNote,
  type AuditOutcome,
  BriefMap,
  digestKeyOf,
} from '@worldwire/server/internal';
import type { AppendFile } from './append-file.js';
import type { ChainPaths } from './audit-paths.js';
import type { ChainState } from './chain-state.js';
import { type ChainOptions, ChainWriter } from './chain-writer.js';
import type { ChainHead } from './chained-line.js';
import { RefusalQuota } from './refusal-quota.js';

/** How long a refused call may wait for a further write. */
const SHARE_MS = 50;
const RETRY_MS = 1_000;
/** Characters of the details of a note. */
const MAX_DETAILS = 2_000;
const DIGEST_KEY_BYTES = 32;

/** Since when and why the file cannot be written, and how many writes were refused. */
interface Failure {
  readonly at: string;
  readonly reason: string;
  refused: number;
}

/**
 * The audit as a chain of JSON lines. A record counts as written when write(2) returns: it survives a crash of the process, not of the
 * system. Outcomes of one turn of the event loop are written together at its end, and the answers wait for that.
 */
export class AuditFile implements Audit {
  /** The name of the chain that this process writes. */
  readonly chain: string;
  /** Keys the digests of arguments. It follows from the key of the operator, or else is random and ends with the process. */
  readonly digestKey: string;
  readonly #chain: ChainWriter;
  readonly #log: Log;
  readonly #unlock: () => void;
  /** Whether the chain began with this process. */
  readonly #isNew: boolean;
  readonly #paths: readonly string[];
  readonly #quota = new RefusalQuota(suppressed => {
    // A count while nothing can be written: a list would grow without limit.
    if (this.#failure === undefined) this.#add(JSON.stringify(suppressed));
    else this.#failure.refused += suppressed.count;
  });
  /** Intents of writes in flight, as the beginning of their outcomes. */
  readonly #begun = new BriefMap<string, { readonly intent: AuditIntent; readonly known: string }>();
  /** Records that are not in the file yet. */
  #waiting: string[] = [];
  /** A record that is written with the first other one. */
  #opening: string | undefined;
  #flushed: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failure: Failure | undefined;

  constructor(
    file: AppendFile,
    paths: ChainPaths,
    { last, torn }: ChainState,
    others: Readonly<Record<string, ChainHead>>,
    log: Log,
    unlock: () => void,
    options: ChainOptions,
    isNew = false,
  ) {
    this.chain = paths.name;
    this.#isNew = isNew;
    this.#paths = [paths.current, paths.head];
    this.digestKey = digestKeyOf(options.key ?? randomBytes(DIGEST_KEY_BYTES));
    this.#log = log;
    this.#unlock = unlock;
    this.#chain = new ChainWriter(file, paths, last, options, error =>
      log.warn({ err: error, file: paths.head }, 'the head of the audit cannot be written'),
    );
    file.onChange = (expected, found) => this.#changed(expected, found);
    if (Object.keys(others).length > 0) this.#opening = incident('other chains', { chains: others });
    if (torn === 0) return;
    log.warn({ file: paths.current, bytes: torn }, 'the last line of the audit was cut by a crash');
    this.#waiting.push(incident('torn line cut', { bytes: torn }));
    this.#write();
  }

  /** Why writes are refused now. */
  get refusal(): string | undefined {
    return this.#failure?.reason;
  }

  begin(intent: AuditIntent): void {
    const json = JSON.stringify(intent);
    const error = this.#write(json);
    if (error === undefined) {
      this.#begun.set(intent.id, { intent, known: withoutArguments(intent, json) });
      return;
    }
    if (this.#failure !== undefined) this.#failure.refused++;
    throw refusedFor(error);
  }

  end(intent: AuditIntent, outcome: AuditOutcome): Promise<void> {
    const begun = this.#begun.take(intent.id);
    // Another object has a longer subject.
    const known = begun?.intent === intent ? begun.known : withoutArguments(intent, JSON.stringify(intent));
    this.#waiting.push(outcomeRecord(known, outcome));
    return this.#flush();
  }

  refuse(intent: AuditIntent, outcome: AuditOutcome): void {
    const { principal } = intent;
    // Refused calls change nothing, so a count is enough while the file cannot be written.
    if (this.#failure !== undefined) return this.#quota.suppress(principal);
    const expected = outcome.outcome === 'denied' || outcome.outcome === 'invalid';
    if (!expected || this.#quota.admits(principal)) this.#add(JSON.stringify({ ...intent, ...outcome }));
  }

  note({ kind, principal, client, what, details }: AuditNote): Promise<void> {
    const at = new Date().toISOString();
    const known = details === undefined ? undefined : bounded(details);
    this.#waiting.push(
      JSON.stringify({ kind, at, principal, client, what, ...(known !== undefined && { details: known }) }),
    );
    return this.#flush();
  }

  /** Closes the audit of a start that failed. A chain that has no record is removed, unless it was there before. */
  discard(): void {
    this.close(true);
    if (this.#isNew && this.#chain.isEmpty) for (const path of this.#paths) rmSync(path, { force: true });
    this.#unlock();
  }

  /** Writes waiting records, if the file can be written. */
  close(isDiscarded = false): void {
    this.#quota.close();
    if (this.#waiting.length > 0) this.#write();
    clearTimeout(this.#timer);
    this.#chain.close();
    if (!isDiscarded) this.#unlock();
  }

  #add(record: string): void {
    this.#waiting.push(record);
    this.#writeIn(SHARE_MS);
  }

  /** Writes waiting records after all that runs in this turn. */
  #flush(): Promise<void> {
    this.#flushed ??= new Promise(resolve => {
      process.nextTick(() => {
        this.#flushed = undefined;
        if (this.#waiting.length > 0) this.#write();
        resolve();
      });
    });
    return this.#flushed;
  }

  #writeIn(ms: number): void {
    // Not cleared when an intent writes the records first: clearing a timer for each write costs more than an idle one.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#waiting.length > 0 || this.#failure !== undefined) this.#write();
    }, ms).unref();
  }

  /** Writes waiting records, then an intent. Returns the error when the intent is not in the file. */
  #write(intent?: string): unknown {
    const waiting = this.#waiting;
    const first = this.#first();
    const records = first.length === 0 ? waiting : [...first, ...waiting];
    if (intent !== undefined) records.push(intent);
    const { count, error } = this.#chain.append(records);
    this.#note(error);
    if (count > 0) this.#opening = undefined;
    if (error === undefined) this.#waiting = [];
    else {
      // Outcomes are retried, because their intents are in the file already. An intent is not: its write is refused.
      const outcomes = intent === undefined ? records : records.slice(0, -1);
      this.#waiting = outcomes.slice(Math.max(count, first.length));
      this.#writeIn(RETRY_MS);
    }
    return error;
  }

  /** The first records: of this process, and after a failure since when, and how many writes were refused. */
  #first(): readonly string[] {
    const first = this.#opening === undefined ? [] : [this.#opening];
    if (this.#failure === undefined) return first;
    const { at, refused: count } = this.#failure;
    return [...first, JSON.stringify({ at, outcome: 'refused', count })];
  }

  #changed(expected: number, found: number): void {
    const file = this.#chain.path;
    this.#log.error({ file, expected, found }, 'the audit was changed by another program');
    this.#add(incident('changed by another program', { expected, found }));
  }

  #note(error: unknown): void {
    if ((error === undefined) === (this.#failure === undefined)) return;
    const { path } = this.#chain;
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

/** An intent as JSON without its end. Its record has the arguments, which are last, so its outcome does not repeat them. */
function withoutArguments({ arguments: args }: AuditIntent, json: string): string {
  // Quotes within texts are escaped, so this is not a part of one.
  return json.slice(0, args === undefined ? -1 : json.lastIndexOf(',"arguments":"'));
}

/** The record of an outcome, whose words need no escapes. */
function outcomeRecord(known: string, given: AuditOutcome): string {
  const { outcome, unread, ms } = given;
  const read = unread === true ? ',"unread":true' : '';
  return `${known},"outcome":"${outcome}"${read},"ms":${ms}${resultOf(given)}}`;
}

/** Field by field, because that is faster for the few that there are. */
function resultOf({ revision, planDigest }: AuditOutcome): string {
  let text = '';
  if (revision !== undefined) text += `,"revision":${JSON.stringify(revision)}`;
  if (planDigest !== undefined) text += `,"planDigest":${JSON.stringify(planDigest)}`;
  return text;
}

/** A record of the audit about itself. */
function incident(what: string, details: object): string {
  return JSON.stringify({ kind: 'audit', at: new Date().toISOString(), what, details });
}

/** Details within the limit, as they are, or the beginning of their text. */
function bounded(details: object): unknown {
  const text = JSON.stringify(details);
  return text.length <= MAX_DETAILS ? details : legible(text, MAX_DETAILS);
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
