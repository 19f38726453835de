import { Component } from '../model/component.js';
import { field, property, update } from '../reflection/member.js';
import { boolean, single } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import type { ValueType } from '../reflection/value-type.js';
import { monoBehaviourType } from './base.js';

export const PLAYER_CONTROL = 'Worldwire.PlayerControl';
const SPRINT = 2;

/** Moves its object over the ground by the actions of the player. */
export class PlayerControl extends Component {
  /** Units per second. */
  speed = 4;
  /** How far from the origin it goes, along each axis. */
  reach = 13;
  moving = false;

  step(): void {
    const { input, clock } = this.object.world.surroundings;
    const x = input.strength('MoveRight') - input.strength('MoveLeft');
    const z = input.strength('MoveForward') - input.strength('MoveBack');
    this.moving = x !== 0 || z !== 0;
    if (!this.moving) return;
    const by = this.speed * (1 + input.strength('Sprint') * (SPRINT - 1)) * clock.delta;
    const { position } = this.object.node;
    position.x = this.#within(position.x + x * by);
    position.z = this.#within(position.z + z * by);
  }

  #within(place: number): number {
    return Math.min(this.reach, Math.max(-this.reach, place));
  }
}

const pace: ValueType<number> = { ...single, range: { min: 0, max: 20 } };

export const playerControlType = new ReflectedType({
  name: PLAYER_CONTROL,
  base: monoBehaviourType,
  component: PlayerControl,
  unique: true,
  members: [
    field<PlayerControl, 'speed'>('speed', pace),
    field<PlayerControl, 'reach'>('reach', single),
    property('moving', boolean, (self: PlayerControl) => self.moving),
  ],
  methods: [update((self: PlayerControl) => self.step())],
  summary: self => ((self as PlayerControl).moving ? 'moving' : 'idle'),
});
