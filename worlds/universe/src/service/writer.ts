import { type Append, type Entry, JournalConflict, JournalUnavailable } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import type { Change, DomainEvent } from '../domain/index.js';
import { changedHead, notFound, unavailable } from './failures.js';
import type { Operation, Receipt } from './operation.js';
import { readRun } from './read-run.js';
import type { Replica } from './replica.js';
import { StaleRevision } from './stale-revision.js';

/** Entries that share one commit, and bytes of captured states that their answers may hold meanwhile. */
export const MAX_AT_ONCE = 1_000;
const MAX_SEEN = 32 * 1024 * 1024;
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
type Verdict = { readonly receipt: Receipt } | { readonly reason: unknown };

/**
 * The one who writes to a universe's log. Operations are applied in the order in which they arrive, those that
 * arrive together share a commit, and each is answered behind its commit.
 */
export class Writer {
  #queue: Job[] = [];
  #working: Promise<void> | undefined;
  /** Those who want to know what others wrote, without an operation of their own. */
  #asking: (() => void)[] = [];

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
      this.replica.behind = true;
      this.#asking.push(resolve);
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
        while (this.#asking.length > 0 || this.#queue.length > 0) await this.#round();
        this.#working = undefined;
        resolve();
      }),
    );
  }

  async #round(): Promise<void> {
    const { replica } = this;
    const jobs = this.#take();
    const asking = this.#asking.splice(0);
    try {
      if (replica.behind) await replica.catchUp();
      const { fresh, twins } = await this.#unrecorded(jobs);
      await this.#commit(fresh);
      this.#queue.unshift(...twins);
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
  #take(): Job[] {
    let steps = 0;
    const end = this.#queue.findIndex(({ operation }, index) => {
      steps += operation.steps;
      return index > 0 && (steps > MAX_AT_ONCE || goesAlone(operation));
    });
    const [first] = this.#queue;
    const alone = first !== undefined && goesAlone(first.operation);
    return this.#queue.splice(0, alone ? 1 : end === -1 ? this.#queue.length : end);
  }

  async #commit(fresh: readonly Job[]): Promise<void> {
    const { replica } = this;
    const { journal, health } = replica.host;
    let jobs = fresh;
    for (let tries = 1; jobs.length > 0; tries++) {
      if (replica.gone) throw notFound(replica.id);
      for (const { operation } of jobs) await operation.prepare?.(replica.head);
      const attempt = this.#apply(jobs);
      replica.committing(attempt.entries);
      let characters = 0;
      try {
        if (attempt.entries.length > 0) characters = await health.watch(journal.append(attempt));
        // An append tells whether the state is the newest. Refusals alone must ask, or they speak of an older one.
        else await replica.confirm();
      } catch (thrown) {
        replica.takeBack(attempt.entries);
        // What became of it is unknown: the log itself has to tell.
        replica.behind = true;
        if (!(thrown instanceof JournalConflict) || tries >= MAX_TRIES) throw thrown;
        await replica.catchUp();
        // One of them may be what got through, for a client that turned to another server: its key tells.
        jobs = (await this.#unrecorded(jobs)).fresh;
        continue;
      }
      replica.accept(attempt.entries, characters, attempt.name);
      const { verdicts } = attempt;
      for (const [index, verdict] of verdicts.entries()) settle(jobs[index] as Job, verdict);
      jobs = jobs.slice(verdicts.length);
      tries = 0;
    }
  }

  /** Answers those whose key is in the log already. Twins that came together wait for the outcome of the first. */
  async #unrecorded(jobs: readonly Job[]): Promise<{ readonly fresh: Job[]; readonly twins: Job[] }> {
    if (jobs.every(({ operation }) => operation.key === undefined)) return { fresh: [...jobs], twins: [] };
    const first: Job[] = [];
    const twins: Job[] = [];
    const keys = new Set<string>();
    for (const job of jobs) {
      const { key, principal } = job.operation;
      const name = JSON.stringify([principal, key]);
      if (key !== undefined && keys.has(name)) twins.push(job);
      else first.push(job);
      keys.add(name);
    }
    // Side by side: over a network each look is a round trip.
    const known = await Promise.all(first.map(job => this.#recall(job)));
    return { fresh: first.filter((_job, index) => known[index] === false), twins };
  }

  /** Whether the log has the operation already; then it is answered. */
  async #recall({ operation, resolve, reject }: Job): Promise<boolean> {
    const { id, head, host } = this.replica;
    const { key } = operation;
    if (key === undefined) return false;
    const recorded = await host.journal.recorded(id, operation.principal, key, head.incarnation);
    if (recorded === undefined) return false;
    const { first, last, fingerprint } = recorded;
    if (fingerprint === operation.fingerprint) {
      const entries = await readRun(host.journal, head, first, last);
      // It is gone by now, and the commit finds that out.
      if (entries === undefined) return false;
      // The state that followed is there to be seen only as long as nothing else has followed.
      const seen = last === this.replica.revision ? this.#look(operation) : {};
      resolve({ ...receiptOf(entries), replayed: true, ...seen });
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
  #apply(jobs: readonly Job[]): Append & { readonly verdicts: readonly Verdict[] } {
    const { id, revision, host, head } = this.replica;
    const entries: Entry[] = [];
    const operations: NonNullable<Append['operations']>[number][] = [];
    const at = new Date(host.now()).toISOString();
    const verdicts: Verdict[] = [];
    let seen = 0;
    for (const { operation } of jobs) {
      if (seen > MAX_SEEN) break;
      const before = revision + entries.length;
      try {
        const done = this.#run(operation, before, at);
        for (const entry of done) entries.push(entry);
        const { principal, key, fingerprint } = operation;
        const last = before + done.length;
        if (key !== undefined) operations.push({ principal, key, fingerprint, first: before + 1, last });
        const receipt = { ...receiptOf(done), replayed: false, ...this.#look(operation) };
        seen += receipt.seen?.length ?? 0;
        verdicts.push({ receipt });
      } catch (reason) {
        verdicts.push({ reason });
      }
    }
    const name = jobs.find(({ operation }) => operation.name !== undefined)?.operation.name;
    const named = jobs.some(({ operation }) => operation.ifHead !== undefined) && { name: head.name };
    const expected = { incarnation: head.incarnation, ...named };
    return {
      ...{ id, expected, after: revision, entries, operations, verdicts },
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
  #look({ look }: Operation): Pick<Receipt, 'seen'> {
    const { id, universe, host } = this.replica;
    try {
      const seen = look?.(universe);
      return seen === undefined ? {} : { seen };
    } catch (thrown) {
      host.log.error({ universe: id, err: thrown }, 'the state cannot be written down');
      return {};
    }
  }
}

function goesAlone({ prepare, name }: Operation): boolean {
  return prepare !== undefined || name !== undefined;
}

function tooMany(id: string): WorldError {
  const message = `Universe "${id}" has more to do than it can keep waiting.`;
  return new WorldError('RateLimited', message, 'Nothing was done. Try again in a second.');
}

function settle({ resolve, reject }: Job, verdict: Verdict): void {
  if ('receipt' in verdict) resolve(verdict.receipt);
  else reject(verdict.reason);
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
