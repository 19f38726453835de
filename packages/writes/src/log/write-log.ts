import { type Entry, type Journal, JournalConflict, JournalUnavailable } from '@worldwire/journal';
import { callerName, type JsonObject } from '@worldwire/protocol';
import { type Access, WorldError } from '@worldwire/server';
import { Mutex } from '@worldwire/server/kit';
import { fitValue } from './fit-values.js';
import { changedNothing, outcomeIn, type Step, stepOf, type WriteOutcome } from './log-entry.js';

/** Attempts to append while another process appends, too. */
const MAX_TRIES = 16;
const MAX_ARGUMENTS = 16_000;
const MAX_SHOWN_ENTRIES = 20;
/** Entries that the world's own error may list. */
const MAX_STALE = 1_000;
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

/** The log of one world in a journal, and the words of its errors. */
export interface LogOptions {
  readonly journal: Journal;
  /** Of the log in the journal, which the first write creates. Where it is not known at once, it must not change after that. */
  readonly id: string | (() => string);
  readonly name: string;
  readonly names: WriteNames;
  readonly now?: () => number;
  /** The error of a write that expects another revision, in the words of the world. */
  readonly stale?: (stale: Stale) => WorldError;
  /** The arguments as the journal may keep them: it is permanent, so that credentials are left out. */
  readonly kept?: (args: JsonObject) => JsonObject;
}

/** A revision that a write expected, and what is there instead. */
export interface Stale {
  readonly expected: number;
  readonly revision: number;
  /** The entries after the expected revision, the newest first. */
  readonly entries: readonly Entry[];
}

/** The tools of the world that errors lead to. */
export interface WriteNames {
  /** Lists the writes: "list_writes". */
  readonly list: string;
  /** Takes writes back: "undo_write". */
  readonly undo: string;
  /** Reads a value: "get_property or get_actor". */
  readonly read: string;
  /** The argument of `undo` that has the revision of one write. Default: "revision". */
  readonly id?: string;
  /** A write in an error. Default: "Revision 12 (set_property)". */
  named?(write: { readonly revision: number; readonly tool: string }): string;
}

/** The durable record of all writes: an intent before, an outcome after. An intent without an outcome means a crash. */
export class WriteLog {
  readonly names: WriteNames;
  readonly #id: () => string;
  readonly #name: string;
  readonly #journal: Journal;
  readonly #now: () => number;
  readonly #kept: (args: JsonObject) => JsonObject;
  readonly #staleIn: ((stale: Stale) => WorldError) | undefined;
  /** Writes of one process that run at the same time append one after the other. */
  readonly #appending = new Mutex();
  /** The result of the last search: the newest entry then, and the revision. */
  #known = { newest: 0, revision: 0 };

  constructor({ journal, id, name, names, now = Date.now, kept = args => args, stale }: LogOptions) {
    this.#journal = journal;
    this.#id = typeof id === 'string' ? () => id : id;
    this.#staleIn = stale;
    this.#name = name;
    this.names = names;
    this.#now = now;
    this.#kept = kept;
  }

  /** Of the newest entry of a write that may have changed something; 0 before the first. */
  async revision(): Promise<number> {
    return this.#revisionAt(await this.newest());
  }

  /** Of the newest entry, after all that were appended before; 0 before the first. */
  async newest(): Promise<number> {
    const find = () => guarded(this.#journal.find(this.#id()));
    return (await this.#appending.run(find))?.revision ?? 0;
  }

  /** The intent with a caller's key. */
  async intentOf(principal: string, key: string) {
    const recorded = await guarded(this.#journal.recorded(this.#id(), principal, callerKey(key)));
    return recorded && { revision: recorded.first, fingerprint: recorded.fingerprint };
  }

  /** The access of the call with a caller's key, undefined where there was none. A retry gets its outcome. */
  async accessOf(principal: string, key: string): Promise<Access | undefined> {
    const intent = await this.intentOf(principal, key);
    const entry = intent && (await this.entry(intent.revision));
    return entry && (stepOf(entry).access ?? 'write');
  }

  async outcomeOf(principal: string, intent: number) {
    const recorded = await guarded(this.#journal.recorded(this.#id(), principal, outcomeKey(intent)));
    if (recorded === undefined) return undefined;
    const entry = await this.entry(recorded.first);
    return entry && { revision: entry.revision, settled: outcomeIn(entry) };
  }

  /** Returns the revision of the intent. Must precede every call to the source. */
  async intend(intent: Intent, ifRevision?: number): Promise<number> {
    const { principal, key, fingerprint } = intent;
    const operation = key === undefined ? undefined : { principal, key: callerKey(key), fingerprint };
    const step = { step: 'intent', ...this.#call(intent) } as const;
    const nothing = { events: null, changes: null, inverse: null };
    return this.#append(intent, step, nothing, operation, ifRevision);
  }

  /** Returns the revision of the outcome. */
  async settle(revision: number, intent: Intent, settled: WriteOutcome): Promise<number> {
    const { before, after, undo = null, ...events } = settled;
    const step = { step: 'outcome', of: revision, ...this.#call(intent) } as const;
    const operation = { principal: intent.principal, key: outcomeKey(revision), fingerprint: '' };
    const more = { events, changes: { before, after }, inverse: undo };
    return this.#append(intent, step, more, operation);
  }

  /** Records a call that was refused before its intent: it changed nothing, and leaves its key unused. */
  async refuse(call: Intent, error: NonNullable<WriteOutcome['error']>): Promise<void> {
    const { key: _, ...keyless } = call;
    const nothing = { changes: { before: null, after: null }, inverse: null };
    await this.#append(
      keyless,
      { step: 'outcome', ...this.#call(call) },
      { events: { outcome: 'failed', error }, ...nothing },
    );
  }

  /** Records what changed the world without a call. It cannot be undone. */
  async note(principal: string, tool: string, settled: WriteOutcome): Promise<void> {
    const { before, after, undo = null, ...events } = settled;
    const call = { principal, tool, arguments: {}, access: 'read', fingerprint: '' } as const;
    const step = { step: 'outcome', ...this.#call(call) } as const;
    await this.#append(call, step, { events, changes: { before, after }, inverse: undo });
  }

  /** Undefined where there is none, or where a journal in memory dropped it. */
  async entry(revision: number): Promise<Entry | undefined> {
    const [entry] = await guarded(this.#journal.read(this.#id(), revision - 1, 1));
    return entry?.revision === revision ? entry : undefined;
  }

  /** The newest first, before a revision. */
  readBack(before: number | undefined, limit: number): Promise<readonly Entry[]> {
    return guarded(this.#journal.readBack(this.#id(), before, limit));
  }

  #append(
    intent: Intent,
    command: Step,
    more: Pick<Entry, 'events' | 'changes' | 'inverse'>,
    operation?: { principal: string; key: string; fingerprint: string },
    ifRevision?: number,
  ): Promise<number> {
    return this.#appending.run(() => this.#appendNow(intent, command, more, operation, ifRevision));
  }

  async #appendNow(
    { principal, client, key }: Intent,
    command: Step,
    more: Pick<Entry, 'events' | 'changes' | 'inverse'>,
    operation: { principal: string; key: string; fingerprint: string } | undefined,
    ifRevision?: number,
  ): Promise<number> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const head = await guarded(this.#journal.find(this.#id()));
      if (head === undefined) await this.#create();
      const after = head?.revision ?? 0;
      await this.#requireRevision(ifRevision, after);
      const revision = after + 1;
      const named = { ...(client !== undefined && { client }), ...(key !== undefined && { key }) };
      const who = { principal, ...named };
      const entry = { revision, at: this.#at(), ...who, command, ...more };
      const operations = operation && [{ ...operation, first: revision, last: revision }];
      try {
        await guarded(
          this.#journal.append({
            id: this.#id(),
            after,
            entries: [entry],
            ...(operations && { operations }),
          }),
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

  async #create(): Promise<void> {
    const log = { id: this.#id(), name: this.#name, at: this.#at(), state: '{}' };
    try {
      await guarded(this.#journal.create(log));
    } catch (thrown) {
      // Another server on the same store created the log.
      if (!(thrown instanceof JournalConflict)) throw thrown;
    }
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
    // The newest entry is mostly the outcome of a write that was done.
    for (let [before, limit] = [newest + 1, 1]; before > known.newest + 1; limit = SEARCHED_ENTRIES) {
      const page = await this.readBack(before, limit);
      // A journal in memory may have dropped its oldest entries.
      if (page.length === 0) break;
      for (const entry of page) {
        before = entry.revision;
        if (before <= known.newest) break;
        if (changedNothing(entry)) failed.add(stepOf(entry).of as number);
        // The write of an intent may still fail, so that its revision is not kept.
        else if (!failed.has(before)) {
          return stepOf(entry).step === 'intent' ? before : this.#found(newest, before);
        }
      }
    }
    return this.#found(newest, known.revision);
  }

  #found(newest: number, revision: number): number {
    this.#known = { newest, revision };
    return revision;
  }

  async #stale(expected: number, revision: number): Promise<WorldError> {
    if (this.#staleIn !== undefined) {
      const newest = await this.readBack(undefined, MAX_STALE);
      return this.#staleIn({ expected, revision, entries: newest.filter(each => each.revision > expected) });
    }
    const entries =
      expected < revision ? await guarded(this.#journal.read(this.#id(), expected, MAX_SHOWN_ENTRIES)) : [];
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
      `${this.names.list} lists the writes. Read the values to change, then try again with revision ${revision}.`,
    );
  }

  #call({ tool, arguments: args, access }: Intent): Pick<Step, 'tool' | 'arguments' | 'access'> {
    const call = { tool, arguments: fitValue(this.#kept(args), MAX_ARGUMENTS) };
    return access === 'write' ? call : { ...call, access };
  }

  #at(): string {
    return new Date(this.#now()).toISOString();
  }
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
