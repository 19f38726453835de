import type { ReflectedType } from '../reflection/reflected-type.js';
import type { GameObject } from './game-object.js';

/** What an object can have. What readers see of it is declared by its type. */
export class Component {
  enabled = true;

  constructor(
    readonly type: ReflectedType,
    readonly object: GameObject,
  ) {}

  /** Whether it takes part: it, its object and all above are on. */
  get running(): boolean {
    return this.enabled && this.object.alive && this.object.active;
  }

  /** Called when it is on its object, and when it is taken off or its object goes. */
  attached(): void {}
  detached(): void {}
  /** Called when its object has got another parent. */
  reparented(): void {}
}
