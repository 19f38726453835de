import type { Frame } from './frame.js';

/** A body on the picture: centre and radius in pixels, distance from the camera. */
export interface Shown {
  readonly slot: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly distance: number;
}

/** How far beside a small body a pointer still means it, in pixels. */
const REACH = 9;
/** From this radius on a body is a disk that hides what is behind it. */
const DISK = 3;

/** The body at a point of the picture: the nearest disk that contains it, otherwise the closest small body that no disk hides. */
export class Pick {
  #disk: Shown | undefined;
  #near: Shown[] = [];

  constructor(
    readonly x: number,
    readonly y: number,
  ) {}

  offer(body: Shown): void {
    const away = Math.hypot(body.x - this.x, body.y - this.y);
    if (body.radius >= DISK && away <= body.radius) {
      if (this.#disk === undefined || body.distance < this.#disk.distance) this.#disk = body;
    } else if (away <= Math.max(REACH, body.radius + 3)) this.#near.push(body);
  }

  get slot(): number | undefined {
    const limit = this.#disk?.distance ?? Number.POSITIVE_INFINITY;
    const seen = this.#near.filter(({ distance }) => distance < limit);
    const away = (body: Shown) => Math.hypot(body.x - this.x, body.y - this.y) - body.radius;
    const closest = seen.reduce<Shown | undefined>(
      (best, body) => (best === undefined || away(body) < away(best) ? body : best),
      undefined,
    );
    // In front of a disk only a body right under the pointer counts.
    if (this.#disk !== undefined && closest !== undefined && away(closest) > 3) return this.#disk.slot;
    return (closest ?? this.#disk)?.slot;
  }
}

/** A satellite closer to its parent on the picture is not drawn, in pixels. */
const MIN_ORBIT_PX = 6;

/** The slot of the body at a point of the picture. */
export function bodyAt(frame: Frame, x: number, y: number): number | undefined {
  const { space, camera, right, up, back, width, height, pixels } = frame;
  const { root, own, local, radius, parent, axis, end } = space;
  const base = camera.root * 3;
  const [bx, by, bz] = base < 0 ? [0, 0, 0] : [own[base]!, own[base + 1]!, own[base + 2]!];
  const pick = new Pick(x, y);
  for (let slot = 0; slot < end; slot++) {
    if (radius[slot]! < 0) continue;
    const [at, top] = [slot * 3, root[slot]! * 3];
    const rx = own[top]! - bx + (local[at]! - camera.x);
    const ry = own[top + 1]! - by + (local[at + 1]! - camera.y);
    const rz = own[top + 2]! - bz + (local[at + 2]! - camera.z);
    const depth = -(rx * back[0] + ry * back[1] + rz * back[2]);
    if (!(depth > 0)) continue;
    const sx = width / 2 + ((rx * right[0] + ry * right[1] + rz * right[2]) / depth) * pixels;
    const sy = height / 2 - ((rx * up[0] + ry * up[1] + rz * up[2]) / depth) * pixels;
    const wide = (radius[slot]! / Math.sqrt(rx * rx + ry * ry + rz * rz)) * pixels;
    if (Math.max(Math.abs(sx - x), Math.abs(sy - y)) > Math.max(REACH, wide + 3)) continue;
    if (parent[slot]! >= 0 && (axis[slot]! / depth) * pixels < MIN_ORBIT_PX) continue;
    pick.offer({ slot, x: sx, y: sy, radius: wide, distance: depth });
  }
  return pick.slot;
}
