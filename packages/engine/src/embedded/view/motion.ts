import { type Object3D, Vector3 } from 'three';
import type { Rigidbody } from '../components/rigidbody.js';
import type { Clock } from '../model/clock.js';
import type { GameObject } from '../model/game-object.js';

/** The least length of a measurement: physics and frames have different steps, which two frames would not average out. */
export const MEASURED_FRAMES = 6;
export const MEASURED_SECONDS = 0.08;
const BODY = 'UnityEngine.Rigidbody';
/** Units and degrees per second. */
const MIN_SPEED = 0.01;
const MIN_ANGULAR_SPEED = 0.1;
/** The numbers of a world matrix. */
const NUMBERS = 16;
const POSITION = 12;

export interface Motion {
  readonly velocity: Vector3;
  /** Degrees per second. */
  readonly angularSpeed: number;
}

const STILL: Motion = { velocity: new Vector3(), angularSpeed: 0 };

/** The transforms of objects at one moment, to be compared with those some frames later. Only its objects cost anything. */
export class MotionSample {
  readonly #objects: readonly GameObject[];
  readonly #matrices: Float64Array;
  readonly #clock: Clock;
  readonly #time: number;

  constructor(objects: readonly GameObject[], clock: Clock) {
    this.#objects = objects;
    this.#clock = clock;
    this.#time = clock.time;
    this.#matrices = new Float64Array(objects.length * NUMBERS);
    updateAll(objects);
    for (const [at, { node }] of objects.entries())
      this.#matrices.set(node.matrixWorld.elements, at * NUMBERS);
  }

  /** The motions of the objects since the sample, without those that were destroyed. */
  motions(): Map<GameObject, Motion> {
    const seconds = this.#clock.time - this.#time;
    const found = new Map<GameObject, Motion>();
    const living = this.#objects.filter(({ alive }) => alive);
    updateAll(living);
    for (const [at, object] of this.#objects.entries()) {
      if (object.alive) found.set(object, motionOf(object, this.#matrices, at * NUMBERS, seconds));
    }
    return found;
  }
}

export function isMoving({ velocity, angularSpeed }: Motion): boolean {
  return velocity.length() > MIN_SPEED || angularSpeed > MIN_ANGULAR_SPEED;
}

/** `before` has the earlier matrix of the object from `at` on. */
function motionOf(object: GameObject, before: Float64Array, at: number, seconds: number): Motion {
  const after = object.node.matrixWorld.elements;
  const body = bodyVelocity(object);
  if (!(seconds > 0) || isSame(before, at, after)) {
    return body === undefined ? STILL : { velocity: body, angularSpeed: 0 };
  }
  const velocity =
    body ?? new Vector3().fromArray(after, POSITION).sub(new Vector3().fromArray(before, at + POSITION));
  const angularSpeed = angleBetween(before, at, after) / seconds;
  return {
    velocity: body ?? (Number.isFinite(velocity.length()) ? velocity.divideScalar(seconds) : new Vector3()),
    angularSpeed: Number.isFinite(angularSpeed) ? angularSpeed : 0,
  };
}

/** Undefined for an object that is not moved by physics. */
function bodyVelocity(object: GameObject): Vector3 | undefined {
  const body = object.component<Rigidbody>(BODY);
  return body === undefined || !object.active || body.isKinematic ? undefined : body.velocity.clone();
}

function isSame(before: ArrayLike<number>, at: number, after: ArrayLike<number>): boolean {
  for (let number = 0; number < NUMBERS; number++) if (before[at + number] !== after[number]) return false;
  return true;
}

/** In degrees. The sum of the products of the axes is the trace of the rotation between them. */
function angleBetween(before: ArrayLike<number>, at: number, after: ArrayLike<number>): number {
  let trace = 0;
  for (let column = 0; column < POSITION; column += 4) {
    const one = new Vector3().fromArray(before as number[], at + column);
    const other = new Vector3().fromArray(after as number[], column);
    trace += one.dot(other) / (one.length() * other.length() || 1);
  }
  return (Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2))) * 180) / Math.PI;
}

/** Updates the world matrices of objects, those of shared parents once. */
function updateAll(objects: readonly GameObject[]): void {
  const done = new Set<Object3D>();
  const update = (node: Object3D) => {
    if (done.has(node)) return;
    if (node.parent !== null) update(node.parent);
    node.updateWorldMatrix(false, false);
    done.add(node);
  };
  for (const { node } of objects) update(node);
}
