import { Vector3 } from 'three';
import { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { accessor, field, method } from '../reflection/member.js';
import { boolean, enumeration, nothing, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import type { ValueType } from '../reflection/value-type.js';
import { vector3 } from '../reflection/vectors.js';
import { componentType } from './base.js';

/** As in Unity. A force divided by a smaller mass would overflow. */
const MIN_MASS = 1e-7;
const MAX_MASS = 1e9;

type ForceMode = 'Force' | 'Impulse' | 'VelocityChange' | 'Acceleration';
const forceMode: ValueType<ForceMode> = enumeration('UnityEngine.ForceMode', [
  'Force',
  'Impulse',
  'VelocityChange',
  'Acceleration',
]);

/** The support of a resting body, and the positions of both. */
export interface Rest {
  readonly support: GameObject;
  readonly supportPosition: Vector3;
  readonly position: Vector3;
}

/** A body that falls and comes to rest. `physics.ts` moves it. */
export class Rigidbody extends Component {
  mass = 1;
  drag = 0;
  useGravity = true;
  /** Set while it rests. A resting body costs nearly nothing. */
  rest: Rest | undefined;
  /** Seconds for which it has hardly moved. */
  calm = 0;
  readonly force = new Vector3();
  readonly #velocity = new Vector3();
  #isKinematic = false;

  get velocity(): Vector3 {
    return this.#velocity;
  }

  set velocity(velocity: Vector3) {
    this.#velocity.copy(velocity);
    this.wake();
  }

  get isKinematic(): boolean {
    return this.#isKinematic;
  }

  set isKinematic(kinematic: boolean) {
    this.#isKinematic = kinematic;
    this.#velocity.set(0, 0, 0);
    this.wake();
  }

  wake(): void {
    this.rest = undefined;
    this.calm = 0;
  }

  push(by: Vector3, mode: ForceMode): void {
    this.wake();
    if (mode === 'Force') this.force.add(by);
    else if (mode === 'Acceleration') this.force.addScaledVector(by, this.mass);
    else this.#velocity.addScaledVector(by, mode === 'Impulse' ? 1 / this.mass : 1);
  }
}

const mass: ValueType<number> = {
  ...single,
  expects: `a number from ${MIN_MASS} to ${MAX_MASS}`,
  range: { min: MIN_MASS, max: MAX_MASS },
  accept: json =>
    typeof json === 'number' && json >= MIN_MASS && json <= MAX_MASS ? { value: json } : undefined,
};

export const rigidbodyType = new ReflectedType({
  name: 'UnityEngine.Rigidbody',
  base: componentType,
  component: Rigidbody,
  unique: true,
  members: [
    field<Rigidbody, 'mass'>('mass', mass),
    field<Rigidbody, 'drag'>('drag', single),
    field<Rigidbody, 'useGravity'>('useGravity', boolean),
    accessor<Rigidbody, 'isKinematic'>('isKinematic', boolean),
    accessor<Rigidbody, 'velocity'>('velocity', vector3),
  ],
  methods: [
    method('AddForce', [vector3], nothing, (self: Rigidbody, by) => self.push(by, 'Force')),
    method('AddForce', [vector3, forceMode], nothing, (self: Rigidbody, by, mode) => self.push(by, mode)),
    method('IsSleeping', [], boolean, (self: Rigidbody) => self.rest !== undefined),
    method('WakeUp', [], nothing, (self: Rigidbody) => self.wake()),
  ],
  summary: self => ((self as Rigidbody).rest === undefined ? 'moving' : 'at rest'),
});
