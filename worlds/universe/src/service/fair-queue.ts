import { WorldError } from '@worldwire/server';

type Job = () => Promise<void>;

/**
 * Runs one job at a time, and serves principals in turn. For jobs that block the event loop and cannot be split into steps:
 * other events are handled between two jobs.
 */
export class FairQueue {
  readonly #queues = new Map<string, Job[]>();
  /** The principal of the running job. */
  #running: string | undefined;

  /** `maxWaiting` counts the jobs of one principal, including the running one. `what` names the jobs in errors. */
  constructor(
    readonly maxWaiting: number,
    readonly what: string,
    readonly maxWaitMs?: number,
  ) {}

  run<Result>(principal: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(principal) ?? [];
    const held = queue.length + (this.#running === principal ? 1 : 0);
    if (held >= this.maxWaiting) return Promise.reject(this.#full());
    return new Promise<Result>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const job = () => {
        clearTimeout(timer);
        return work().then(resolve, reject);
      };
      queue.push(job);
      this.#queues.set(principal, queue);
      this.#next();
      if (this.maxWaitMs === undefined || !queue.includes(job)) return;
      timer = setTimeout(() => {
        queue.splice(queue.indexOf(job), 1);
        if (queue.length === 0) this.#queues.delete(principal);
        reject(this.#timedOut());
      }, this.maxWaitMs);
    });
  }

  #next(): void {
    if (this.#running !== undefined) return;
    const [first] = this.#queues;
    if (first === undefined) return;
    const [principal, queue] = first;
    const job = queue.shift() as Job;
    // A map keeps the order of insertion, so this principal is served last.
    this.#queues.delete(principal);
    if (queue.length > 0) this.#queues.set(principal, queue);
    this.#running = principal;
    void job().finally(() => {
      this.#running = undefined;
      setImmediate(() => this.#next());
    });
  }

  #timedOut(): WorldError {
    const message = `Other ${this.what} took more than ${this.maxWaitMs} ms, so this one did not start.`;
    return new WorldError('NotReady', message, 'Nothing was changed. Try again later.');
  }

  #full(): WorldError {
    const message = `You have ${this.maxWaiting} ${this.what} waiting, which is the limit.`;
    const hint = 'Nothing was changed. Wait for an answer before the next request.';
    return new WorldError('RateLimited', message, hint);
  }
}
