import { type Object3D, Vector3 } from 'three';
import type { Rigidbody } from '../components/rigidbody.js';
import type { Clock } from '../model/clock.js';
import type { GameObject } from '../model/game-object.js';

/** Frames of a measurement: physics and frames have different steps, which two frames would not average out. */
export const MEASURED_FRAMES = 6;
const BODY = 'UnityEngine.Rigidbody';
/** Units and degrees per second. */
const MIN_SPEED = 0.01;
const MIN_ANGULAR_SPEED = 0.1;
/** A position and three axes for each object. */
const NUMBERS = 12;

export interface Motion {
  readonly velocity: Vector3;
  /** Degrees per second. */
  readonly angularSpeed: number;
}

/** The transforms of objects at one moment, to be compared with those some frames later. Only its objects cost anything. */
export class MotionSample {
  readonly #places = new Map<GameObject, number>();
  readonly #numbers: Float64Array;
  readonly #clock: Clock;
  readonly #time: number;

  constructor(objects: readonly GameObject[], clock: Clock) {
    this.#clock = clock;
    this.#time = clock.time;
    this.#numbers = new Float64Array(objects.length * NUMBERS);
    updateAll(objects);
    for (const [at, object] of objects.entries()) {
      this.#places.set(object, at);
      this.#numbers.set(numbersOf(object.node), at * NUMBERS);
    }
  }

  /** The motions of these objects since the sample, without those that it does not have. */
  motions(objects: readonly GameObject[]): Map<GameObject, Motion> {
    const seconds = this.#clock.time - this.#time;
    updateAll(objects);
    const found = new Map<GameObject, Motion>();
    for (const object of objects) {
      const motion = this.#motion(object, seconds);
      if (motion !== undefined) found.set(object, motion);
    }
    return found;
  }

  #motion(object: GameObject, seconds: number): Motion | undefined {
    const at = this.#places.get(object);
    if (at === undefined || !object.alive) return undefined;
    const before = this.#numbers.subarray(at * NUMBERS, (at + 1) * NUMBERS);
    const after = numbersOf(object.node);
    const angularSpeed = seconds > 0 ? angleBetween(before, after) / seconds : 0;
    const velocity = bodyVelocity(object) ?? moved(before, after, seconds);
    return { velocity, angularSpeed: Number.isFinite(angularSpeed) ? angularSpeed : 0 };
  }
}

export function isMoving({ velocity, angularSpeed }: Motion): boolean {
  return velocity.length() > MIN_SPEED || angularSpeed > MIN_ANGULAR_SPEED;
}

/** Undefined for an object that is not moved by physics. */
function bodyVelocity(object: GameObject): Vector3 | undefined {
  const body = object.component<Rigidbody>(BODY);
  return body === undefined || !object.active || body.isKinematic ? undefined : body.velocity.clone();
}

function moved(before: ArrayLike<number>, after: ArrayLike<number>, seconds: number): Vector3 {
  const by = new Vector3(part(after, 0), part(after, 1), part(after, 2));
  by.sub(new Vector3(part(before, 0), part(before, 1), part(before, 2)));
  return seconds > 0 && Number.isFinite(by.length()) ? by.divideScalar(seconds) : new Vector3();
}

/** In degrees. The sum of the products of the axes is the trace of the rotation between them. */
function angleBetween(before: ArrayLike<number>, after: ArrayLike<number>): number {
  let trace = 0;
  for (let at = 3; at < NUMBERS; at++) trace += part(before, at) * part(after, at);
  return (Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2))) * 180) / Math.PI;
}

/** The position and the axes of a node, whose matrix is up to date. */
function numbersOf({ matrixWorld: { elements } }: Object3D): number[] {
  const numbers = [elements[12], elements[13], elements[14]];
  for (let column = 0; column < NUMBERS - 3; column += 4) {
    const [x, y, z] = [
      elements[column] as number,
      elements[column + 1] as number,
      elements[column + 2] as number,
    ];
    const length = Math.hypot(x, y, z) || 1;
    numbers.push(x / length, y / length, z / length);
  }
  return numbers as number[];
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

function part(numbers: ArrayLike<number>, at: number): number {
  return numbers[at] as number;
}
