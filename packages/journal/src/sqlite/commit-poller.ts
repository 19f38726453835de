type Listener = (id: string | undefined) => void;

/** Looks for commits of other connections, on one timer, and only while somebody listens. */
export class ForeignCommits {
  readonly #version: () => number | undefined;
  readonly #everyMs: number;
  readonly #listeners = new Set<{ readonly tell: Listener }>();
  #timer: NodeJS.Timeout | undefined;
  #seen: number | undefined;

  constructor(version: () => number | undefined, everyMs: number) {
    this.#version = version;
    this.#everyMs = everyMs;
  }

  watch(tell: Listener): () => void {
    const entry = { tell };
    this.#listeners.add(entry);
    if (this.#timer === undefined) {
      this.#seen = this.#look();
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
    const version = this.#look();
    if (version === this.#seen) return;
    this.#seen = version;
    for (const { tell } of [...this.#listeners]) tell(undefined);
  }

  /** What cannot be read now is told by the calls that need it. */
  #look(): number | undefined {
    try {
      return this.#version();
    } catch {
      return this.#seen;
    }
  }
}
