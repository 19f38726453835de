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
