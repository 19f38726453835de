import { type Journal, JournalUnavailable } from '@worldwire/journal';

/** How long a failed write counts: while /health reports it, clients may not send the write that would succeed. */
const FAILED_WRITE_MS = 30_000;
const READ_TIMEOUT_MS = 2_000;

interface StoreHealthHost {
  readonly journal: Pick<Journal, 'list'>;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** Called when a write begins. It returns the function to call after its commit. */
  readonly onWrite?: () => () => void;
}

/** Whether the store can be used: a trial read, and the outcome of the latest writes. */
export class StoreHealth {
  readonly #host: StoreHealthHost;
  #failedWrite: { readonly reason: string; readonly at: number } | undefined;
  #failedRead: string | undefined;
  #reading: { readonly since: number; readonly done: Promise<void> } | undefined;

  constructor(host: StoreHealthHost) {
    this.#host = host;
  }

  /** Records the outcome of a write. */
  async track<Value>(write: Promise<Value>): Promise<Value> {
    const committed = this.#host.onWrite?.();
    try {
      const value = await write;
      committed?.();
      this.#failedWrite = undefined;
      return value;
    } catch (thrown) {
      if (thrown instanceof JournalUnavailable) {
        this.#failedWrite = { reason: thrown.message, at: this.#host.now() };
      }
      throw thrown;
    }
  }

  /** Returns the reason why the store cannot be used. */
  async check(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>(resolve => {
      timer = setTimeout(resolve, READ_TIMEOUT_MS);
    });
    await Promise.race([this.#startReading(), timeout]);
    clearTimeout(timer);
    return this.#reason();
  }

  #reason(): string | undefined {
    const now = this.#host.now();
    const waited = this.#reading === undefined ? 0 : now - this.#reading.since;
    if (waited >= READ_TIMEOUT_MS) return `The store has not answered for ${waited} ms.`;
    if (this.#failedRead !== undefined) return this.#failedRead;
    const { reason, at } = this.#failedWrite ?? { at: Number.NEGATIVE_INFINITY };
    return now - at < FAILED_WRITE_MS ? reason : undefined;
  }

  /** Concurrent checks share one read. */
  #startReading(): Promise<void> {
    this.#reading ??= {
      since: this.#host.now(),
      done: this.#read().then(failure => {
        this.#failedRead = failure;
        this.#reading = undefined;
      }),
    };
    return this.#reading.done;
  }

  async #read(): Promise<string | undefined> {
    try {
      await this.#host.journal.list({ limit: 1 });
      return undefined;
    } catch (thrown) {
      // Other errors are bugs, whose messages do not leave the server.
      return thrown instanceof JournalUnavailable
        ? thrown.message
        : 'The store failed to list the universes.';
    }
  }
}
