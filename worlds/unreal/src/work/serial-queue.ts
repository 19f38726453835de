import { UnrealError } from '../port/unreal-error.js';

const DEFAULT_MAX_WAITING = 256;

interface Job {
  readonly key: string;
  readonly principal: string;
  readonly stop: AbortController;
  readonly result: Promise<unknown>;
  start(): Promise<void>;
  callers: number;
  /** Resolves when the result was delivered to all callers so far. */
  delivered: Promise<unknown>;
}

/**
 * Runs work that needs much memory one piece at a time: in the order of arrival, or in turns between principals where these are given.
 * Callers with the same key share one piece. A caller leaves when its signal aborts; a piece without callers is aborted.
 */
export class SerialQueue {
  readonly #what: string;
  readonly #maxWaiting: number;
  readonly #jobs = new Map<string, Job>();
  /** Jobs that have not started, by principal. The first principal has the next turn. */
  readonly #waiting = new Map<string, Set<Job>>();
  #running = false;

  /** `what` names the work in the error for callers that find the queue full. */
  constructor(what: string, maxWaiting = DEFAULT_MAX_WAITING) {
    this.#what = what;
    this.#maxWaiting = maxWaiting;
  }

  async run<Result>(
    key: string,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
    principal = '',
  ): Promise<Result> {
    signal.throwIfAborted();
    const job = this.#jobs.get(key) ?? this.#add(key, work, principal);
    job.callers++;
    return new Promise<Result>((resolve, reject) => {
      let left = false;
      const leave = () => {
        left = true;
        reject(signal.reason);
        if (--job.callers === 0) this.#abandon(job);
      };
      signal.addEventListener('abort', leave, { once: true });
      job.result
        .then(result => {
          // Each caller serialises its own answer, which may be large: one per iteration of the event loop.
          job.delivered = job.delivered.then(() => {
            if (left) return undefined;
            signal.removeEventListener('abort', leave);
            resolve(result as Result);
            return new Promise(setImmediate);
          });
        })
        .catch(thrown => {
          signal.removeEventListener('abort', leave);
          reject(thrown);
        });
    });
  }

  #add(key: string, work: (signal: AbortSignal) => Promise<unknown>, principal: string): Job {
    if (this.#jobs.size >= this.#maxWaiting) {
      const message = `${this.#maxWaiting} requests already wait to ${this.#what}.`;
      throw new UnrealError('failed', message, 'Try again when some of them are answered.');
    }
    const job = newJob(key, work, principal);
    this.#jobs.set(key, job);
    this.#waiting.set(principal, (this.#waiting.get(principal) ?? new Set()).add(job));
    if (!this.#running) void this.#runAll();
    return job;
  }

  async #runAll(): Promise<void> {
    this.#running = true;
    for (let job = this.#next(); job !== undefined; job = this.#next()) {
      await job.start();
      this.#remove(job);
    }
    this.#running = false;
  }

  #next(): Job | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [principal, line] = first;
    const [job] = line as Iterable<Job>;
    line.delete(job as Job);
    // A map keeps the order of insertion, so this principal is served last.
    this.#waiting.delete(principal);
    if (line.size > 0) this.#waiting.set(principal, line);
    return job;
  }

  /** Later callers with this key start a new piece. */
  #abandon(job: Job): void {
    job.stop.abort();
    this.#remove(job);
  }

  #remove(job: Job): void {
    if (this.#jobs.get(job.key) === job) this.#jobs.delete(job.key);
    const line = this.#waiting.get(job.principal);
    line?.delete(job);
    if (line?.size === 0) this.#waiting.delete(job.principal);
  }
}

function newJob(key: string, work: (signal: AbortSignal) => Promise<unknown>, principal: string): Job {
  const stop = new AbortController();
  let start = async () => {};
  const result = new Promise<unknown>((resolve, reject) => {
    start = async () => work(stop.signal).then(resolve, reject);
  });
  // A failure is for the callers. After the last one left, no handler remains.
  result.catch(() => undefined);
  return { key, principal, stop, result, start: () => start(), callers: 0, delivered: Promise.resolve() };
}
