import { type Journal, JournalUnavailable } from '@worldwire/journal';

/** How long a refused write speaks for the next: nobody may try while we say that it makes no sense to. */
const REFUSED_MS = 30_000;
/** A store that takes longer for one line is as good as away. */
const PATIENCE_MS = 2_000;

export interface StoreHealthHost {
  readonly journal: Pick<Journal, 'list'>;
  /** Milliseconds that never go back. */
  readonly now: () => number;
}

/** Whether the store can be used. Reading is tried; of writing is known what became of the writes there were. */
export class StoreHealth {
  readonly #host: StoreHealthHost;
  #refused: { readonly reason: string; readonly at: number } | undefined;
  #unread: string | undefined;
  #look: { readonly since: number; readonly over: Promise<void> } | undefined;

  constructor(host: StoreHealthHost) {
    this.#host = host;
  }

  /** Hears what becomes of a write. */
  async track<Value>(write: Promise<Value>): Promise<Value> {
    try {
      const value = await write;
      this.#refused = undefined;
      return value;
    } catch (thrown) {
      if (thrown instanceof JournalUnavailable) {
        this.#refused = { reason: thrown.message, at: this.#host.now() };
      }
      throw thrown;
    }
  }

  /** Looks, and says why the store cannot be used. */
  async check(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>(resolve => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([this.#startLoading(), patience]);
    clearTimeout(timer);
    return this.#known();
  }

  #known(): string | undefined {
    const now = this.#host.now();
    const waited = this.#look === undefined ? 0 : now - this.#look.since;
    if (waited >= PATIENCE_MS) return `The store has not answered for ${waited} ms.`;
    if (this.#unread !== undefined) return this.#unread;
    const { reason, at } = this.#refused ?? { at: Number.NEGATIVE_INFINITY };
    return now - at < REFUSED_MS ? reason : undefined;
  }

  /** One look at a time, however many ask. */
  #startLoading(): Promise<void> {
    this.#look ??= {
      since: this.#host.now(),
      over: this.#read().then(unread => {
        this.#unread = unread;
        this.#look = undefined;
      }),
    };
    return this.#look.over;
  }

  async #read(): Promise<string | undefined> {
    try {
      await this.#host.journal.list({ limit: 1 });
      return undefined;
    } catch (thrown) {
      // Anything else is a bug, of which only the log may tell.
      return thrown instanceof JournalUnavailable
        ? thrown.message
        : 'The store failed to list the universes.';
    }
  }
}
