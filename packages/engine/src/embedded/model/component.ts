import type { ReflectedType } from '../reflection/reflected-type.js';
import type { GameObject } from './game-object.js';

/** A component of an object. Its type declares its reflected members. */
export class Component {
  enabled = true;
  /** Its number among the components of the scene. Below 0, because those of objects are above. */
  readonly number: number;

  constructor(
    readonly type: ReflectedType,
    readonly object: GameObject,
  ) {
    this.number = object.world.numberComponent();
  }

  /** Whether it is enabled and its object is active. */
  get running(): boolean {
    return this.enabled && this.object.alive && this.object.active;
  }

  /** Called after it was added, and before it is removed or its object is destroyed. */
  attached(): void {}
  detached(): void {}
  /** Called when the parent of its object has changed. */
  reparented(): void {}
}
