import type { TimeSlices } from '@worldwire/picture';
import { Matrix4, Vector3 } from 'three';
import type { Light } from '../components/light.js';
import type { MeshFilter, MeshRenderer } from '../components/mesh.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix, worldPosition } from '../model/placement.js';
import type { World } from '../model/world.js';
import { meshBox } from '../view/bounds.js';
import type { Eye } from '../view/eye.js';
import { visibilityOf } from '../view/visibility.js';

const RENDERER = 'UnityEngine.MeshRenderer';
const FILTER = 'UnityEngine.MeshFilter';
const LIGHT = 'UnityEngine.Light';
/** A wider object is ground where its surface is level. */
const MIN_GROUND = 6;
/** From above, the left and the front. */
const DEFAULT_LIGHT = new Vector3(-0.4, 1, -0.5).normalize();

/** A mesh to draw, as it was at one moment. */
export interface DrawItem {
  readonly object: GameObject;
  readonly mesh: MeshFilter['geometry'];
  /** Whether it has a back, such as a plane. */
  readonly isOpen: boolean;
  readonly tint: MeshRenderer['color'];
  /** From the coordinates of the mesh to those of the camera. */
  readonly matrix: Matrix4;
  /** From the camera to the position of the object. */
  readonly distance: number;
  /** Of a sphere around the mesh, in the coordinates of the camera. */
  readonly middle: Vector3;
  readonly radius: number;
  readonly isWide: boolean;
  /** In world space: the middle, and half of its width. */
  readonly place: Vector3;
  readonly halfWidth: number;
}

/** The meshes that the camera draws, the nearest first. */
export async function drawItems(world: World, eye: Eye, slices: TimeSlices): Promise<DrawItem[]> {
  const items: DrawItem[] = [];
  for (const scene of world.visibleScenes()) {
    for (const object of [...scene.withType(RENDERER).objects]) {
      if (slices.isOver) await slices.yieldToEventLoop();
      if (object.alive && visibilityOf(object, eye).visible) items.push(itemOf(object, eye));
    }
  }
  return items.sort((a, b) => a.middle.z - a.radius - (b.middle.z - b.radius));
}

/** The direction to the light: of the first directional light, or a usual one. */
export function lightDirection(world: World): Vector3 {
  for (const scene of world.visibleScenes()) {
    for (const object of scene.withType(LIGHT).objects) {
      const light = object.component<Light>(LIGHT);
      if (!light?.running || light.lightKind !== 'Directional') continue;
      const { elements } = worldMatrix(object.node);
      const back = new Vector3(-(elements[8] as number), -(elements[9] as number), -(elements[10] as number));
      // A light from below would leave all upper sides dark.
      if (back.y > 0) return back.normalize();
    }
  }
  return DEFAULT_LIGHT.clone();
}

function itemOf(object: GameObject, eye: Eye): DrawItem {
  const { geometry, mesh } = object.component<MeshFilter>(FILTER) as MeshFilter;
  const { color } = object.component<MeshRenderer>(RENDERER) as MeshRenderer;
  const world = worldMatrix(object.node);
  const box = meshBox(geometry).clone().applyMatrix4(world);
  const size = box.getSize(new Vector3());
  const place = box.getCenter(new Vector3());
  return {
    object,
    mesh: geometry,
    isOpen: mesh === 'Plane' || mesh === 'Quad',
    tint: color,
    matrix: new Matrix4().multiplyMatrices(eye.matrix, world),
    distance: worldPosition(object.node).distanceTo(eye.view.position),
    middle: place.clone().applyMatrix4(eye.matrix),
    radius: size.length() / 2,
    isWide: Math.min(size.x, size.z) > MIN_GROUND,
    place,
    halfWidth: Math.min(size.x, size.z) / 2,
  };
}
