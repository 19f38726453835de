export type WorldEvent =
  | { readonly kind: 'tools' | 'prompts' | 'resources' }
  | { readonly kind: 'resource'; readonly uri: string };

/**
 * What changed in a world. The kernel notifies the clients that subscribed.
 *
 *     const events = new WorldEvents();
 *     events.resourceUpdated('garden://plants/rose');
 */
export class WorldEvents {
  readonly #listeners = new Set<(event: WorldEvent) => void>();

  toolsChanged(): void {
    this.#emit({ kind: 'tools' });
  }

  promptsChanged(): void {
    this.#emit({ kind: 'prompts' });
  }

  resourcesChanged(): void {
    this.#emit({ kind: 'resources' });
  }

  resourceUpdated(uri: string): void {
    this.#emit({ kind: 'resource', uri });
  }

  /** Returns the function that unsubscribes. */
  subscribe(listener: (event: WorldEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #emit(event: WorldEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
