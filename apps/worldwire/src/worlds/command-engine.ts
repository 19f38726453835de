import type { EngineEvent } from '@worldwire/engine';
import type { EnginePool, PoolEntry } from '@worldwire/engine/linked';

/**
 * The engine that a command has started, among all that link. A bridge does not say who started it, and an editor starts games: while any engine is
 * linked, the loss of another one is not taken for a loss of the engine of the command, which would be killed for it.
 */
export class CommandEngine {
  readonly #pool: EnginePool;
  readonly #listeners = new Set<(event: EngineEvent) => void>();

  constructor(pool: EnginePool) {
    this.#pool = pool;
    for (const entry of pool.entries) this.#watch(entry);
    pool.listen(({ kind, entry }) => {
      if (kind === 'added') this.#watch(entry);
    });
  }

  listen(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Says why no engine is linked. */
  explain(reason: string): void {
    this.#pool.first.engine.explain(reason);
  }

  #watch({ engine }: PoolEntry): void {
    engine.listen(event => {
      const isLost = event.kind === 'state' && event.state.status === 'gone';
      if (isLost && this.#pool.entries.some(other => other.engine.connected)) return;
      for (const listener of this.#listeners) listener(event);
    });
  }
}
