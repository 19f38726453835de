import { Component } from '../model/component.js';
import { accessor, field, method, property, update } from '../reflection/member.js';
import { boolean, integer, nothing, single, string } from '../reflection/primitives.js';
import { ReflectedType } from '../reflection/reflected-type.js';
import { monoBehaviourType } from './base.js';

/** Health points. At 0 the object is dead and may be destroyed. */
export class Health extends Component {
  maximum = 100;
  /** Points per second that are restored. */
  regeneration = 0;
  destroyOnDeath = false;
  lastCause = '';
  #current = 100;

  get current(): number {
    return this.#current;
  }

  set current(points: number) {
    this.#current = Math.min(this.maximum, Math.max(0, points));
  }

  get dead(): boolean {
    return this.#current === 0;
  }

  damage(points: number, cause: string): void {
    if (this.dead || points <= 0) return;
    this.lastCause = cause;
    this.current -= points;
    if (!this.dead) return;
    const { object } = this;
    object.world.surroundings.log('info', `${object.name} died of ${cause || 'its wounds'}`, 'Health');
    if (this.destroyOnDeath) object.world.destroy(object);
  }

  heal(points: number): void {
    if (!this.dead && points > 0) this.current += points;
  }

  step(): void {
    if (this.regeneration !== 0) this.heal(this.regeneration * this.object.world.surroundings.clock.delta);
  }
}

export const healthType = new ReflectedType({
  name: 'Worldwire.Health',
  base: monoBehaviourType,
  component: Health,
  members: [
    field<Health, 'maximum'>('maximum', single),
    accessor<Health, 'current'>('current', single),
    field<Health, 'regeneration'>('regeneration', single),
    field<Health, 'destroyOnDeath'>('destroyOnDeath', boolean),
    property('dead', boolean, (self: Health) => self.dead),
    property('lastCause', string, (self: Health) => self.lastCause),
  ],
  methods: [
    method('Damage', [single], nothing, (self: Health, points) => self.damage(points, '')),
    method('Damage', [single, string], nothing, (self: Health, points, cause) => self.damage(points, cause)),
    method('Heal', [single], single, (self: Health, points) => {
      self.heal(points);
      return self.current;
    }),
    method('Kill', [], nothing, (self: Health) => self.damage(self.maximum, 'a command')),
    // A fraction or points: JSON does not distinguish 1 from 1.0, so a caller must choose the overload by its signature.
    method('Revive', [single], nothing, (self: Health, part) => {
      self.current = self.maximum * part;
    }),
    method('Revive', [integer], nothing, (self: Health, points) => {
      self.current = points;
    }),
    update((self: Health) => self.step()),
  ],
  summary: self => `${(self as Health).current} of ${(self as Health).maximum}`,
});
