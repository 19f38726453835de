import { type InputField, Selectable, Slider, select } from '../components/selectables.js';
import type { GameObject } from '../model/game-object.js';
import { SCREEN, type View } from '../model/screen.js';
import type { World } from '../model/world.js';
import { pixelBox } from '../view/bounds.js';
import { uiTarget } from '../view/ui-target.js';
import { pickWorld } from '../view/world-pick.js';

/** A place in the picture, x and y from 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A mouse and fingers: what they point at, and what they press. */
export class Pointer {
  readonly #world: World;
  readonly #view: () => View | undefined;
  /** The element that each button or finger was pressed on. */
  readonly #pressed = new Map<string, GameObject | undefined>();
  #focus: GameObject | undefined;
  place: Place = { x: 0.5, y: 0.5 };

  constructor(world: World, view: () => View | undefined) {
    this.#world = world;
    this.#view = view;
  }

  /** The element that keys and text go to. */
  get focus(): GameObject | undefined {
    return this.#focus?.alive ? this.#focus : undefined;
  }

  get field(): InputField | undefined {
    return this.focus?.component<InputField>('UnityEngine.UI.InputField');
  }

  /** What a click would reach: the topmost element, or the nearest object of the world. */
  targetAt({ x, y }: Place): GameObject | undefined {
    const element = uiTarget(this.#world, x, y);
    if (element !== undefined) return element;
    const view = this.#view();
    return view === undefined ? undefined : pickWorld(this.#world, view, x, y)[0]?.object;
  }

  move(place: Place): void {
    this.place = place;
    for (const name of this.#pressed.keys()) if (name.startsWith('button')) this.#drag(name, place);
  }

  /** Moves a finger that is pressed. */
  slide(name: string, place: Place): void {
    this.#drag(name, place);
  }

  press(name: string, place: Place): void {
    const target = this.targetAt(place);
    this.#pressed.set(name, target);
    if (!isMain(name)) return;
    const usable = usableOf(target);
    this.#focus = usable?.object;
    select(this.#world, usable?.object ?? null);
    this.#drag(name, place);
  }

  /** A release over the element that was pressed is a click. */
  release(name: string, place: Place): void {
    const target = this.#pressed.get(name);
    this.#pressed.delete(name);
    if (!isMain(name) || target?.alive !== true || this.targetAt(place) !== target) return;
    usableOf(target)?.use();
  }

  /** A release that clicks nothing. */
  cancel(name: string): void {
    this.#pressed.delete(name);
  }

  #drag(name: string, { x }: Place): void {
    const slider = usableOf(this.#pressed.get(name));
    if (!(slider instanceof Slider) || !isMain(name)) return;
    const { min, max } = pixelBox(slider.object);
    const part = (x * SCREEN.width - min.x) / (max.x - min.x);
    if (Number.isFinite(part)) slider.drag(Math.min(1, Math.max(0, part)));
  }
}

/** The left button and the fingers. */
function isMain(name: string): boolean {
  return name === 'button left' || name.startsWith('touch');
}

function usableOf(object: GameObject | undefined): Selectable | undefined {
  if (!object?.alive) return undefined;
  const found = object.components.find(each => each instanceof Selectable);
  return found?.isUsable ? found : undefined;
}
