import { Box3, type BufferGeometry, Vector3 } from 'three';
import type { Bounds } from '../../port/operations.js';
import type { Canvas } from '../components/canvas.js';
import { BoxCollider, SphereCollider } from '../components/colliders.js';
import type { MeshFilter } from '../components/mesh.js';
import { RectTransform } from '../components/rect-transform.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import { SCREEN } from '../model/screen.js';
import { isPlace } from '../reflection/single.js';
import { plain } from './plain.js';

const CANVAS = 'UnityEngine.Canvas';

/** The box of an object in world space, or of an interface element in pixels; null if it has no extent. */
export function boundsOf(object: GameObject): Bounds | null {
  const box = canvasOf(object) === undefined ? worldBox(object) : pixelBox(object);
  if (box === undefined || !isPlace(box.min) || !isPlace(box.max)) return null;
  return { min: plain(box.min), max: plain(box.max) };
}

/** The box of a mesh in its own coordinates. */
export function meshBox(geometry: BufferGeometry): Box3 {
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  return geometry.boundingBox as Box3;
}

/** The box of its mesh, or else of its colliders. */
export function localBox(object: GameObject): Box3 | undefined {
  const filter = object.component<MeshFilter>('UnityEngine.MeshFilter');
  if (filter !== undefined) return meshBox(filter.geometry);
  let box: Box3 | undefined;
  for (const each of object.components) {
    const size =
      each instanceof BoxCollider
        ? each.size
        : each instanceof SphereCollider
          ? new Vector3(2, 2, 2).multiplyScalar(each.radius)
          : undefined;
    if (size === undefined) continue;
    const { center } = each as BoxCollider | SphereCollider;
    box = (box ?? new Box3()).union(new Box3().setFromCenterAndSize(center, size));
  }
  return box;
}

/** The canvas that draws an element: the outermost one of its rectangles. */
export function canvasOf(object: GameObject): Canvas | undefined {
  let found: Canvas | undefined;
  for (
    let at: GameObject | null = object;
    at !== null && at.transform instanceof RectTransform;
    at = at.parent
  ) {
    found = at.component<Canvas>(CANVAS) ?? found;
  }
  return found;
}

/** The rectangle of an element in pixels from the upper left corner of the screen. */
export function pixelBox(object: GameObject): Box3 {
  const { x, y, width, height } = (object.transform as RectTransform).rect;
  const box = new Box3(new Vector3(x, y, 0), new Vector3(x + width, y + height, 0));
  box.applyMatrix4(worldMatrix(object.node));
  return new Box3(
    new Vector3(box.min.x, SCREEN.height - box.max.y, 0),
    new Vector3(box.max.x, SCREEN.height - box.min.y, 0),
  );
}

function worldBox(object: GameObject): Box3 | undefined {
  return localBox(object)?.clone().applyMatrix4(worldMatrix(object.node));
}
