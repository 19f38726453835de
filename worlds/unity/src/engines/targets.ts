import type { ClientSession, Context } from '@worldwire/server';
import { legible, WorldError } from '@worldwire/server';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { Benches } from './benches.js';
import type { EngineBench } from './engine-bench.js';
import { lineOf } from './engine-facts.js';
import { isPresent } from './engine-set.js';
import { objectIdsIn } from './object-ids.js';

const MAX_NAME = 64;
/** The name of the choice in the session. */
const REMEMBERED = 'engine';

/** Finds the engine of a call: by name, by the session's choice, by its object ids, or the only one that is linked. */
export class Targets {
  readonly #benches: Benches;
  readonly #selected = new WeakMap<ClientSession, EngineBench>();

  constructor(benches: Benches) {
    this.#benches = benches;
  }

  /** Throws where the engine is unknown, not clear, or not the one of the object ids in `given`. */
  of(engine: unknown, given: unknown, context: Pick<Context, 'session'> | undefined): EngineBench {
    if (this.#benches.size === 1 && engine === undefined && !isRemembered(context)) return this.#benches.home;
    const chosen = engine === undefined ? this.selected(context) : this.named(engine);
    const ofIds = this.#ofIds(given, chosen);
    return chosen ?? ofIds ?? this.#only(context);
  }

  /** Throws where several engines are known, and neither the call nor its session names one. */
  requireChosen(engine: unknown, context: Pick<Context, 'session'>): void {
    if (this.#benches.size === 1 || engine !== undefined || this.selected(context) !== undefined) return;
    throw new WorldError(
      'InvalidArgument',
      `Each engine has a journal of its own, and the call does not say which it is for. ${this.#list()}`,
      'Pass the name of the engine that was written to as `engine`; ListJournal shows its entries.',
    );
  }

  /** The same, or undefined. */
  find(engine: unknown, given: unknown, context?: Pick<Context, 'session'>): EngineBench | undefined {
    try {
      return this.of(engine, given, context);
    } catch (thrown) {
      if (thrown instanceof WorldError) return undefined;
      throw thrown;
    }
  }

  /** For failures, which are kept with their engine where it is known. */
  ofFailed(engine: unknown, given: unknown): EngineBench {
    return this.find(engine, given) ?? this.#benches.home;
  }

  named(name: unknown): EngineBench {
    const known = this.#benches.all.filter(({ entry }) => entry.name !== undefined);
    const found = known.find(({ entry }) => entry.name === name);
    if (found !== undefined) return found;
    const names = known.map(({ entry }) => entry.name as string);
    const shown = typeof name === 'string' ? `"${legible(name, MAX_NAME)}"` : 'of this type';
    const near = typeof name === 'string' ? didYouMean(name, names) : '';
    throw new WorldError(
      'NotFound',
      names.length === 0
        ? `There is no engine ${shown}: no engine has linked yet.`
        : `There is no engine ${shown}.${near} ${this.#list()}`,
      names.length === 0
        ? 'Start the game with its bridge; ListEngines shows it when it has linked.'
        : 'Pass one of these names as `engine`. ListEngines shows them, too.',
    );
  }

  /** Throws where the engine that the session has selected is not known any more, or not yet again. */
  selected(context: Pick<Context, 'session'> | undefined): EngineBench | undefined {
    const session = context?.session;
    if (session === undefined) return undefined;
    const bench = this.shown(session);
    const name = bench === undefined ? session.recall(REMEMBERED) : undefined;
    if (name !== undefined) {
      throw new WorldError(
        'NotReady',
        `The session selected the engine ${name}, which has not linked since the server started. ${this.#list()}`,
        'Wait until ListEngines shows it, or select another one with SelectEngine; null selects none.',
      );
    }
    if (bench === undefined || this.#benches.all.includes(bench)) return bench;
    throw new WorldError(
      'NotFound',
      `The selected engine ${bench.entry.name} was removed, because it was lost and others have linked. ${this.#list()}`,
      'SelectEngine selects another one.',
    );
  }

  /** The same without an error. The choice of a session that is older than this process is known by name. */
  shown(session: ClientSession): EngineBench | undefined {
    const known = this.#selected.get(session);
    const name = known === undefined ? session.recall(REMEMBERED) : undefined;
    if (name === undefined) return known;
    const bench = this.#benches.all.find(({ entry }) => entry.name === name);
    if (bench !== undefined) this.#selected.set(session, bench);
    return bench;
  }

  select(session: ClientSession, bench: EngineBench | undefined): void {
    session.remember(REMEMBERED, bench?.entry.name);
    if (bench === undefined) this.#selected.delete(session);
    else this.#selected.set(session, bench);
  }

  #ofIds(given: unknown, chosen: EngineBench | undefined): EngineBench | undefined {
    let first: { readonly id: string; readonly bench: EngineBench } | undefined;
    for (const id of objectIdsIn(given)) {
      const bench = this.#benches.ofId(id);
      if (bench === undefined) continue;
      if (chosen !== undefined && bench !== chosen) throw otherEngine(id, bench, chosen);
      if (first !== undefined && bench !== first.bench) throw twoEngines(first, { id, bench });
      first ??= { id, bench };
    }
    return first?.bench;
  }

  /** An engine that was lost a moment ago counts, so that a write for it does not reach another one. */
  #only(context: Pick<Context, 'session'> | undefined): EngineBench {
    const present = this.#benches.all.filter(({ entry }) => isPresent(entry));
    const [first] = present;
    if (present.length === 1 && first !== undefined) return first;
    if (present.length === 0) {
      throw new WorldError(
        'NotReady',
        `No engine is linked now, and the call does not say which it is for. ${this.#list()}`,
        'Start it again, and wait until ListEngines shows it as linked.',
      );
    }
    throw new WorldError(
      'InvalidArgument',
      `${present.length} engines are linked, and the call does not say which it is for. ${this.#list()}`,
      context?.session === undefined
        ? 'Pass its name as `engine` with each call.'
        : 'Pass its name as `engine`, or call SelectEngine once for this session.',
    );
  }

  #list(): string {
    return `Engines: ${this.#benches.all.map(({ entry }) => lineOf(entry)).join('; ')}.`;
  }
}

function isRemembered(context: Pick<Context, 'session'> | undefined): boolean {
  return context?.session?.recall(REMEMBERED) !== undefined;
}

function otherEngine(id: string, { entry }: EngineBench, chosen: EngineBench): WorldError {
  return new WorldError(
    'InvalidArgument',
    `${id} belongs to the engine ${entry.name}, and the call is for ${chosen.entry.name}.`,
    `Pass "engine": "${entry.name}", or an object of ${chosen.entry.name}; SearchObjects finds its objects.`,
  );
}

type Owned = { readonly id: string; readonly bench: EngineBench };

function twoEngines(one: Owned, other: Owned): WorldError {
  const owned = ({ id, bench }: Owned) => `${id} belongs to the engine ${bench.entry.name}`;
  return new WorldError(
    'InvalidArgument',
    `${owned(one)} and ${owned(other)}.`,
    'Call once for each engine, with the objects of one engine alone.',
  );
}
