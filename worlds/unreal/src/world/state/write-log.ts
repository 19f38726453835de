import { type Entry, type Journal, JournalConflict, JournalUnavailable } from '@worldwire/journal';
import { callerName, type JsonObject } from '@worldwire/protocol';
import { type Access, WorldError } from '@worldwire/server';
import { isSettings, maskedValue } from '../../port/credentials.js';
import { fitValue } from './fit-values.js';
import { changedNothing, outcomeIn, type Step, stepOf, type WriteOutcome } from './log-entry.js';

const LOG_ID = 'unreal';
/** Attempts to append while another process appends, too. */
const MAX_TRIES = 16;
const MAX_ARGUMENTS = 16_000;
const MAX_SHOWN_ENTRIES = 20;
/** Entries that one step of the search for the revision reads. */
const SEARCHED_ENTRIES = 20;

/** A write that is about to be sent to a source. */
export interface Intent {
  readonly principal: string;
  /** The name of its client. */
  readonly client?: string;
  readonly key?: string;
  readonly fingerprint: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly access: Access;
}

/** The durable record of all writes: an intent before, an outcome after. An intent without an outcome means a crash. */
export class WriteLog {
  readonly #journal: Journal;
  readonly #now: () => number;
  /** The result of the last search: the newest entry then, and the revision. */
  #known = { newest: 0, revision: 0 };

  private constructor(journal: Journal, now: () => number) {
    this.#journal = journal;
    this.#now = now;
  }

  static async open(journal: Journal, now: () => number): Promise<WriteLog> {
    const log = new WriteLog(journal, now);
    if ((await journal.find(LOG_ID)) === undefined) {
      try {
        await journal.create({ id: LOG_ID, name: 'Writes to Unreal', at: log.#at(), state: '{}' });
      } catch (thrown) {
        // Another server on the same store created the log.
        if (!(thrown instanceof JournalConflict)) throw thrown;
      }
    }
    return log;
  }

  /** Of the newest entry of a write that may have changed something; 0 before the first. */
  async revision(): Promise<number> {
    return this.#revisionAt(await this.newest());
  }

  /** Of the newest entry; 0 before the first. */
  async newest(): Promise<number> {
    return (await guarded(this.#journal.find(LOG_ID)))?.revision ?? 0;
  }

  /** The intent with a caller's key. */
  async intentOf(principal: string, key: string) {
    const recorded = await guarded(this.#journal.recorded(LOG_ID, principal, callerKey(key)));
    return recorded && { revision: recorded.first, fingerprint: recorded.fingerprint };
  }

  /** The access of the call with a caller's key, undefined where there was none. A retry gets its outcome. */
  async accessOf(principal: string, key: string): Promise<Access | undefined> {
    const intent = await this.intentOf(principal, key);
    const entry = intent && (await this.entry(intent.revision));
    return entry && (stepOf(entry).access ?? 'write');
  }

  async outcomeOf(principal: string, intent: number) {
    const recorded = await guarded(this.#journal.recorded(LOG_ID, principal, outcomeKey(intent)));
    if (recorded === undefined) return undefined;
    const entry = await this.entry(recorded.first);
    return entry && { revision: entry.revision, settled: outcomeIn(entry) };
  }

  /** Returns the revision of the intent. Must precede every call to the source. */
  async intend(intent: Intent, ifRevision?: number): Promise<number> {
    const { principal, key, fingerprint } = intent;
    const operation = key === undefined ? undefined : { principal, key: callerKey(key), fingerprint };
    const step = { step: 'intent', ...callOf(intent) } as const;
    const nothing = { events: null, changes: null, inverse: null };
    return this.#append(intent, step, nothing, operation, ifRevision);
  }

  /** Returns the revision of the outcome. */
  async settle(revision: number, intent: Intent, settled: WriteOutcome): Promise<number> {
    const { before, after, undo = null, ...events } = settled;
    const step = { step: 'outcome', of: revision, ...callOf(intent) } as const;
    const operation = { principal: intent.principal, key: outcomeKey(revision), fingerprint: '' };
    const more = { events, changes: { before, after }, inverse: undo };
    return this.#append(intent, step, more, operation);
  }

  async entry(revision: number): Promise<Entry | undefined> {
    const [entry] = await guarded(this.#journal.read(LOG_ID, revision - 1, 1));
    return entry;
  }

  /** The newest first, before a revision. */
  readBack(before: number | undefined, limit: number): Promise<readonly Entry[]> {
    return guarded(this.#journal.readBack(LOG_ID, before, limit));
  }

  async #append(
    { principal, client, key }: Intent,
    command: Step,
    more: Pick<Entry, 'events' | 'changes' | 'inverse'>,
    operation: { principal: string; key: string; fingerprint: string } | undefined,
    ifRevision?: number,
  ): Promise<number> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const after = await this.newest();
      await this.#requireRevision(ifRevision, after);
      const revision = after + 1;
      const named = { ...(client !== undefined && { client }), ...(key !== undefined && { key }) };
      const who = { principal, ...named };
      const entry = { revision, at: this.#at(), ...who, command, ...more };
      const operations = operation && [{ ...operation, first: revision, last: revision }];
      try {
        await guarded(
          this.#journal.append({ id: LOG_ID, after, entries: [entry], ...(operations && { operations }) }),
        );
        return revision;
      } catch (thrown) {
        if (!(thrown instanceof JournalConflict)) throw thrown;
      }
    }
    throw new WorldError(
      'NotReady',
      'Another server keeps writing to the same journal.',
      'Try again with the same operationKey.',
    );
  }

  /** The current revision. Throws where the caller expects another one. */
  async requireRevision(expected: number | undefined): Promise<number> {
    return this.#requireRevision(expected, await this.newest());
  }

  /** Entries after the revision changed nothing, so that each of them may be expected, too. */
  async #requireRevision(expected: number | undefined, newest: number): Promise<number> {
    const revision = await this.#revisionAt(newest);
    if (expected === undefined || (expected >= revision && expected <= newest)) return revision;
    throw await this.#stale(expected, revision);
  }

  async #revisionAt(newest: number): Promise<number> {
    if (newest === this.#known.newest) return this.#known.revision;
    const known = newest > this.#known.newest ? this.#known : { newest: 0, revision: 0 };
    const failed = new Set<number>();
    for (let before = newest + 1; before > 1; ) {
      for (const entry of await this.readBack(before, SEARCHED_ENTRIES)) {
        before = entry.revision;
        if (before <= known.newest && !failed.has(known.revision)) return this.#found(newest, known.revision);
        if (changedNothing(entry)) failed.add(stepOf(entry).of as number);
        else if (!failed.has(before)) return this.#found(newest, before);
      }
    }
    return this.#found(newest, 0);
  }

  #found(newest: number, revision: number): number {
    this.#known = { newest, revision };
    return revision;
  }

  async #stale(expected: number, revision: number): Promise<WorldError> {
    const entries =
      expected < revision ? await guarded(this.#journal.read(LOG_ID, expected, MAX_SHOWN_ENTRIES)) : [];
    const changed = entries.flatMap(entry => {
      const { step, tool } = stepOf(entry);
      if (changedNothing(entry)) return [];
      const came = step === 'intent' ? 'begun' : outcomeIn(entry).outcome;
      return `${entry.revision} ${tool} by ${callerName(entry)}, ${came}`;
    });
    const since = changed.length === 0 ? '' : ` Since then: ${changed.join('; ')}.`;
    return new WorldError(
      'Conflict',
      `The journal is at revision ${revision} instead of ${expected}.${since}`,
      `list_writes lists the writes. Read the values to change, then try again with revision ${revision}.`,
    );
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
}

function callOf({ tool, arguments: args, access }: Intent): Pick<Step, 'tool' | 'arguments' | 'access'> {
  const call = { tool, arguments: fitValue(withoutCredentials(args), MAX_ARGUMENTS) };
  return access === 'write' ? call : { ...call, access };
}

/** Values of settings may be credentials, and the journal is permanent. */
function withoutCredentials(args: JsonObject): JsonObject {
  const { object, property, value, arguments: called } = args;
  if (typeof object !== 'string' || !isSettings(object)) return args;
  return {
    ...args,
    ...(value !== undefined && { value: maskedValue(String(property), value) }),
    ...(called !== undefined && { arguments: maskedValue('', called) }),
  };
}

/** Prefixes separate the keys of callers from those of outcomes. */
function callerKey(key: string): string {
  return `k:${key}`;
}

function outcomeKey(intent: number): string {
  return `o:${intent}`;
}

async function guarded<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    if (!(thrown instanceof JournalUnavailable)) throw thrown;
    throw new WorldError(
      'NotReady',
      `The journal of writes is unavailable: ${thrown.message}`,
      'Try again with the same operationKey: a write that was done is not repeated.',
    );
  }
}
