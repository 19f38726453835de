import type { BodySpace, Place } from './body-space.js';
import { bounded, type CameraState, DEFAULT_CAMERA } from './camera.js';
import { type Flight, flightOf } from './flight.js';

const SETTLE_MS = 75;
const MAX_STEP_MS = 120;
const TURN = 2 * Math.PI;
/** Radii from the centre. */
const NEAREST = 1.12;

/** Where the camera is, and where it goes. */
export class CameraMotion {
  #now: CameraState = DEFAULT_CAMERA;
  #wanted: CameraState = DEFAULT_CAMERA;
  #flight: { readonly path: Flight; readonly from: CameraState; start: number | undefined } | undefined;
  #lastMs = 0;

  constructor(
    readonly space: BodySpace,
    readonly still: () => boolean,
  ) {}

  get now(): CameraState {
    return this.#now;
  }

  get wanted(): CameraState {
    return this.#wanted;
  }

  get moving(): boolean {
    return this.#flight !== undefined || this.#now !== this.#wanted;
  }

  jump(state: CameraState): void {
    this.#flight = undefined;
    this.#wanted = bounded(state, this.#nearest(state.focus));
    this.#now = this.#wanted;
  }

  fly(to: CameraState): void {
    if (this.still()) return this.jump(to);
    const from = this.#now;
    const target = this.targetOf(to);
    const start = this.space.inFrame(this.targetOf(from), target.root);
    const apart = Math.hypot(start.x - target.x, start.y - target.y, start.z - target.z);
    this.#wanted = bounded(to, this.#nearest(to.focus));
    this.#flight = { path: flightOf(apart, from.distance, this.#wanted.distance), from, start: undefined };
  }

  change(part: Partial<CameraState>): void {
    if (this.#flight !== undefined) this.#land();
    this.#wanted = bounded({ ...this.#wanted, ...part }, this.#nearest(this.#wanted.focus));
    if (this.still()) this.#now = this.#wanted;
  }

  /** Moves the camera on. Returns its target. */
  step(ms: number): Place {
    const passed = Math.max(1, Math.min(MAX_STEP_MS, ms - this.#lastMs));
    this.#lastMs = ms;
    if (this.#flight !== undefined) return this.#fly(ms);
    if (this.#now !== this.#wanted) this.#approach(1 - Math.exp(-passed / SETTLE_MS));
    return this.targetOf(this.#now);
  }

  targetOf({ focus, offset }: CameraState): Place {
    const slot = focus === undefined ? undefined : this.space.slots.get(focus);
    const base = slot === undefined ? { root: -1, x: 0, y: 0, z: 0 } : this.space.placeOf(slot);
    return { root: base.root, x: base.x + offset[0], y: base.y + offset[1], z: base.z + offset[2] };
  }

  #fly(ms: number): Place {
    const flight = this.#flight!;
    flight.start ??= ms;
    const share = (ms - flight.start) / flight.path.ms;
    const end = this.targetOf(this.#wanted);
    if (share >= 1) {
      this.#land();
      return end;
    }
    const { way, distance } = flight.path.at(share);
    const begin = this.space.inFrame(this.targetOf(flight.from), end.root);
    const turned = Math.max(0, Math.min(1, share)) ** 2 * (3 - 2 * Math.max(0, Math.min(1, share)));
    this.#now = {
      ...this.#wanted,
      azimuth: flight.from.azimuth + shortest(this.#wanted.azimuth - flight.from.azimuth) * turned,
      elevation: flight.from.elevation + (this.#wanted.elevation - flight.from.elevation) * turned,
      distance,
    };
    return {
      root: end.root,
      x: begin.x + (end.x - begin.x) * way,
      y: begin.y + (end.y - begin.y) * way,
      z: begin.z + (end.z - begin.z) * way,
    };
  }

  #land(): void {
    this.#flight = undefined;
    this.#now = this.#wanted;
  }

  #approach(share: number): void {
    const [now, to] = [this.#now, this.#wanted];
    const turn = shortest(to.azimuth - now.azimuth);
    const rise = to.elevation - now.elevation;
    const zoom = Math.log(to.distance / now.distance);
    const shift = Math.hypot(...to.offset.map((value, axis) => value - now.offset[axis]!)) / to.distance;
    if (Math.abs(turn) + Math.abs(rise) + Math.abs(zoom) + shift < 2e-4 || now.focus !== to.focus) {
      this.#now = to;
      return;
    }
    const [x, y, z] = to.offset.map((value, axis) => now.offset[axis]! + (value - now.offset[axis]!) * share);
    this.#now = {
      focus: to.focus,
      offset: [x!, y!, z!],
      azimuth: now.azimuth + turn * share,
      elevation: now.elevation + rise * share,
      distance: now.distance * Math.exp(zoom * share),
    };
  }

  #nearest(focus: string | undefined): number | undefined {
    const slot = focus === undefined ? undefined : this.space.slots.get(focus);
    const radius = slot === undefined ? 0 : this.space.radius[slot]!;
    return radius > 0 ? radius * NEAREST : undefined;
  }
}

function shortest(angle: number): number {
  const rest = ((angle % TURN) + TURN) % TURN;
  return rest > Math.PI ? rest - TURN : rest;
}
