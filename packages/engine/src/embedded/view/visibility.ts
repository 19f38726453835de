import { Ray } from 'three';
import type { HiddenCode, ObjectRef, Visibility } from '../../port/operations.js';
import { groupAlpha, groupsOf } from '../components/canvas-group.js';
import type { MeshFilter, MeshRenderer } from '../components/mesh.js';
import { Graphic } from '../components/user-interface.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import { SCREEN } from '../model/screen.js';
import { canvasOf, localBox, meshBox, pixelBox } from './bounds.js';
import type { Eye, Outside } from './eye.js';
import { castRay } from './world-pick.js';

const RENDERER = 'UnityEngine.MeshRenderer';
const FILTER = 'UnityEngine.MeshFilter';
/** Less cannot be seen. */
const MIN_ALPHA = 0.004;
const VISIBLE: Visibility = { visible: true };
const PLACES: Readonly<Record<Outside, string>> = {
  behind: 'behind the camera',
  left: 'to the left of the picture',
  right: 'to the right of the picture',
  above: 'above the picture',
  below: 'below the picture',
  'too-near': 'nearer than the near clip plane of the camera',
  'too-far': 'beyond the far clip plane of the camera',
};

/** Whether the camera draws an object, or the first reason why not. */
export function visibilityOf(object: GameObject, eye: Eye | undefined): Visibility {
  return inactive(object) ?? (isElement(object) ? elementFault(object) : meshFault(object, eye)) ?? VISIBLE;
}

/** The drawn object in front of the middle of another one. */
export function coveredBy(object: GameObject, eye: Eye): ObjectRef | undefined {
  const box = localBox(object);
  if (box === undefined || isElement(object)) return undefined;
  const origin = eye.view.position.clone();
  const middle = box.clone().applyMatrix4(worldMatrix(object.node)).getCenter(origin.clone());
  const ray = new Ray(origin, middle.clone().sub(origin).normalize());
  const first = castRay(object.world, ray).find(
    hit => hit.object === object || hit.object.component<MeshRenderer>(RENDERER)?.enabled,
  );
  if (first === undefined || first.object === object) return undefined;
  return first.distance < middle.distanceTo(origin) ? referenceTo(first.object) : undefined;
}

function inactive(object: GameObject): Visibility | undefined {
  if (!object.activeSelf)
    return hidden('inactive-self', `${object.path} is inactive: SetActive(true) shows it`);
  if (object.active) {
    const { hidden: scene } = object.world;
    return object.scene === scene
      ? hidden('hidden-scene', `objects of ${scene.id} are not drawn`)
      : undefined;
  }
  let above = object.parent;
  while (above?.activeSelf) above = above.parent;
  return hidden('inactive-ancestor', `its ancestor ${above?.path} is inactive`, above ?? undefined);
}

function isElement(object: GameObject): boolean {
  return object.components.some(each => each instanceof Graphic);
}

function elementFault(object: GameObject): Visibility | undefined {
  const canvas = canvasOf(object);
  if (canvas === undefined) return hidden('no-canvas', 'it is not below a Canvas');
  if (!canvas.enabled) return hidden('renderer-disabled', 'its Canvas is disabled', canvas.object);
  const graphic = object.components.find(each => each instanceof Graphic) as Graphic;
  if (!graphic.enabled) return hidden('renderer-disabled', `its ${graphic.type.shortName} is disabled`);
  if (graphic.color.alpha < MIN_ALPHA) return transparent(graphic.color.alpha);
  if (graphic.color.alpha * groupAlpha(object) < MIN_ALPHA) return faded(object);
  const { min, max } = pixelBox(object);
  if (!(max.x > min.x && max.y > min.y)) return hidden('zero-scale', 'its rectangle has no area');
  const outside = max.x <= 0 || max.y <= 0 || min.x >= SCREEN.width || min.y >= SCREEN.height;
  return outside ? hidden('outside-view', 'its rectangle is outside of the screen') : undefined;
}

function meshFault(object: GameObject, eye: Eye | undefined): Visibility | undefined {
  const renderer = object.component<MeshRenderer>(RENDERER);
  const filter = object.component<MeshFilter>(FILTER);
  if (renderer === undefined) {
    const below = object.children.size > 0 ? '; ask for its children' : '';
    return hidden('no-renderer', `it has no MeshRenderer${below}`);
  }
  if (!renderer.enabled) return hidden('renderer-disabled', 'its MeshRenderer is disabled');
  if (filter === undefined) return hidden('no-mesh', 'it has no MeshFilter');
  const matrix = worldMatrix(object.node);
  if (!(Math.abs(matrix.determinant()) > 0)) return flat(object);
  if (renderer.color.alpha < MIN_ALPHA) return transparent(renderer.color.alpha);
  if (eye === undefined) return hidden('no-camera', 'no camera is active');
  if ((eye.view.layers & (1 << object.layer)) === 0) {
    return hidden(
      'layer-culled',
      `the camera does not draw layer ${object.layer} (cullingMask ${eye.view.layers})`,
    );
  }
  const outside = eye.outside(meshBox(filter.geometry), matrix);
  if (outside === undefined) return undefined;
  const code = outside === 'too-near' || outside === 'too-far' ? outside : 'outside-view';
  return hidden(code, `it is ${PLACES[outside]}`);
}

/** The object itself or the nearest ancestor with the scale 0. */
function flat(object: GameObject): Visibility {
  for (let at: GameObject | null = object; at !== null; at = at.parent) {
    const { x, y, z } = at.node.scale;
    if (x * y * z !== 0) continue;
    const text = `the scale of ${at.path} is (${x}, ${y}, ${z})`;
    return hidden('zero-scale', text, at === object ? undefined : at);
  }
  return hidden('zero-scale', 'its scale is too small or too large to draw');
}

function transparent(alpha: number): Visibility {
  return hidden('transparent', `the alpha of its color is ${alpha}`);
}

function faded(object: GameObject): Visibility {
  const [faintest] = [...groupsOf(object)].sort((a, b) => a.alpha - b.alpha);
  return hidden('transparent', `the alpha of its CanvasGroup is ${faintest?.alpha}`, faintest?.object);
}

function hidden(code: HiddenCode, text: string, cause?: GameObject): Visibility {
  return { visible: false, code, text, ...(cause !== undefined && { cause: referenceTo(cause) }) };
}

function referenceTo({ id, path }: GameObject): ObjectRef {
  return { id, path };
}
