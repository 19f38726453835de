import { type Append, type Entry, JournalConflict, JournalUnavailable } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { Places } from '@worldwire/server/kit';
import type { Capture, Change, DomainEvent, Universe } from '../domain/index.js';
import type { AppliedCommand, Base, Operation, Receipt } from './operation.js';
import { readRange } from './read-range.js';
import type { Replica } from './replica.js';
import { changedHead, notFound, unavailable } from './service-errors.js';
import { StaleRevision } from './stale-revision.js';

/** Entries in one commit, and bytes of captured states that their answers may hold. */
export const MAX_ENTRIES_PER_COMMIT = 1_000;
const MAX_CAPTURED_BYTES = 32 * 1024 * 1024;
const MAX_WAITING = 10_000;
/** As in the limits of a server that changes none. */
const DEFAULT_PERCENT = 50;
/** Attempts of one commit while other processes write to the log. */
const MAX_TRIES = 200;

interface Job {
  readonly operation: Operation<unknown>;
  /** Takes the receipt, or what `hold` of the operation returned. */
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The result of a job in one attempt. The caller gets it only if the commit succeeds. */
type JobResult = { readonly outcome: unknown } | { readonly reason: unknown };

/** The only writer of a universe's log. It applies operations in order, commits those that arrive together at once, and answers after the commit. */
export class Writer {
  #queue: Job[] = [];
  #working: Promise<void> | undefined;
  #refreshing: (() => void)[] = [];

  readonly #places: Places;

  constructor(readonly replica: Replica) {
    const { principalPercent: percent = DEFAULT_PERCENT } = replica.host;
    this.#places = new Places({
      ...{ limit: 'universeWrites', total: MAX_WAITING, percent, of: 'this universe' },
      ...{ things: 'operations', state: 'are waiting', next: 'Nothing was changed. Try again in a second.' },
    });
  }

  get idle(): boolean {
    return this.#working === undefined;
  }

  /** Resolves after the commit; without one, with what `hold` of the operation returned. */
  execute<Held>(operation: Operation<Held>): Promise<Receipt | Held> {
    const { principal } = operation;
    const release = this.#places.tryTake(principal);
    if (release === undefined) return Promise.reject(this.#places.refusal(principal));
    return new Promise<Receipt | Held>((resolve, reject) => {
      this.#queue.push({
        operation,
        resolve: outcome => {
          release();
          resolve(outcome as Receipt | Held);
        },
        reject: reason => {
          release();
          reject(reason);
        },
      });
      this.#work();
    });
  }

  /** Reads entries of other processes. Resolves after the attempt. */
  refresh(): Promise<void> {
    return new Promise(resolve => {
      this.replica.stale = true;
      this.#refreshing.push(resolve);
      this.#work();
    });
  }

  async finished(): Promise<void> {
    await this.#working;
  }

  #work(): void {
    // After this turn of the event loop, so that operations that arrive together share a commit.
    this.#working ??= new Promise(resolve =>
      setImmediate(async () => {
        while (this.#refreshing.length > 0 || this.#queue.length > 0) await this.#round();
        this.#working = undefined;
        resolve();
      }),
    );
  }

  async #round(): Promise<void> {
    const { replica } = this;
    const jobs = this.#takeBatch();
    const refreshing = this.#refreshing.splice(0);
    try {
      if (replica.stale) await replica.catchUp();
      const { fresh, duplicates } = await this.#withoutRecorded(jobs);
      await this.#commit(fresh);
      this.#queue.unshift(...duplicates);
    } catch (thrown) {
      const transient = thrown instanceof JournalUnavailable || thrown instanceof JournalConflict;
      const known = transient || thrown instanceof WorldError;
      const reason = transient ? unavailable(replica.id, thrown) : thrown;
      for (const job of jobs) job.reject(reason);
      const about = { universe: replica.id, operations: jobs.length, err: thrown };
      replica.host.log[known ? 'warn' : 'error'](about, 'operations failed');
    }
    for (const resolve of refreshing) resolve();
    if (replica.snapshotDue) await replica.snapshot();
  }

  /** The next jobs for one commit. */
  #takeBatch(): Job[] {
    let steps = 0;
    const end = this.#queue.findIndex(({ operation }, index) => {
      steps += operation.steps;
      return index > 0 && (steps > MAX_ENTRIES_PER_COMMIT || needsOwnCommit(operation));
    });
    const [first] = this.#queue;
    const alone = first !== undefined && needsOwnCommit(first.operation);
    return this.#queue.splice(0, alone ? 1 : end === -1 ? this.#queue.length : end);
  }

  async #commit(fresh: readonly Job[]): Promise<void> {
    const { replica } = this;
    const { journal, health } = replica.host;
    let jobs = fresh;
    for (let tries = 1; jobs.length > 0; tries++) {
      if (replica.removed) throw notFound(replica.id);
      for (const { operation } of jobs) await operation.prepare?.(replica.head);
      const attempt = this.#apply(jobs);
      replica.beginCommit(attempt.entries);
      let characters = 0;
      try {
        if (attempt.entries.length > 0) characters = await health.track(journal.append(attempt));
        // An append fails if the state is not the newest. Without an append, the refusals may be about an older state.
        else await replica.confirm();
      } catch (thrown) {
        replica.rollBack(attempt.entries);
        // The outcome of the append is unknown, so the log must be read.
        replica.stale = true;
        if (!(thrown instanceof JournalConflict) || tries >= MAX_TRIES) throw thrown;
        await replica.catchUp();
        // A client may have retried one of the jobs on another server; then its key is in the log.
        jobs = (await this.#withoutRecorded(jobs)).fresh;
        continue;
      }
      replica.commit(attempt.entries, characters, attempt.name);
      const { results } = attempt;
      for (const [index, result] of results.entries()) settle(jobs[index] as Job, result);
      jobs = jobs.slice(results.length);
      tries = 0;
    }
  }

  /** Answers jobs whose key is in the log. Duplicates within the batch wait for the first job with the key. */
  async #withoutRecorded(
    jobs: readonly Job[],
  ): Promise<{ readonly fresh: Job[]; readonly duplicates: Job[] }> {
    if (jobs.every(({ operation }) => operation.key === undefined))
      return { fresh: [...jobs], duplicates: [] };
    const first: Job[] = [];
    const duplicates: Job[] = [];
    const keys = new Set<string>();
    for (const job of jobs) {
      const { key, principal } = job.operation;
      const name = JSON.stringify([principal, key]);
      if (key !== undefined && keys.has(name)) duplicates.push(job);
      else first.push(job);
      keys.add(name);
    }
    // In parallel: over a network each lookup is a round trip.
    const known = await Promise.all(first.map(job => this.#answerRecorded(job)));
    return { fresh: first.filter((_job, index) => known[index] === false), duplicates };
  }

  /** Whether the log has the operation; then it is answered. */
  async #answerRecorded({ operation, resolve, reject }: Job): Promise<boolean> {
    const { id, head, host } = this.replica;
    const { key } = operation;
    if (key === undefined) return false;
    const recorded = await host.journal.recorded(id, operation.principal, key, head.incarnation);
    if (recorded === undefined) return false;
    const { first, last, fingerprint } = recorded;
    if (fingerprint === operation.fingerprint) {
      const entries = await readRange(host.journal, head, first, last);
      // The log was removed, which the commit detects.
      if (entries === undefined) return false;
      // The state after the operation is available only while it is the newest.
      const captured = last === this.replica.revision ? this.#capture(operation) : undefined;
      resolve(receiptOf(entries, true, captured));
    } else {
      const message = `The operation key "${key}" was used for another operation in universe "${id}" (revision ${first}).`;
      const hint = 'Use a new key for each operation, and the same key only to retry that operation.';
      reject(new WorldError('Conflict', message, hint));
    }
    return true;
  }

  /** Applies jobs in order, until their captured states reach the limit. A refused job leaves no trace. */
  #apply(jobs: readonly Job[]): Append & { readonly results: readonly JobResult[] } {
    const { id, revision, host, head } = this.replica;
    const entries: Entry[] = [];
    const operations: NonNullable<Append['operations']>[number][] = [];
    const at = new Date(host.now()).toISOString();
    const results: JobResult[] = [];
    let capturedBytes = 0;
    for (const { operation } of jobs) {
      if (capturedBytes > MAX_CAPTURED_BYTES) break;
      const before = revision + entries.length;
      try {
        const done = this.#run(operation, before, at);
        if ('held' in done) {
          results.push({ outcome: done.held });
          continue;
        }
        for (const entry of done) entries.push(entry);
        const { principal, key, fingerprint } = operation;
        const last = before + done.length;
        if (key !== undefined) operations.push({ principal, key, fingerprint, first: before + 1, last });
        const captured = this.#capture(operation);
        capturedBytes += captured?.length ?? 0;
        results.push({ outcome: receiptOf(done, false, captured) });
      } catch (reason) {
        results.push({ reason });
      }
    }
    const name = jobs.find(({ operation }) => operation.name !== undefined)?.operation.name;
    const named = jobs.some(({ operation }) => operation.ifHead !== undefined) && { name: head.name };
    const expected = { incarnation: head.incarnation, ...named };
    return {
      ...{ id, expected, after: revision, entries, operations, results },
      ...(name !== undefined && { name }),
    };
  }

  #run(operation: Operation<unknown>, before: number, at: string): readonly Entry[] | HeldBack {
    const { principal, client, key, ifRevision, ifHead } = operation;
    const { id, head } = this.replica;
    if (ifRevision !== undefined && ifRevision !== before) throw new StaleRevision(id, ifRevision, before);
    if (ifHead?.(head) === false) throw changedHead(id);
    const base = { incarnation: head.incarnation, revision: before };
    const steps = this.replica.apply(universe => applied(universe, operation, base));
    if ('held' in steps) return steps;
    if (steps.length === 0) throw new Error('An operation returned no entry.');
    return steps.map(({ command, events, changes, inverse, undoes }, index) => {
      const revision = before + 1 + index;
      // Without conditional spreads, which cost as much as the rest of this method.
      const entry: { -readonly [Name in keyof Entry]: Entry[Name] } =
        key === undefined
          ? { revision, at, principal, command, events, changes, inverse }
          : { revision, at, principal, key, command, events, changes, inverse };
      if (client !== undefined) entry.client = client;
      if (undoes !== undefined) entry.undoes = undoes;
      return entry;
    });
  }

  /** An error here must not fail the operation, which is applied. */
  #capture({ capture }: Operation<unknown>): Capture | undefined {
    const { id, universe, host } = this.replica;
    try {
      return capture?.(universe);
    } catch (thrown) {
      host.log.error({ universe: id, err: thrown }, 'cannot capture the state');
      return undefined;
    }
  }
}

/** What `hold` returned for steps that were taken back. */
interface HeldBack {
  readonly held: unknown;
}

/** Applies the steps of an operation, unless it holds them back. */
function applied(
  universe: Universe,
  { run, hold }: Operation<unknown>,
  base: Base,
): readonly AppliedCommand[] | HeldBack {
  const steps = run(universe, base);
  if (hold === undefined) return steps;
  let held: unknown = null;
  try {
    held = hold(steps, base);
    return held === undefined ? steps : { held };
  } finally {
    if (held !== undefined) universe.takeBack(steps);
  }
}

/** Operations that read the log first or rename the universe. */
function needsOwnCommit({ prepare, name }: Operation<unknown>): boolean {
  return prepare !== undefined || name !== undefined;
}

function settle({ resolve, reject }: Job, result: JobResult): void {
  if ('outcome' in result) resolve(result.outcome);
  else reject(result.reason);
}

function receiptOf(entries: readonly Entry[], replayed: boolean, captured: Capture | undefined): Receipt {
  const { revision: first, events, changes } = entries[0] as Entry;
  // The fast path: nearly every operation is one command with one entry.
  const only = entries.length === 1;
  return {
    first,
    revision: only ? first : (entries.at(-1) as Entry).revision,
    events: only ? (events as DomainEvent[]) : entries.flatMap(entry => entry.events as DomainEvent[]),
    changes: only ? (changes as Change[]) : entries.flatMap(entry => entry.changes as Change[]),
    entries,
    captured,
    replayed,
  };
}
