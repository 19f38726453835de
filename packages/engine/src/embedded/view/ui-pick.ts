import { Vector3 } from 'three';
import type { Canvas } from '../components/canvas.js';
import type { RectTransform } from '../components/rect-transform.js';
import { Graphic } from '../components/user-interface.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import { SCREEN } from '../model/screen.js';
import type { World } from '../model/world.js';

const CANVAS = 'UnityEngine.Canvas';

/** The interface elements at a point of the picture (x and y from 0 to 1), topmost first. */
export function pickUi(world: World, x: number, y: number): GameObject[] {
  const point = new Vector3(x * SCREEN.width, (1 - y) * SCREEN.height, 0);
  const hits: GameObject[] = [];
  for (const canvas of canvases(world)) collect(canvas.object, point, hits);
  return hits.reverse();
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

/** In drawing order: parents before children, siblings in their order. */
function collect(object: GameObject, point: Vector3, hits: GameObject[]): void {
  if (!object.active) return;
  const graphic = object.components.find(each => each instanceof Graphic);
  if (graphic?.enabled && graphic.raycastTarget && covers(object, point)) hits.push(object);
  for (const child of object.children) collect(child, point, hits);
}

function covers(object: GameObject, point: Vector3): boolean {
  const { x, y, width, height } = (object.transform as RectTransform).rect;
  const local = point.clone().applyMatrix4(worldMatrix(object.node).clone().invert());
  return local.x >= x && local.x <= x + width && local.y >= y && local.y <= y + height;
}
