import type { InputAction, PadAxis } from '../../port/input.js';

/** What triggers an action: something that is pressed, or one side of an axis. */
type Binding = string | { readonly axis: PadAxis; readonly sign: 1 | -1 };

/** The input map of the scenes. */
const ACTIONS: ReadonlyMap<string, readonly Binding[]> = new Map<string, readonly Binding[]>([
  ['MoveLeft', ['key KeyA', 'key ArrowLeft', 'pad left', { axis: 'left-x', sign: -1 }]],
  ['MoveRight', ['key KeyD', 'key ArrowRight', 'pad right', { axis: 'left-x', sign: 1 }]],
  ['MoveForward', ['key KeyW', 'key ArrowUp', 'pad up', { axis: 'left-y', sign: -1 }]],
  ['MoveBack', ['key KeyS', 'key ArrowDown', 'pad down', { axis: 'left-y', sign: 1 }]],
  ['Sprint', ['key ShiftLeft', 'key ShiftRight', 'pad south']],
]);

export const ACTION_NAMES: readonly string[] = [...ACTIONS.keys()];

/** What is pressed, and how far. Scenes read it in their frames. */
export class InputState {
  /** Names such as "key KeyW", with values from -1 to 1. */
  readonly #values = new Map<string, number>();

  /** What is held, the oldest first. */
  get held(): string[] {
    return [...this.#values.keys()];
  }

  isHeld(name: string): boolean {
    return this.#values.has(name);
  }

  /** A value of 0 releases it. */
  set(name: string, value: number): void {
    if (value === 0) this.#values.delete(name);
    else this.#values.set(name, value);
  }

  /** From 0 to 1. */
  strength(action: string): number {
    if (this.#values.size === 0) return 0;
    let most = this.#values.get(`action ${action}`) ?? 0;
    for (const binding of ACTIONS.get(action) ?? []) most = Math.max(most, this.#strengthOf(binding));
    return most;
  }

  #strengthOf(binding: Binding): number {
    if (typeof binding === 'string') return this.#values.get(binding) ?? 0;
    return Math.max(0, (this.#values.get(`axis ${binding.axis}`) ?? 0) * binding.sign);
  }
}

/** The actions that something triggers, such as "key KeyW" or "axis left-x" at a value. */
export function actionsOf(name: string, value = 1): string[] {
  if (name.startsWith('action ')) return [name.slice('action '.length)];
  const triggers = (binding: Binding) =>
    typeof binding === 'string'
      ? binding === name
      : `axis ${binding.axis}` === name && binding.sign * value > 0;
  return [...ACTIONS].flatMap(([action, bindings]) => (bindings.some(triggers) ? [action] : []));
}

export function describeActions(): InputAction[] {
  return [...ACTIONS].map(([name, bindings]) => ({
    name,
    bindings: bindings.map(each =>
      typeof each === 'string' ? each : `axis ${each.axis} ${each.sign > 0 ? '+' : '-'}`,
    ),
  }));
}
