import { type Append, type Entry, JournalConflict, JournalUnavailable } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import type { Change, DomainEvent } from '../domain/index.js';
import type { Operation, Receipt } from './operation.js';
import { readRange } from './read-range.js';
import type { Replica } from './replica.js';
import { changedHead, notFound, unavailable } from './service-errors.js';
import { StaleRevision } from './stale-revision.js';

/** Entries that share one commit, and bytes of captured states that their answers may hold meanwhile. */
export const MAX_AT_ONCE = 1_000;
const MAX_CAPTURED_BYTES = 32 * 1024 * 1024;
/** Operations that may wait; the next is turned away, since it would only wait longer. */
const MAX_WAITING = 10_000;
/** Tries of one commit against other writers, each of which got through in between. */
const MAX_TRIES = 200;

interface Job {
  readonly operation: Operation;
  readonly resolve: (receipt: Receipt) => void;
  readonly reject: (reason: unknown) => void;
}

/** What a job came to in one try: told to its caller only when the try's commit is known to have held. */
type JobResult = { readonly receipt: Receipt } | { readonly reason: unknown };

/**
 * The one who writes to a universe's log. Operations are applied in the order in which they arrive, those that
 * arrive together share a commit, and each is answered behind its commit.
 */
export class Writer {
  #queue: Job[] = [];
  #working: Promise<void> | undefined;
  /** Those who want to know what others wrote, without an operation of their own. */
  #refreshing: (() => void)[] = [];

  constructor(readonly replica: Replica) {}

  get idle(): boolean {
    return this.#working === undefined;
  }

  /** Resolves when the operation is committed. */
  execute(operation: Operation): Promise<Receipt> {
    return new Promise((resolve, reject) => {
      if (this.#queue.length >= MAX_WAITING) return reject(tooMany(this.replica.id));
      this.#queue.push({ operation, resolve, reject });
      this.#work();
    });
  }

  /** Reads on in the log: others may have written to it. Resolves when that was tried. */
  refresh(): Promise<void> {
    return new Promise(resolve => {
      this.replica.stale = true;
      this.#refreshing.push(resolve);
      this.#work();
    });
  }

  /** Resolves when nothing is left to do. */
  async finished(): Promise<void> {
    await this.#working;
  }

  #work(): void {
    // Behind this turn of the event loop, so that what arrives together is committed together.
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
    const asking = this.#refreshing.splice(0);
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
    for (const told of asking) told();
    if (replica.snapshotDue) await replica.snapshot();
  }

  /** The next jobs for one commit. One that reads the log first, or gives another name, goes alone. */
  #takeBatch(): Job[] {
    let steps = 0;
    const end = this.#queue.findIndex(({ operation }, index) => {
      steps += operation.steps;
      return index > 0 && (steps > MAX_AT_ONCE || needsOwnCommit(operation));
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
        // An append tells whether the state is the newest. Refusals alone must ask, or they speak of an older one.
        else await replica.confirm();
      } catch (thrown) {
        replica.rollBack(attempt.entries);
        // What became of it is unknown: the log itself has to tell.
        replica.stale = true;
        if (!(thrown instanceof JournalConflict) || tries >= MAX_TRIES) throw thrown;
        await replica.catchUp();
        // One of them may be what got through, for a client that turned to another server: its key tells.
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

  /** Answers those whose key is in the log already. Twins that came together wait for the outcome of the first. */
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
    // Side by side: over a network each look is a round trip.
    const known = await Promise.all(first.map(job => this.#replayRecorded(job)));
    return { fresh: first.filter((_job, index) => known[index] === false), duplicates };
  }

  /** Whether the log has the operation already; then it is answered. */
  async #replayRecorded({ operation, resolve, reject }: Job): Promise<boolean> {
    const { id, head, host } = this.replica;
    const { key } = operation;
    if (key === undefined) return false;
    const recorded = await host.journal.recorded(id, operation.principal, key, head.incarnation);
    if (recorded === undefined) return false;
    const { first, last, fingerprint } = recorded;
    if (fingerprint === operation.fingerprint) {
      const entries = await readRange(host.journal, head, first, last);
      // It is gone by now, and the commit finds that out.
      if (entries === undefined) return false;
      // The state after it is available only while nothing else was written.
      const captured = last === this.replica.revision ? this.#capture(operation) : {};
      resolve({ ...receiptOf(entries), replayed: true, ...captured });
    } else {
      const message = `The operation key "${key}" was used for another operation in universe "${id}" (revision ${first}).`;
      const hint = 'Give every operation a key of its own, and use it again only to retry that operation.';
      reject(new WorldError('Conflict', message, hint));
    }
    return true;
  }

  /**
   * Applies jobs one behind the other, until the states that they want to answer with are too much to hold. A job that
   * is refused leaves no trace.
   */
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
        for (const entry of done) entries.push(entry);
        const { principal, key, fingerprint } = operation;
        const last = before + done.length;
        if (key !== undefined) operations.push({ principal, key, fingerprint, first: before + 1, last });
        const receipt = { ...receiptOf(done), replayed: false, ...this.#capture(operation) };
        capturedBytes += receipt.captured?.length ?? 0;
        results.push({ receipt });
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

  #run(operation: Operation, before: number, at: string): readonly Entry[] {
    const { principal, key, ifRevision, ifHead, run } = operation;
    const { id, head } = this.replica;
    if (ifRevision !== undefined && ifRevision !== before) throw new StaleRevision(id, ifRevision, before);
    if (ifHead?.(head) === false) throw changedHead(id);
    const steps = this.replica.apply(run);
    if (steps.length === 0) throw new Error('An operation leaves at least one entry.');
    const common = { at, principal, ...(key !== undefined && { key }) };
    return steps.map((step, index) => ({ revision: before + 1 + index, ...common, ...step }));
  }

  /** What is done is done: a state that cannot be written down must not make it look undone. */
  #capture({ capture }: Operation): Pick<Receipt, 'captured'> {
    const { id, universe, host } = this.replica;
    try {
      const captured = capture?.(universe);
      return captured === undefined ? {} : { captured };
    } catch (thrown) {
      host.log.error({ universe: id, err: thrown }, 'the state cannot be written down');
      return {};
    }
  }
}

function needsOwnCommit({ prepare, name }: Operation): boolean {
  return prepare !== undefined || name !== undefined;
}

function tooMany(id: string): WorldError {
  const message = `Universe "${id}" has more to do than it can keep waiting.`;
  return new WorldError('RateLimited', message, 'Nothing was done. Try again in a second.');
}

function settle({ resolve, reject }: Job, result: JobResult): void {
  if ('receipt' in result) resolve(result.receipt);
  else reject(result.reason);
}

function receiptOf(entries: readonly Entry[]): Omit<Receipt, 'replayed'> {
  const { revision: first, events, changes } = entries[0] as Entry;
  // Nearly every operation is one command, and leaves one entry.
  if (entries.length === 1) {
    return { first, revision: first, events: events as DomainEvent[], changes: changes as Change[] };
  }
  return {
    first,
    revision: (entries.at(-1) as Entry).revision,
    events: entries.flatMap(entry => entry.events as DomainEvent[]),
    changes: entries.flatMap(entry => entry.changes as Change[]),
  };
}
