import { WorldError } from '@worldwire/server';
import { ephemeris, type Place } from '../sky/ephemeris.js';
import { mapPng } from '../sky/map-png.js';
import { type MapOptions, mapSvg } from '../sky/map-svg.js';
import type { LiveUniverse } from './live-universe.js';

/** Pictures kept, so that many who look at the same sky cost as much as one. */
const KEPT = 32;
/** Pictures waiting to be painted, one after the other: painting is the dearest thing a reader can ask for. */
const MOST_WAITING = 32;

interface Painted {
  readonly png: Uint8Array;
  readonly revision: number;
}

/** Where the bodies of a universe are, in numbers and in pictures. */
export class Sky {
  readonly #pictures = new Map<string, Promise<Painted>>();
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(readonly paint: (svg: string) => Promise<Uint8Array> = mapPng) {}

  async ephemeris(
    live: LiveUniverse,
    at?: number,
  ): Promise<{ readonly t: number; readonly revision: number; readonly bodies: readonly Place[] }> {
    return live.read(universe => {
      const t = at ?? universe.time;
      return { t, revision: live.revision, bodies: ephemeris(universe.snapshot(), t) };
    });
  }

  async map(
    live: LiveUniverse,
    options: MapOptions = {},
  ): Promise<{ readonly svg: string; readonly revision: number }> {
    const title = live.head.name;
    return live.read(universe => {
      if (options.focus !== undefined && universe.entity('stars', options.focus) === undefined) {
        throw new WorldError('NotFound', `Universe "${live.id}" has no body "${options.focus}" to look at.`);
      }
      const t = options.t ?? universe.time;
      return { svg: mapSvg(universe.snapshot(), { title, ...options, t }), revision: live.revision };
    });
  }

  picture(live: LiveUniverse, options: MapOptions = {}): Promise<Painted> {
    const name = JSON.stringify([live.id, live.head.incarnation, live.head.name, live.revision, options]);
    const kept = this.#pictures.get(name);
    if (kept !== undefined) return kept;
    if (this.#waiting >= MOST_WAITING) {
      throw new WorldError('RateLimited', 'Too many pictures are being painted.', 'Ask again in a second.');
    }
    this.#waiting++;
    const painting = this.#last.then(() => this.#paint(live, options));
    this.#last = painting.catch(() => {}).finally(() => this.#waiting--);
    this.#pictures.set(name, painting);
    painting.catch(() => this.#pictures.delete(name));
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > KEPT && oldest !== undefined) this.#pictures.delete(oldest);
    return painting;
  }

  async #paint(live: LiveUniverse, options: MapOptions): Promise<Painted> {
    const { svg, revision } = await this.map(live, options);
    return { png: await this.paint(svg), revision };
  }
}
