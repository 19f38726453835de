/** Runs work with bounded concurrency. Work may add further work. */
export class WorkQueue {
  readonly #waiting: (() => Promise<void>)[] = [];
  readonly #signal: AbortSignal;
  readonly #max: number;
  #next = 0;
  #running = 0;
  #failure: { readonly thrown: unknown } | undefined;
  #settle: (() => void) | undefined;

  constructor(max: number, signal: AbortSignal) {
    this.#max = max;
    this.#signal = signal;
  }

  add(work: () => Promise<void>): void {
    this.#waiting.push(work);
    this.#start();
  }

  /** Resolves when all work is done, also what was added meanwhile. Rejects with the first failure or the signal's reason. */
  async done(): Promise<void> {
    if (this.#running > 0) await new Promise<void>(resolve => (this.#settle = resolve));
    if (this.#failure !== undefined) throw this.#failure.thrown;
    this.#signal.throwIfAborted();
  }

  #start(): void {
    while (this.#running < this.#max && this.#next < this.#waiting.length) {
      if (this.#signal.aborted || this.#failure !== undefined) {
        this.#next = this.#waiting.length;
        break;
      }
      const work = this.#waiting[this.#next++] as () => Promise<void>;
      this.#running++;
      work().then(
        () => this.#ended(),
        thrown => {
          this.#failure ??= { thrown };
          this.#ended();
        },
      );
    }
    if (this.#next === this.#waiting.length) {
      this.#waiting.length = 0;
      this.#next = 0;
    }
  }

  #ended(): void {
    this.#running--;
    this.#start();
    if (this.#running === 0) this.#settle?.();
  }
}
