import {
  Box3,
  DoubleSide,
  type Intersection,
  Matrix3,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Ray,
  Raycaster,
  Sphere,
  Vector3,
} from 'three';
import { BoxCollider, type Collider, SphereCollider } from '../components/colliders.js';
import type { MeshFilter, MeshRenderer } from '../components/mesh.js';
import type { GameObject } from '../model/game-object.js';
import { worldMatrix } from '../model/placement.js';
import { directionThrough, type View } from '../model/screen.js';
import type { World } from '../model/world.js';

const SEEN = ['UnityEngine.MeshRenderer', 'UnityEngine.Collider'];
/** Reused for every mesh, so that a test allocates nothing. */
const probe = new Mesh(undefined, new MeshBasicMaterial({ side: DoubleSide }));
probe.matrixAutoUpdate = false;

/** Where a ray meets an object, in world space. */
export interface WorldHit {
  readonly object: GameObject;
  readonly distance: number;
  readonly point: Vector3;
  /** Of the surface, towards the origin of the ray. */
  readonly normal: Vector3;
}

/** The objects at a point of the picture (x and y from 0 to 1), nearest first. */
export function pickWorld(world: World, view: View, x: number, y: number): WorldHit[] {
  return castRay(world, new Ray(view.position.clone(), directionThrough(view, x, y)));
}

/** The objects that a ray meets, nearest first. */
export function castRay(world: World, ray: Ray): WorldHit[] {
  const caster = new Raycaster(ray.origin, ray.direction);
  const hits = new Map<GameObject, WorldHit>();
  for (const scene of world.visibleScenes()) {
    for (const type of SEEN) {
      for (const object of scene.withType(type).objects) {
        if (!object.active || hits.has(object)) continue;
        const hit = hitOf(object, caster);
        if (hit !== undefined) hits.set(object, hit);
      }
    }
  }
  return [...hits.values()].sort((a, b) => a.distance - b.distance);
}

/** The nearest hit on its colliders and its mesh. */
function hitOf(object: GameObject, caster: Raycaster): WorldHit | undefined {
  const matrix = worldMatrix(object.node);
  let nearest = meshHit(object, matrix, caster);
  for (const component of object.components) {
    if (!component.enabled) continue;
    if (!(component instanceof BoxCollider || component instanceof SphereCollider)) continue;
    const hit = colliderHit(object, component, matrix, caster.ray);
    if (hit !== undefined && hit.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = hit;
  }
  return nearest;
}

function meshHit(object: GameObject, matrix: Matrix4, caster: Raycaster): WorldHit | undefined {
  const filter = object.component<MeshFilter>('UnityEngine.MeshFilter');
  const renderer = object.component<MeshRenderer>('UnityEngine.MeshRenderer');
  if (filter === undefined || !renderer?.enabled) return undefined;
  probe.geometry = filter.geometry;
  probe.matrixWorld = matrix;
  const hits: Intersection[] = [];
  probe.raycast(caster, hits);
  let nearest: Intersection | undefined;
  for (const hit of hits) if (hit.distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = hit;
  if (nearest === undefined) return undefined;
  const { distance, point, face } = nearest;
  return { object, distance, point, normal: towards(caster.ray, face?.normal ?? new Vector3(), matrix) };
}

/** In the collider's own coordinates, where a rotated box is axis-aligned. */
export function colliderHit(
  object: GameObject,
  collider: Collider,
  matrix: Matrix4,
  ray: Ray,
): WorldHit | undefined {
  if (matrix.determinant() === 0) return undefined;
  const local = new Ray().copy(ray).applyMatrix4(new Matrix4().copy(matrix).invert());
  local.direction.normalize();
  const hit =
    collider instanceof BoxCollider
      ? local.intersectBox(new Box3().setFromCenterAndSize(collider.center, collider.size), new Vector3())
      : local.intersectSphere(new Sphere(collider.center, collider.radius), new Vector3());
  if (hit === null) return undefined;
  const from = hit.clone().sub(collider.center);
  const normal = towards(ray, collider instanceof BoxCollider ? sideOf(from, collider.size) : from, matrix);
  const point = hit.applyMatrix4(matrix);
  return { object, distance: point.distanceTo(ray.origin), point, normal };
}

/** The normal of the side of a box that a point is on. */
function sideOf(point: Vector3, size: Vector3): Vector3 {
  const parts = (['x', 'y', 'z'] as const).map(axis => ({ axis, part: (2 * point[axis]) / size[axis] }));
  const { axis, part } = parts.reduce((a, b) => (Math.abs(b.part) > Math.abs(a.part) ? b : a));
  const normal = new Vector3();
  normal[axis] = Math.sign(part);
  return normal;
}

/** A normal of an object in world space, turned towards the origin of the ray. */
function towards(ray: Ray, normal: Vector3, matrix: Matrix4): Vector3 {
  const turned = normal.clone().applyNormalMatrix(new Matrix3().getNormalMatrix(matrix));
  return turned.dot(ray.direction) > 0 ? turned.negate() : turned;
}
