import {
  Box3,
  DoubleSide,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Ray,
  Raycaster,
  Sphere,
  Vector3,
} from 'three';
import { BoxCollider, SphereCollider } from '../components/colliders.js';
import type { MeshFilter, MeshRenderer } from '../components/mesh.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import { directionThrough, type View } from '../model/screen.js';
import type { World } from '../model/world.js';

const SEEN = ['UnityEngine.MeshRenderer', 'UnityEngine.Collider'];
/** Reused for every mesh, so that a test allocates nothing. */
const probe = new Mesh(undefined, new MeshBasicMaterial({ side: DoubleSide }));
probe.matrixAutoUpdate = false;

/** The objects at a point of the picture (x and y from 0 to 1), nearest first. */
export function pickWorld(world: World, view: View, x: number, y: number): GameObject[] {
  const caster = new Raycaster(view.position.clone(), directionThrough(view, x, y));
  const nearest = new Map<GameObject, number>();
  for (const scene of world.visibleScenes()) {
    for (const type of SEEN) {
      for (const object of scene.withType(type).objects) {
        if (!object.active) continue;
        const distance = distanceTo(object, caster);
        if (distance < (nearest.get(object) ?? Number.POSITIVE_INFINITY)) nearest.set(object, distance);
      }
    }
  }
  return [...nearest].sort(([, a], [, b]) => a - b).map(([object]) => object);
}

function distanceTo(object: GameObject, caster: Raycaster): number {
  const matrix = worldMatrix(object.node);
  let nearest = Number.POSITIVE_INFINITY;
  for (const component of object.components) {
    if (!component.enabled) continue;
    if (component instanceof BoxCollider || component instanceof SphereCollider) {
      nearest = Math.min(nearest, distanceToCollider(component, matrix, caster.ray));
    }
  }
  return Math.min(nearest, distanceToMesh(object, matrix, caster));
}

function distanceToMesh(object: GameObject, matrix: Matrix4, caster: Raycaster): number {
  const filter = object.component<MeshFilter>('UnityEngine.MeshFilter');
  const renderer = object.component<MeshRenderer>('UnityEngine.MeshRenderer');
  if (filter === undefined || !renderer?.enabled) return Number.POSITIVE_INFINITY;
  probe.geometry = filter.geometry;
  probe.matrixWorld = matrix;
  const hits: Intersection[] = [];
  probe.raycast(caster, hits);
  return Math.min(...hits.map(hit => hit.distance), Number.POSITIVE_INFINITY);
}

/** In the collider's own coordinates, where a rotated box is axis-aligned. */
function distanceToCollider(collider: BoxCollider | SphereCollider, matrix: Matrix4, ray: Ray): number {
  if (matrix.determinant() === 0) return Number.POSITIVE_INFINITY;
  const local = new Ray().copy(ray).applyMatrix4(new Matrix4().copy(matrix).invert());
  local.direction.normalize();
  const hit =
    collider instanceof BoxCollider
      ? local.intersectBox(new Box3().setFromCenterAndSize(collider.center, collider.size), new Vector3())
      : local.intersectSphere(new Sphere(collider.center, collider.radius), new Vector3());
  return hit === null ? Number.POSITIVE_INFINITY : hit.applyMatrix4(matrix).distanceTo(ray.origin);
}
