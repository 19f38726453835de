import type { SourceEvent } from '../port/unreal-source.js';

/** Who listens, and to what is watched. */
export class SourceEvents {
  readonly #listeners = new Set<(event: SourceEvent) => void>();

  listen(listener: (event: SourceEvent) => void): () => void {
    // The same function may listen twice, and stop once.
    const own = (event: SourceEvent) => listener(event);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  emit(event: SourceEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  close(): void {
    this.#listeners.clear();
  }
}
