import { type Blueprint, construct } from '../model/blueprint.js';
import { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import { field, method, property, update } from '../reflection/member.js';
import { integer, single } from '../reflection/primitives.js';
import { gameObjectReference } from '../reflection/references.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { monoBehaviourType } from './base.js';

/** Seconds between log lines about spawns. */
const QUIET_SECONDS = 10;

/** Spawns drones around itself, one at a time, up to a maximum. */
export class Spawner extends Component {
  interval = 3;
  cap = 8;
  spread = 4;
  spawned = 0;
  /** Seconds until the next one. */
  countdown = 1;
  readonly #living = new Set<GameObject>();
  #loggedAt = Number.NEGATIVE_INFINITY;

  get alive(): number {
    for (const object of this.#living) if (!object.alive) this.#living.delete(object);
    return this.#living.size;
  }

  step(): void {
    const { clock } = this.object.world.surroundings;
    if (clock.delta === 0 || this.alive >= this.cap) return;
    this.countdown -= clock.delta;
    if (this.countdown > 0) return;
    this.countdown = this.interval;
    this.spawn();
  }

  spawn(): GameObject {
    const { world, scene } = this.object;
    const { clock, log, random } = world.surroundings;
    const { x, y, z } = this.object.node.getWorldPosition(this.object.node.position.clone());
    const place = (at: number) => at + (random() * 2 - 1) * this.spread;
    const object = construct(world, drone(++this.spawned, [place(x), y, place(z)]), null, scene);
    this.#living.add(object);
    if (clock.time - this.#loggedAt >= QUIET_SECONDS) {
      this.#loggedAt = clock.time;
      log('info', `spawned ${object.name}, ${this.alive} of ${this.cap}`, 'Spawner');
    }
    return object;
  }
}

function drone(number: number, position: readonly [number, number, number]): Blueprint {
  return {
    name: `Drone ${number}`,
    tag: 'Enemy',
    layer: 8,
    position,
    scale: [0.6, 0.6, 0.6],
    components: [
      { type: 'UnityEngine.MeshFilter', members: { mesh: 'Sphere' } },
      { type: 'UnityEngine.MeshRenderer', members: { color: [0.9, 0.3, 0.2] } },
      { type: 'UnityEngine.SphereCollider' },
      { type: 'UnityEngine.Rigidbody', members: { mass: 0.5 } },
      { type: 'Worldwire.Health', members: { maximum: 20, current: 20, destroyOnDeath: true } },
    ],
  };
}

export const spawnerType = new ReflectedType({
  name: 'Worldwire.Spawner',
  base: monoBehaviourType,
  component: Spawner,
  members: [
    field<Spawner, 'interval'>('interval', single),
    field<Spawner, 'cap'>('cap', integer),
    field<Spawner, 'spread'>('spread', single),
    property('spawned', integer, (self: Spawner) => self.spawned),
    property('alive', integer, (self: Spawner) => self.alive),
    property('countdown', single, (self: Spawner) => self.countdown),
  ],
  methods: [
    method('Spawn', [], gameObjectReference, (self: Spawner) => self.spawn()),
    update((self: Spawner) => self.step()),
  ],
  summary: self => `${(self as Spawner).alive} of ${(self as Spawner).cap}`,
});
