import { Vector3 } from 'three';
import { fromAngles } from '../model/angles.js';
import { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { field, property, update } from '../reflection/member.js';
import { single } from '../reflection/primitives.js';
import { gameObjectReference } from '../reflection/references.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { vector3 } from '../reflection/vectors.js';
import { monoBehaviourType } from './base.js';
import type { Transform } from './transform.js';

/** Rotates its object around an axis. */
export class Rotator extends Component {
  axis = new Vector3(0, 1, 0);
  /** Degrees per second. */
  speed = 45;
  angle = 0;

  step(): void {
    const by = this.speed * this.object.world.surroundings.clock.delta;
    this.angle = (((this.angle + by) % 360) + 360) % 360;
    this.object.node.quaternion.multiply(fromAngles(this.axis.clone().multiplyScalar(by)));
  }
}

export const rotatorType = new ReflectedType({
  name: 'Worldwire.Rotator',
  base: monoBehaviourType,
  component: Rotator,
  members: [
    field<Rotator, 'axis'>('axis', vector3),
    field<Rotator, 'speed'>('speed', single),
    property('angle', single, (self: Rotator) => self.angle),
  ],
  methods: [update((self: Rotator) => self.step())],
  summary: self => `${(self as Rotator).speed}° a second`,
});

/** Moves its object around another one. */
export class Orbiter extends Component {
  center: GameObject | null = null;
  radius = 5;
  /** Seconds for one round. */
  period = 10;
  inclination = 0;
  phase = 0;

  step(): void {
    const { delta } = this.object.world.surroundings.clock;
    const turn = (delta / this.period) * 360;
    // A period of 0 or close to 0 means no motion.
    if (Number.isFinite(turn)) this.phase = (this.phase + turn + 360) % 360;
    const angle = (this.phase / 180) * Math.PI;
    const place = new Vector3(Math.cos(angle), 0, Math.sin(angle))
      .multiplyScalar(this.radius)
      .applyQuaternion(fromAngles({ x: this.inclination, y: 0, z: 0 }));
    const center = this.center?.alive ? (this.center.transform as Transform).position : new Vector3();
    (this.object.transform as Transform).position = place.add(center);
  }
}

export const orbiterType = new ReflectedType({
  name: 'Worldwire.Orbiter',
  base: monoBehaviourType,
  component: Orbiter,
  members: [
    field<Orbiter, 'center'>('center', gameObjectReference),
    field<Orbiter, 'radius'>('radius', single),
    field<Orbiter, 'period'>('period', single),
    field<Orbiter, 'inclination'>('inclination', single),
    field<Orbiter, 'phase'>('phase', single),
  ],
  methods: [update((self: Orbiter) => self.step())],
  summary: self => `${(self as Orbiter).radius} around ${(self as Orbiter).center?.name ?? 'the origin'}`,
});
