import { eccentricAnomaly, type Star, shapeOf, tiltOf } from '@worldwire/universe/sky';
import { rgbOf } from './colour.js';

/** In the order of the numbers that the shaders know. */
export const KIND_NAMES = [
  'star',
  'planet',
  'moon',
  'asteroid',
  'comet',
  'lagrangePoint',
  'blackHole',
] as const;

/**
 * A place as an offset from the root of a system. Two places of one system are subtracted without the distance of the system
 * from the origin, so a moon in a galaxy is as exact as one of the Sun.
 */
export interface Place {
  root: number;
  x: number;
  y: number;
  z: number;
}

const ORIGIN: Place = { root: -1, x: 0, y: 0, z: 0 };
const GROWTH = 1.5;
const INITIAL = 256;

/** All bodies in numbered slots with their places at a time. A change of one body costs one slot. */
export class BodySpace {
  readonly slots = new Map<string, number>();
  ids: (string | undefined)[] = [];
  /** One past the highest slot in use. */
  end = 0;
  time = 0;
  parent = new Int32Array(INITIAL).fill(-1);
  root = new Int32Array(INITIAL);
  kind = new Uint8Array(INITIAL);
  /** km; negative for a free slot. */
  radius = new Float64Array(INITIAL).fill(-1);
  axis = new Float64Array(INITIAL);
  eccentricity = new Float64Array(INITIAL);
  speed = new Float64Array(INITIAL);
  phase = new Float64Array(INITIAL);
  mass = new Float64Array(INITIAL);
  /** Semi-major axis, semi-minor axis, and centre of the orbit relative to the parent. */
  major = new Float64Array(INITIAL * 3);
  minor = new Float64Array(INITIAL * 3);
  offset = new Float64Array(INITIAL * 3);
  /** Relative to the parent, for a root to the origin. */
  own = new Float64Array(INITIAL * 3);
  /** Relative to the root. */
  local = new Float64Array(INITIAL * 3);
  colour = new Float32Array(INITIAL * 3);
  #placedAt = new Float64Array(INITIAL).fill(Number.NaN);
  #fastest = new Float64Array(INITIAL);
  #stamp = new Uint32Array(INITIAL);
  #round = 0;
  #free: number[] = [];
  #awaiting = new Map<string, Set<number>>();
  #parentIds: (string | null)[] = [];
  /** Whether a body was added, removed or changed since `place`. */
  dirty = true;
  #settled = false;

  get size(): number {
    return this.slots.size;
  }

  clear(): void {
    for (const id of [...this.slots.keys()]) this.remove(id);
    this.end = 0;
    this.#free = [];
  }

  put(body: Star): number {
    const slot = this.slots.get(body.id) ?? this.#take(body.id);
    this.dirty = true;
    this.#settled = false;
    this.#link(slot, body.parentId);
    const { axis, eccentricity } = shapeOf(body);
    const kind = KIND_NAMES.indexOf((body.bodyType ?? (body.parentId === null ? 'star' : 'planet')) as never);
    this.kind[slot] = kind < 0 ? 1 : kind;
    this.radius[slot] = Math.max(0, finite(body.radius));
    this.mass[slot] = finite(body.mass);
    this.axis[slot] = axis;
    this.eccentricity[slot] = eccentricity;
    this.speed[slot] = finite(body.orbitalSpeed);
    this.phase[slot] = finite(body.orbitalPhase);
    this.colour.set(rgbOf(body.color), slot * 3);
    this.#shape(slot, body, axis, eccentricity);
    // km/s at the periapsis.
    const fastest = Math.abs(axis * this.speed[slot]!) * Math.sqrt((1 + eccentricity) / (1 - eccentricity));
    this.#fastest[slot] = Number.isFinite(fastest) ? fastest : 0;
    this.#placedAt[slot] = Number.NaN;
    return slot;
  }

  remove(id: string): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.slots.delete(id);
    this.ids[slot] = undefined;
    this.#unwait(slot);
    this.#parentIds[slot] = null;
    this.radius[slot] = -1;
    this.parent[slot] = -1;
    this.axis[slot] = 0;
    this.#free.push(slot);
    this.dirty = true;
  }

  /**
   * Moves the bodies to the time. A body stays if it would move by less than `share` of its distance from `eye`, which is no
   * difference on the picture. Returns whether one moved.
   */
  place(time: number, eye: Place = ORIGIN, share = 0): boolean {
    if (!this.dirty && this.#settled && time === this.time) return false;
    this.time = time;
    let [moved, exact] = [this.dirty, true];
    for (let slot = 0; slot < this.end; slot++) {
      if (this.radius[slot]! < 0) continue;
      const since = Math.abs(time - this.#placedAt[slot]!);
      if (since === 0) continue;
      const way = since * this.#fastest[slot]!;
      // NaN: it was never placed.
      if (way === 0 || (share > 0 && way <= share * this.#away(slot, eye))) {
        if (way !== 0) exact = false;
        continue;
      }
      this.#placeOwn(slot, time);
      moved = true;
    }
    this.#settled = exact;
    this.dirty = false;
    if (moved) this.#sum();
    return moved;
  }

  /** The place of a body from another place, in km. */
  from(slot: number, origin: Place, into: Float64Array): Float64Array {
    const root = this.root[slot]! * 3;
    const at = slot * 3;
    const same = this.root[slot] === origin.root || origin.root < 0;
    const base = origin.root * 3;
    const dx = origin.root < 0 ? this.own[root]! : same ? 0 : this.own[root]! - this.own[base]!;
    const dy = origin.root < 0 ? this.own[root + 1]! : same ? 0 : this.own[root + 1]! - this.own[base + 1]!;
    const dz = origin.root < 0 ? this.own[root + 2]! : same ? 0 : this.own[root + 2]! - this.own[base + 2]!;
    into[0] = dx + (this.local[at]! - origin.x);
    into[1] = dy + (this.local[at + 1]! - origin.y);
    into[2] = dz + (this.local[at + 2]! - origin.z);
    return into;
  }

  /** The place of a body, in the frame of its own root. */
  placeOf(slot: number): Place {
    const at = slot * 3;
    return {
      root: this.root[slot]!,
      x: this.local[at]!,
      y: this.local[at + 1]!,
      z: this.local[at + 2]!,
    };
  }

  /** The same place in the frame of another root; −1 is the origin. */
  inFrame(place: Place, root: number): Place {
    if (place.root === root) return { ...place };
    const shift = (axis: number) =>
      (place.root < 0 ? 0 : this.own[place.root * 3 + axis]!) - (root < 0 ? 0 : this.own[root * 3 + axis]!);
    return { root, x: place.x + shift(0), y: place.y + shift(1), z: place.z + shift(2) };
  }

  eccentricAnomaly(slot: number, time = this.time): number {
    return eccentricAnomaly(this.phase[slot]! + this.speed[slot]! * time, this.eccentricity[slot]!);
  }

  #placeOwn(slot: number, time: number): void {
    const at = slot * 3;
    const { own, offset, major, minor } = this;
    if (this.axis[slot] === 0) {
      for (let axis = 0; axis < 3; axis++) own[at + axis] = offset[at + axis]!;
    } else {
      const anomaly = this.eccentricAnomaly(slot, time);
      const [c, s] = [Math.cos(anomaly) - this.eccentricity[slot]!, Math.sin(anomaly)];
      for (let axis = 0; axis < 3; axis++)
        own[at + axis] = offset[at + axis]! + major[at + axis]! * c + minor[at + axis]! * s;
    }
    this.#placedAt[slot] = time;
  }

  /** Parents before their children. Iterative, because a chain may be as long as the state. */
  #sum(): void {
    const round = ++this.#round;
    const line: number[] = [];
    for (let slot = 0; slot < this.end; slot++) {
      if (this.radius[slot]! < 0) continue;
      for (let next = slot; next >= 0 && this.#stamp[next] !== round; next = this.parent[next]!) {
        line.push(next);
        this.#stamp[next] = round;
      }
      for (let next = line.pop(); next !== undefined; next = line.pop()) this.#sumOne(next);
    }
  }

  #sumOne(slot: number): void {
    const parent = this.parent[slot]!;
    const { local, own } = this;
    const [at, above] = [slot * 3, parent * 3];
    this.root[slot] = parent < 0 ? slot : this.root[parent]!;
    for (let axis = 0; axis < 3; axis++)
      local[at + axis] = parent < 0 ? 0 : local[above + axis]! + own[at + axis]!;
  }

  #away(slot: number, eye: Place): number {
    const { own, local } = this;
    const [at, top, base] = [slot * 3, this.root[slot]! * 3, eye.root * 3];
    const x = own[top]! - (base < 0 ? 0 : own[base]!) + (local[at]! - eye.x);
    const y = own[top + 1]! - (base < 0 ? 0 : own[base + 1]!) + (local[at + 1]! - eye.y);
    const z = own[top + 2]! - (base < 0 ? 0 : own[base + 2]!) + (local[at + 2]! - eye.z);
    return Math.sqrt(x * x + y * y + z * z);
  }

  #shape(slot: number, body: Star, axis: number, eccentricity: number): void {
    const tilt = tiltOf(body) ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const short = -axis * Math.sqrt(1 - eccentricity * eccentricity);
    const at = slot * 3;
    for (let row = 0; row < 3; row++) {
      this.major[at + row] = tilt[row * 3]! * axis;
      this.minor[at + row] = tilt[row * 3 + 2]! * short;
    }
    this.offset[at] = body.orbitOffsetX ?? 0;
    this.offset[at + 1] = body.orbitOffsetY ?? 0;
    this.offset[at + 2] = body.orbitOffsetZ ?? 0;
  }

  #link(slot: number, parentId: string | null): void {
    this.#unwait(slot);
    this.#parentIds[slot] = parentId;
    const parent = parentId === null ? undefined : this.slots.get(parentId);
    this.parent[slot] = parent ?? -1;
    if (parentId === null || parent !== undefined) return;
    const waiting = this.#awaiting.get(parentId) ?? new Set();
    this.#awaiting.set(parentId, waiting.add(slot));
  }

  #unwait(slot: number): void {
    const parentId = this.#parentIds[slot];
    if (typeof parentId === 'string') this.#awaiting.get(parentId)?.delete(slot);
  }

  #take(id: string): number {
    const slot = this.#free.pop() ?? this.end++;
    if (slot >= this.radius.length) this.#grow();
    this.slots.set(id, slot);
    this.ids[slot] = id;
    for (const child of this.#awaiting.get(id) ?? []) this.parent[child] = slot;
    this.#awaiting.delete(id);
    return slot;
  }

  #grow(): void {
    const to = Math.ceil(this.radius.length * GROWTH) + INITIAL;
    const wider = <A extends Float64Array | Float32Array | Int32Array | Uint8Array | Uint32Array>(
      old: A,
      length: number,
      fill = 0,
    ): A => {
      const next = new (old.constructor as new (length: number) => A)(length);
      if (fill !== 0) next.fill(fill);
      next.set(old as never);
      return next;
    };
    this.parent = wider(this.parent, to, -1);
    this.root = wider(this.root, to);
    this.kind = wider(this.kind, to);
    this.radius = wider(this.radius, to, -1);
    this.#placedAt = wider(this.#placedAt, to, Number.NaN);
    this.#fastest = wider(this.#fastest, to);
    this.#stamp = wider(this.#stamp, to);
    for (const name of ['axis', 'eccentricity', 'speed', 'phase', 'mass'] as const)
      this[name] = wider(this[name], to);
    for (const name of ['major', 'minor', 'offset', 'own', 'local'] as const)
      this[name] = wider(this[name], to * 3);
    this.colour = wider(this.colour, to * 3);
  }
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}
