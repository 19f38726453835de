import type { Engine, OwnOffers } from '@worldwire/engine';
import type { LinkInfo } from '@worldwire/engine/linked';

/** An engine of the world. */
export interface EngineEntry {
  /** Undefined before the first engine links. */
  readonly name: string | undefined;
  readonly engine: Engine & LinkFacts;
}

/** What only an engine with a link has. */
export interface LinkFacts {
  readonly link?: LinkInfo;
  /** Whether it is connected, or was a moment ago and may dial again. */
  readonly present?: boolean;
  /** What the game registers. */
  readonly offers?: OwnOffers;
}

/** The engines of the world. The first entry always exists. */
export interface EngineSet {
  readonly entries: readonly EngineEntry[];
  /** The engine that has or had an object, by its id. */
  entryOfId(id: string): EngineEntry | undefined;
  /** Called before a further engine links, and when it is removed. Returns the function that unsubscribes. */
  listen(
    listener: (change: { readonly kind: 'added' | 'removed'; readonly entry: EngineEntry }) => void,
  ): () => void;
}

/** One engine, which stays. */
export function soleEngine(engine: Engine): EngineSet {
  const entry = { name: 'engine', engine };
  return { entries: [entry], entryOfId: () => entry, listen: () => () => {} };
}

export function isPresent({ engine }: EngineEntry): boolean {
  return engine.present ?? true;
}
