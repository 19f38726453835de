import type { SourceEvent } from '../port/unreal-source.js';

/** Tells listeners what happened. */
export class Teller {
  readonly #listeners = new Set<(event: SourceEvent) => void>();

  listen(listener: (event: SourceEvent) => void): () => void {
    // One of its own for each call, so that who listens twice stops once at a time.
    const own = (event: SourceEvent) => listener(event);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  tell(event: SourceEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  /** An actor is part of its level, so that both have changed with it. */
  changed({ actor, asset }: { readonly actor?: string; readonly asset?: string }): void {
    if (actor !== undefined) this.tell({ kind: 'actor', path: actor });
    if (asset !== undefined) this.tell({ kind: 'asset', path: asset });
  }

  silence(): void {
    this.#listeners.clear();
  }
}
