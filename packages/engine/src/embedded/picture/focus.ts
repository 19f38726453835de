import { Box3, Vector3 } from 'three';
import { EngineError } from '../../port/engine-error.js';
import type { MeshFilter, MeshRenderer } from '../components/mesh.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import { halfSize, type View } from '../model/screen.js';
import { isPlace } from '../reflection/single.js';
import { canvasOf, meshBox } from '../view/bounds.js';

/** The part of the picture that the object fills at most, in width and in height. */
const FILLED = 0.8;
/** An object without extent is shown from this distance. */
const MIN_DISTANCE = 0.001;

/**
 * A view of an object and its descendants from the direction of the camera: the object fills the picture. What stands in front
 * of it is not drawn.
 */
export function viewOn(object: GameObject, view: View): View {
  const drawn = [...drawnIn(object)];
  const box = new Box3();
  for (const each of drawn) box.union(boxOf(each));
  if (drawn.length === 0 || !isPlace(box.min) || !isPlace(box.max)) throw nothingToShow(object);
  const half = halfSize(view);
  const middle = box.getCenter(new Vector3());
  const turn = view.rotation.clone().invert();
  let [distance, front, back] = [MIN_DISTANCE, 0, 0];
  for (let at = 0; at < 8; at++) {
    const { min, max } = box;
    const corner = new Vector3(at & 1 ? max.x : min.x, at & 2 ? max.y : min.y, at & 4 ? max.z : min.z);
    const { x, y, z } = corner.sub(middle).applyQuaternion(turn);
    distance = Math.max(distance, Math.abs(x) / (half.x * FILLED) - z, Math.abs(y) / (half.y * FILLED) - z);
    [front, back] = [Math.min(front, z), Math.max(back, z)];
  }
  const forward = new Vector3(0, 0, 1).applyQuaternion(view.rotation);
  return {
    ...view,
    position: middle.addScaledVector(forward, -distance),
    near: Math.max(MIN_DISTANCE / 10, 0.99 * (distance + front)),
    far: Math.max(view.far, 2 * (distance + back)),
    layers: drawn.reduce((layers, { layer }) => layers | (1 << layer), view.layers),
  };
}

function* drawnIn(top: GameObject): Iterable<GameObject> {
  const stack = [top];
  for (let object = stack.pop(); object !== undefined; object = stack.pop()) {
    const isShown = object.component<MeshRenderer>('UnityEngine.MeshRenderer')?.enabled === true;
    if (object.active && isShown && filterOf(object) !== undefined) yield object;
    stack.push(...object.children);
  }
}

function filterOf(object: GameObject): MeshFilter | undefined {
  return object.component<MeshFilter>('UnityEngine.MeshFilter');
}

function boxOf(object: GameObject): Box3 {
  const { geometry } = filterOf(object) as MeshFilter;
  return meshBox(geometry).clone().applyMatrix4(worldMatrix(object.node));
}

function nothingToShow(object: GameObject): EngineError {
  if (canvasOf(object) !== undefined) {
    return new EngineError(
      'unsupported',
      `${object.path} is an element of the user interface, and focus shows objects of the world`,
      'leave focus out, and find the element among the objects that are seen',
    );
  }
  return new EngineError(
    'invalid',
    `${object.path} and its children draw nothing: no active object among them has an enabled MeshRenderer and a MeshFilter`,
    'focus on an object that is drawn, or leave focus out',
  );
}
