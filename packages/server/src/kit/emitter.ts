/**
 * Passes events to listeners, in the order in which they subscribed.
 *
 *     const changes = new Emitter<string>();
 *     const unsubscribe = changes.subscribe(path => console.log(path));
 *     changes.emit('/Game/Harbour');
 */
export class Emitter<Event> {
  readonly #listeners = new Set<{ readonly listener: (event: Event) => void }>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns the function that unsubscribes. A listener that subscribes twice is called twice, and unsubscribes each by itself. */
  subscribe(listener: (event: Event) => void): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  emit(event: Event): void {
    for (const { listener } of this.#listeners) listener(event);
  }

  /** Unsubscribes all listeners. */
  clear(): void {
    this.#listeners.clear();
  }
}
