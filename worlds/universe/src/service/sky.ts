import type { EncodedPicture, PictureFormat, Within } from '@worldwire/picture';
import { WorldError } from '@worldwire/server';
import { BoundedCache } from '@worldwire/server/kit';
import type { Capture, Entity, Steps, UniverseState } from '../domain/index.js';
import { findEntity } from '../queries/find-entities.js';
import { describeMap } from '../sky/map/describe-map.js';
import { mapPicture } from '../sky/map/map-picture.js';
import { type MapOptions, mapSvgSteps } from '../sky/map/map-svg.js';
import { planMap } from '../sky/map/plan.js';
import { ephemerisSteps, type Position } from '../sky/orbits/ephemeris.js';
import { standardState } from '../sky/orbits/units.js';
import type { Caller } from './caller.js';
import { type Committed, type Reading, SMALL_ENTITIES } from './committed-states.js';
import { FairQueue } from './fair-queue.js';
import type { LoadedUniverse } from './loaded-universe.js';
import type { SharedWork } from './shared-work.js';

/** Bodies whose positions are computed for one request. */
const MAX_BODIES = 100_000;
/** Estimated memory of a position, of a body in a state, and of a plan, which has some hundred bodies. */
const POSITION_BYTES = 128;
const BODY_BYTES = 512;
const PLAN_BYTES = 32 * 1024;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
/** Waiting pictures of one principal. Rendering is the most expensive read. */
const MAX_RENDERING = 32;

/** What is drawn, and how large the file may be. A PNG unless another format is given. */
export interface PictureOptions extends MapOptions {
  readonly format?: PictureFormat | undefined;
  readonly maxBytes?: number;
}

interface Drawn {
  readonly svg: string;
  /** What is on the map. */
  readonly text: string;
}

export interface DrawnMap extends Drawn {
  /** Unique among all maps. */
  readonly name: string;
  readonly revision: number;
  readonly t: number;
}

export interface RenderedMap extends Omit<DrawnMap, 'svg'> {
  readonly picture: EncodedPicture;
}

export interface Positions {
  readonly t: number;
  readonly revision: number;
  readonly bodies: readonly Position[];
}

/** The positions of the bodies of a universe, as numbers and as maps. */
export class Sky {
  readonly #pictures = new BoundedCache<EncodedPicture>({ maxSize: MAX_CACHED_BYTES });
  readonly #rendering = new Map<string, Promise<EncodedPicture>>();
  readonly #queue = new FairQueue(MAX_RENDERING, 'pictures');

  constructor(
    readonly work: SharedWork,
    readonly renderMap: (svg: string, wanted: Within) => Promise<EncodedPicture> = mapPicture,
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

  map(loaded: LoadedUniverse, caller: Caller, options: MapOptions = {}): Promise<DrawnMap> {
    return this.mapOf(work => loaded.states.make(caller, work), options);
  }

  /** A map of the state that `read` reads. */
  mapOf(read: Reading, options: MapOptions = {}): Promise<DrawnMap> {
    return read(committed => this.#draw(committed, options));
  }

  picture(loaded: LoadedUniverse, caller: Caller, options: PictureOptions = {}): Promise<RenderedMap> {
    return this.pictureOf(work => loaded.states.make(caller, work), caller, options);
  }

  /** A picture of the state that `read` reads, rendered once. */
  async pictureOf(
    read: Reading,
    { principal }: Pick<Caller, 'principal'>,
    { format = 'png', maxBytes, ...options }: PictureOptions = {},
  ): Promise<RenderedMap> {
    const { svg, ...map } = await this.mapOf(read, options);
    const name = JSON.stringify([map.name, format, maxBytes]);
    const known = this.#pictures.get(name);
    if (known !== undefined) return { ...map, picture: known };
    const picture = await this.#render(name, principal, () => this.renderMap(svg, { format, maxBytes }));
    this.#pictures.set(name, picture, picture.data.byteLength);
    return { ...map, picture };
  }

  *#draw({ capture, revision, head }: Committed, options: MapOptions): Steps<DrawnMap> {
    const t = options.t ?? capture.time;
    const focused = options.focus === undefined ? undefined : yield* centreOf(capture, options.focus);
    const focus = focused?.id;
    const { work } = this;
    const version = [head.id, head.incarnation, revision];
    const draw = function* (): Steps<Drawn> {
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
      const title = focused === undefined ? head.name : `${head.name}: ${focused.name}`;
      const svg = yield* mapSvgSteps(state, { title, ...options, t }, plan);
      return { svg, text: describeMap(state, plan) };
    };
    const { width, height, title } = options;
    const name = JSON.stringify(['map', ...version, head.name, { width, height, title, focus, t }]);
    const drawn = yield* work.share(name, draw, ({ svg, text }) => svg.length + text.length);
    return { ...drawn, name, revision, t };
  }

  /** Concurrent requests for the same map share one rendering. */
  #render(name: string, principal: string, render: () => Promise<EncodedPicture>): Promise<EncodedPicture> {
    const running = this.#rendering.get(name);
    if (running !== undefined) return running;
    const rendering = this.#queue.run(principal, render);
    this.#rendering.set(name, rendering);
    const done = () => this.#rendering.delete(name);
    rendering.then(done, done);
    return rendering;
  }
}

/** The body whose system a map shows: a body without satellites is drawn with the body that it orbits. */
function* centreOf(capture: Capture, text: string): Steps<Entity> {
  const bodies = capture.bodies;
  const body = yield* findEntity(bodies, text);
  if (typeof body.parentId !== 'string' || capture.captured.children.has(body.id)) return body;
  return yield* findEntity(bodies, body.parentId);
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
