import { WorldError } from '@worldwire/server';

type Job = () => Promise<void>;

/**
 * Lets one piece of work through at a time, one of each principal in its turn. For work that holds the event loop and cannot be
 * done in steps: other events are served between two pieces.
 */
export class FairGate {
  readonly #queues = new Map<string, Job[]>();
  /** The principal whose work is under way. */
  #working: string | undefined;

  /**
   * `maxWaiting` is for each principal, with what is under way. `what` names the work in the refusal of more. Work that could
   * not begin within `maxWaitMs` is refused.
   */
  constructor(
    readonly maxWaiting: number,
    readonly what: string,
    readonly maxWaitMs?: number,
  ) {}

  run<Result>(principal: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(principal) ?? [];
    const held = queue.length + (this.#working === principal ? 1 : 0);
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
        reject(this.#late());
      }, this.maxWaitMs);
    });
  }

  #next(): void {
    if (this.#working !== undefined) return;
    const [first] = this.#queues;
    if (first === undefined) return;
    const [principal, queue] = first;
    const job = queue.shift() as Job;
    // A map keeps the order of insertion: who had a turn goes to the end.
    this.#queues.delete(principal);
    if (queue.length > 0) this.#queues.set(principal, queue);
    this.#working = principal;
    void job().finally(() => {
      this.#working = undefined;
      setImmediate(() => this.#next());
    });
  }

  #late(): WorldError {
    const message = `Other ${this.what} took more than ${this.maxWaitMs} ms, and this one could not begin.`;
    return new WorldError('NotReady', message, 'Nothing was done. Try again later.');
  }

  #full(): WorldError {
    const message = `You have ${this.maxWaiting} ${this.what} waiting.`;
    return new WorldError(
      'RateLimited',
      message,
      'Nothing was done. Wait for an answer before the next request.',
    );
  }
}
