import { WorldError } from '@worldwire/server';
import { BoundedCache } from '@worldwire/server/kit';
import type { Steps, UniverseState } from '../domain/index.js';
import { mapPng } from '../sky/map/map-png.js';
import { type MapOptions, mapSvgSteps } from '../sky/map/map-svg.js';
import { planMap } from '../sky/map/plan.js';
import { ephemerisSteps, type Position } from '../sky/orbits/ephemeris.js';
import { standardState } from '../sky/orbits/units.js';
import type { Caller } from './caller.js';
import { type Committed, SMALL_ENTITIES } from './committed-states.js';
import { FairQueue } from './fair-queue.js';
import type { LoadedUniverse } from './loaded-universe.js';
import type { SharedWork } from './shared-work.js';

/** Bodies whose positions are computed for one request. */
const MAX_BODIES = 100_000;
/** Estimated memory of a position, of a body in a state, and of a plan, which has some hundred bodies. */
const POSITION_BYTES = 128;
const BODY_BYTES = 512;
const PLAN_BYTES = 32 * 1024;
const MAX_CACHED_PNG_BYTES = 16 * 1024 * 1024;
/** Waiting PNGs of one principal. Rendering is the most expensive read. */
const MAX_RENDERING = 32;

interface Rendered {
  readonly png: Uint8Array;
  readonly revision: number;
}

export interface Positions {
  readonly t: number;
  readonly revision: number;
  readonly bodies: readonly Position[];
}

/** The positions of the bodies of a universe, as numbers and as maps. */
export class Sky {
  readonly #pngs = new BoundedCache<Rendered>({ maxSize: MAX_CACHED_PNG_BYTES });
  readonly #rendering = new Map<string, Promise<Uint8Array>>();
  readonly #queue = new FairQueue(MAX_RENDERING, 'pictures');

  constructor(
    readonly work: SharedWork,
    readonly renderPng: (svg: string) => Promise<Uint8Array> = mapPng,
  ) {}

  /** Computes positions at `at`, or at the time of the universe, and passes them to `then`. */
  positions<Result>(
    loaded: LoadedUniverse,
    caller: Caller,
    { at, ids }: { readonly at?: number; readonly ids?: readonly string[] },
    then: (positions: Positions) => Steps<Result>,
  ): Promise<Result> {
    const { work } = this;
    const steps = function* (committed: Committed): Steps<Result> {
      const { capture, revision, head } = committed;
      const t = at ?? capture.time;
      const all = capture.bodies;
      if (ids === undefined && all.length > MAX_BODIES) throw tooManyBodies(head.id, all.length);
      const compute = () => ephemerisSteps(all, t, capture.units, ids);
      // Requests for named bodies seldom repeat.
      const name = JSON.stringify(['places', head.id, head.incarnation, revision, t]);
      const bodies =
        ids === undefined
          ? yield* work.share(name, compute, ({ length }) => length * POSITION_BYTES)
          : yield* compute();
      return yield* then({ t, revision, bodies });
    };
    return loaded.states.make(caller, steps, SMALL_ENTITIES);
  }

  map(
    loaded: LoadedUniverse,
    caller: Caller,
    options: MapOptions = {},
  ): Promise<{ readonly svg: string; readonly revision: number }> {
    return loaded.states.make(caller, committed => this.#draw(committed, options));
  }

  async picture(loaded: LoadedUniverse, caller: Caller, options: MapOptions = {}): Promise<Rendered> {
    const { head, revision } = loaded;
    const name = JSON.stringify([head.id, head.incarnation, head.name, revision, options]);
    const known = this.#pngs.get(name);
    if (known !== undefined) return known;
    const drawn = await this.map(loaded, caller, options);
    const png = await this.#render(drawn.svg, caller.principal);
    const rendered = { png, revision: drawn.revision };
    this.#pngs.set(name, rendered, png.byteLength);
    return rendered;
  }

  *#draw(
    { capture, revision, head }: Committed,
    options: MapOptions,
  ): Steps<{ svg: string; revision: number }> {
    const { focus } = options;
    if (focus !== undefined && !capture.bodies.some(({ id }) => id === focus)) {
      throw new WorldError(
        'NotFound',
        `Universe "${head.id}" has no body "${focus.slice(0, 128)}".`,
        'The ids of its bodies are the keys of "stars" in its state.',
      );
    }
    const { work } = this;
    const t = options.t ?? capture.time;
    const version = [head.id, head.incarnation, revision];
    const draw = function* () {
      const state = yield* work.share(
        JSON.stringify(['state', ...version]),
        function* () {
          return yield* standardState(yield* capture.state());
        },
        stateBytes,
      );
      const plan = yield* work.share(
        JSON.stringify(['plan', ...version, focus]),
        () => planMap(state, focus),
        () => PLAN_BYTES,
      );
      return yield* mapSvgSteps(state, { title: head.name, ...options, t }, plan);
    };
    const name = JSON.stringify(['map', ...version, head.name, { ...options, t }]);
    const svg = yield* work.share(name, draw, ({ length }) => length);
    return { svg, revision };
  }

  /** Concurrent requests for the same map share one rendering. */
  #render(svg: string, principal: string): Promise<Uint8Array> {
    const running = this.#rendering.get(svg);
    if (running !== undefined) return running;
    const rendering = this.#queue.run(principal, () => this.renderPng(svg));
    this.#rendering.set(svg, rendering);
    const done = () => this.#rendering.delete(svg);
    rendering.then(done, done);
    return rendering;
  }
}

function stateBytes({ stars }: UniverseState): number {
  return Object.keys(stars).length * BODY_BYTES;
}

function tooManyBodies(id: string, count: number): WorldError {
  return new WorldError(
    'InvalidArgument',
    `Universe "${id}" has ${count} bodies. The limit for one request is ${MAX_BODIES}.`,
    'Name the bodies: GET /universes/:id/ephemeris?body=earth&body=moon.',
  );
}
