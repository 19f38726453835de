import { Vector3 } from 'three';
import type { Eye } from '../view/eye.js';
import type { DrawItem } from './draw-list.js';
import type { Corner, Paint, Raster, Rgb } from './raster.js';

/** Parts of the light: from everywhere, from the light, and from the camera. */
const AMBIENT = 0.62;
const FROM_LIGHT = 0.4;
const FROM_CAMERA = 0.16;
/** Few levels give few colours, and so a small picture. */
const LEVELS = 14;
/** Pixels. A smaller object is one point. */
const MIN_RADIUS = 0.75;
/** The cosine of the steepest ground. */
const LEVEL_GROUND = 0.95;

/** Directions in the coordinates of the camera. */
export interface Lighting {
  readonly light: Vector3;
  readonly up: Vector3;
}

/** Draws the meshes of objects into a raster, with flat shading. */
export class MeshPainter {
  readonly #raster: Raster;
  readonly #eye: Eye;
  readonly #lighting: Lighting;

  constructor(raster: Raster, eye: Eye, lighting: Lighting) {
    this.#raster = raster;
    this.#eye = eye;
    this.#lighting = lighting;
  }

  draw(item: DrawItem, owner: number): void {
    const { middle, radius, tint } = item;
    const { near } = this.#eye.view;
    const pixels = ((radius / middle.z) * this.#raster.height) / 2 / this.#eye.half.y;
    if (middle.z > near && pixels < MIN_RADIUS) {
      const { x, y, q } = this.#project(middle);
      const color = rgb(item, AMBIENT + FROM_LIGHT);
      this.#raster.point(x, y, q, { color, alpha: tint.alpha, owner, ground: false });
      return;
    }
    const corners = this.#corners(item);
    const index = item.mesh.getIndex();
    const count = index?.count ?? corners.length;
    for (let at = 0; at + 2 < count; at += 3) {
      const [a, b, c] = [0, 1, 2].map(next => corners[index?.getX(at + next) ?? at + next] as Vector3);
      this.#face(a as Vector3, b as Vector3, c as Vector3, item, owner);
    }
  }

  #corners({ mesh, matrix }: DrawItem): Vector3[] {
    const positions = mesh.getAttribute('position');
    return Array.from({ length: positions.count }, (_, at) =>
      new Vector3().fromBufferAttribute(positions, at).applyMatrix4(matrix),
    );
  }

  #face(a: Vector3, b: Vector3, c: Vector3, item: DrawItem, owner: number): void {
    const { near } = this.#eye.view;
    const inFront = [a, b, c].filter(({ z }) => z > near).length;
    if (inFront === 0) return;
    const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
    // A mirrored object has its faces inside out.
    if (item.matrix.determinant() < 0) normal.negate();
    if (normal.dot(a) >= 0) {
      if (!item.isOpen) return;
      normal.negate();
    }
    const paint = this.#paint(item, normal, owner);
    const seen = (inFront === 3 ? [a, b, c] : clipped([a, b, c], near)).map(corner => this.#project(corner));
    for (let at = 2; at < seen.length; at++) {
      this.#raster.triangle(seen[0] as Corner, seen[at - 1] as Corner, seen[at] as Corner, paint);
    }
  }

  #paint(item: DrawItem, normal: Vector3, owner: number): Paint {
    const { light, up } = this.#lighting;
    const facing = Math.max(0, -normal.dot(item.middle) / (item.middle.length() || 1));
    const shade = AMBIENT + FROM_LIGHT * Math.max(0, normal.dot(light)) + FROM_CAMERA * facing;
    return {
      color: rgb(item, Math.round(shade * LEVELS) / LEVELS),
      alpha: Math.min(1, item.tint.alpha),
      owner,
      ground: item.isWide && normal.dot(up) > LEVEL_GROUND,
    };
  }

  #project({ x, y, z }: Vector3): Corner {
    const { half } = this.#eye;
    const { width, height } = this.#raster;
    return {
      x: ((x / (z * half.x) + 1) / 2) * width,
      y: ((1 - y / (z * half.y)) / 2) * height,
      q: 1 / z,
    };
  }
}

/** The part of a triangle behind the near plane. */
function clipped(corners: readonly Vector3[], near: number): Vector3[] {
  const kept: Vector3[] = [];
  for (const [at, from] of corners.entries()) {
    const to = corners[(at + 1) % corners.length] as Vector3;
    if (from.z > near) kept.push(from);
    if (from.z > near !== to.z > near) kept.push(from.clone().lerp(to, (near - from.z) / (to.z - from.z)));
  }
  return kept;
}

/** Colours of the scene are already those of the screen. */
function rgb({ tint }: DrawItem, shade: number): Rgb {
  const { r, g, b } = tint.color;
  const part = (value: number) => Math.round(255 * Math.min(1, Math.max(0, value * shade)));
  return [part(r), part(g), part(b)];
}
