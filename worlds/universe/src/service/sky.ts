import { WorldError } from '@worldwire/server';
import type { Steps, UniverseState } from '../domain/index.js';
import { mapPng } from '../sky/map/map-png.js';
import { type MapOptions, mapSvgSteps } from '../sky/map/map-svg.js';
import { planMap } from '../sky/map/plan.js';
import { ephemerisSteps, type Place } from '../sky/orbits/ephemeris.js';
import { standardState } from '../sky/orbits/units.js';
import type { Caller } from './caller.js';
import { type Committed, SMALL_ENTITIES } from './committed-states.js';
import { FairGate } from './fair-gate.js';
import type { LoadedUniverse } from './loaded-universe.js';
import { ResultCache } from './result-cache.js';
import type { SharedWork } from './shared-work.js';

/** Bodies whose places are computed for one request. */
export const MAX_PLACES = 100_000;
/** Of a place, and of a body as a state has it: about what one holds. */
const PLACE_BYTES = 128;
const BODY_BYTES = 512;
/** A plan names some hundreds of bodies. */
const PLAN_BYTES = 32 * 1024;
/** Pictures kept, so that many who look at the same sky cost as much as one. */
const MAX_PICTURE_BYTES = 16 * 1024 * 1024;
/** Pictures of one principal that wait to be painted. Painting is the most expensive work that a reader can ask for. */
const MAX_PAINTINGS_WAITING = 32;

interface Painted {
  readonly png: Uint8Array;
  readonly revision: number;
}

export interface Positions {
  readonly t: number;
  readonly revision: number;
  readonly bodies: readonly Place[];
}

/** Where the bodies of a universe are, in numbers and in pictures. */
export class Sky {
  readonly #pictures = new ResultCache(MAX_PICTURE_BYTES);
  readonly #painting = new Map<string, Promise<Uint8Array>>();
  readonly #gate = new FairGate(MAX_PAINTINGS_WAITING, 'pictures');

  constructor(
    readonly work: SharedWork,
    readonly renderPng: (svg: string) => Promise<Uint8Array> = mapPng,
  ) {}

  /** Positions at a time, or at the time of the universe, and what is made of them in further steps. */
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
      const { bodies } = capture;
      if (ids === undefined && bodies.length > MAX_PLACES) throw tooManyBodies(head.id, bodies.length);
      const place = () => ephemerisSteps(bodies, t, capture.units, ids);
      // What names its bodies is seldom asked twice.
      const name = JSON.stringify(['places', head.id, head.incarnation, revision, t]);
      const places =
        ids === undefined ? yield* work.share(name, place, all => all.length * PLACE_BYTES) : yield* place();
      return yield* then({ t, revision, bodies: places });
    };
    return loaded.make(caller, steps, SMALL_ENTITIES);
  }

  map(
    loaded: LoadedUniverse,
    caller: Caller,
    options: MapOptions = {},
  ): Promise<{ readonly svg: string; readonly revision: number }> {
    return loaded.make(caller, committed => this.#draw(committed, options));
  }

  async picture(loaded: LoadedUniverse, caller: Caller, options: MapOptions = {}): Promise<Painted> {
    const { head, revision } = loaded;
    const name = JSON.stringify([head.id, head.incarnation, head.name, revision, options]);
    const known = this.#pictures.get<Painted>(name);
    if (known !== undefined) return known;
    const drawn = await this.map(loaded, caller, options);
    const png = await this.#painted(drawn.svg, caller.principal);
    const painted = { png, revision: drawn.revision };
    this.#pictures.keep(name, painted, png.byteLength);
    return painted;
  }

  *#draw(
    { capture, revision, head }: Committed,
    options: MapOptions,
  ): Steps<{ svg: string; revision: number }> {
    const { focus } = options;
    if (focus !== undefined && !capture.bodies.some(({ id }) => id === focus)) {
      throw new WorldError(
        'NotFound',
        `Universe "${head.id}" has no body "${focus.slice(0, 128)}" to look at.`,
      );
    }
    const { work } = this;
    const t = options.t ?? capture.time;
    const place = [head.id, head.incarnation, revision];
    const draw = function* () {
      const state = yield* work.share(
        JSON.stringify(['state', ...place]),
        function* () {
          return yield* standardState(yield* capture.state());
        },
        sizeOf,
      );
      const planned = JSON.stringify(['plan', ...place, focus]);
      const plan = yield* work.share(
        planned,
        () => planMap(state, focus),
        () => PLAN_BYTES,
      );
      return yield* mapSvgSteps(state, { title: head.name, ...options, t }, plan);
    };
    const name = JSON.stringify(['map', ...place, head.name, { ...options, t }]);
    const svg = yield* work.share(name, draw, ({ length }) => length);
    return { svg, revision };
  }

  /** Whoever asks for a drawing that is being painted waits for that painting. */
  #painted(svg: string, principal: string): Promise<Uint8Array> {
    const under = this.#painting.get(svg);
    if (under !== undefined) return under;
    const painting = this.#gate.run(principal, () => this.renderPng(svg));
    this.#painting.set(svg, painting);
    const over = () => this.#painting.delete(svg);
    painting.then(over, over);
    return painting;
  }
}

function sizeOf({ stars }: UniverseState): number {
  return Object.keys(stars).length * BODY_BYTES;
}

function tooManyBodies(id: string, count: number): WorldError {
  return new WorldError(
    'InvalidArgument',
    `Universe "${id}" has ${count} bodies. Places are computed for at most ${MAX_PLACES} at once.`,
    'Name the bodies you want: GET /universes/:id/ephemeris?body=earth&body=moon.',
  );
}
