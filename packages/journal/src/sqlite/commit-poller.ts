type Listener = (id: string | undefined) => void;

/** Polls for commits of other connections, on one timer, while there are listeners. */
export class CommitPoller {
  readonly #version: () => number | undefined;
  readonly #everyMs: number;
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  #timer: NodeJS.Timeout | undefined;
  #seen: number | undefined;

  constructor(version: () => number | undefined, everyMs: number) {
    this.#version = version;
    this.#everyMs = everyMs;
  }

  watch(listener: Listener): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    if (this.#timer === undefined) {
      this.#seen = this.#readVersion();
      this.#timer = setInterval(() => this.#poll(), this.#everyMs).unref();
    }
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.close();
    };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #poll(): void {
    const version = this.#readVersion();
    if (version === this.#seen) return;
    this.#seen = version;
    for (const { listener } of [...this.#listeners]) listener(undefined);
  }

  /** Ignores errors: the next read or write reports them. */
  #readVersion(): number | undefined {
    try {
      return this.#version();
    } catch {
      return this.#seen;
    }
  }
}
