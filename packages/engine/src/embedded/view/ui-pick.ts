import { type Matrix4, Vector3 } from 'three';
import type { Canvas } from '../components/canvas.js';
import { groupsOf } from '../components/canvas-group.js';
import type { RectTransform } from '../components/rect-transform.js';
import { Graphic } from '../components/user-interface.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import { SCREEN } from '../model/screen.js';
import type { World } from '../model/world.js';

const CANVAS = 'UnityEngine.Canvas';

/** The interface elements at a point of the picture (x and y from 0 to 1), topmost first. */
export function pickUi(world: World, x: number, y: number): GameObject[] {
  const point = pointAt(x, y);
  return elements(world)
    .filter(each => covers(each, point))
    .map(({ object }) => object)
    .reverse();
}

/** The interface at one moment, for many picks. */
export class UiSnapshot {
  readonly #elements: readonly Element[];

  constructor(world: World) {
    this.#elements = elements(world);
  }

  /** The topmost element at a point of the picture (x and y from 0 to 1). */
  topmost(x: number, y: number): GameObject | undefined {
    const point = pointAt(x, y);
    return this.#elements.findLast(each => covers(each, point))?.object;
  }
}

/** Root canvases, the lowest first. */
export function canvases(world: World): Canvas[] {
  const found: Canvas[] = [];
  for (const scene of world.visibleScenes()) {
    for (const object of scene.withType(CANVAS).objects) {
      const canvas = object.component<Canvas>(CANVAS);
      if (canvas?.running && object.parent?.component(CANVAS) === undefined) found.push(canvas);
    }
  }
  return found.sort((a, b) => a.sortingOrder - b.sortingOrder);
}

/** An element that can be picked, and the way into its own coordinates. */
interface Element {
  readonly object: GameObject;
  readonly inverse: Matrix4;
}

/** In drawing order: parents before children, siblings in their order. */
function elements(world: World): Element[] {
  const found: Element[] = [];
  for (const canvas of canvases(world)) collect(canvas.object, found);
  return found;
}

function collect(object: GameObject, found: Element[]): void {
  if (!object.active) return;
  const graphic = object.components.find(each => each instanceof Graphic);
  if (graphic?.enabled && graphic.raycastTarget && [...groupsOf(object)].every(group => group.blocksRaycasts))
    found.push({ object, inverse: worldMatrix(object.node).clone().invert() });
  for (const child of object.children) collect(child, found);
}

function covers({ object, inverse }: Element, point: Vector3): boolean {
  const { x, y, width, height } = (object.transform as RectTransform).rect;
  const local = point.clone().applyMatrix4(inverse);
  return local.x >= x && local.x <= x + width && local.y >= y && local.y <= y + height;
}

function pointAt(x: number, y: number): Vector3 {
  return new Vector3(x * SCREEN.width, (1 - y) * SCREEN.height, 0);
}
