/** A corner of a triangle: its pixel, and one over its depth, which is linear on the screen. */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly q: number;
}

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** How a triangle is painted. */
export interface Paint {
  readonly color: Rgb;
  /** From 0 to 1. Less than 1 lets the colour behind through. */
  readonly alpha: number;
  /** The number of its object, from 1. */
  readonly owner: number;
  /** Whether it belongs to the ground, which gets a pattern. */
  readonly ground: boolean;
}

/** A picture with a depth, an owner and a mark for each pixel. */
export class Raster {
  readonly color: Uint8Array;
  /** One over the depth; 0 for the background. */
  readonly depth: Float32Array;
  readonly owner: Int32Array;
  readonly ground: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    const pixels = width * height;
    this.color = new Uint8Array(pixels * 3);
    this.depth = new Float32Array(pixels);
    this.owner = new Int32Array(pixels);
    this.ground = new Uint8Array(pixels);
  }

  /** Paints the pixels whose middles are in the triangle and that nothing nearer has. */
  triangle(a: Corner, b: Corner, c: Corner, paint: Paint): void {
    const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (!(Math.abs(area) > 1e-9)) return;
    const left = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x) - 0.5));
    const right = Math.min(this.width - 1, Math.floor(Math.max(a.x, b.x, c.x) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
    const bottom = Math.min(this.height - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5));
    const stepA = (b.y - c.y) / area;
    const stepB = (c.y - a.y) / area;
    const stepQ = stepA * (a.q - c.q) + stepB * (b.q - c.q);
    for (let y = top; y <= bottom; y++) {
      const px = left + 0.5;
      const py = y + 0.5;
      let partA = ((b.x - px) * (c.y - py) - (b.y - py) * (c.x - px)) / area;
      let partB = ((c.x - px) * (a.y - py) - (c.y - py) * (a.x - px)) / area;
      let q = partA * a.q + partB * b.q + (1 - partA - partB) * c.q;
      let entered = false;
      for (let x = left, at = y * this.width + left; x <= right; x++, at++) {
        if (partA >= 0 && partB >= 0 && partA + partB <= 1) {
          entered = true;
          if (q > (this.depth[at] as number)) this.#put(at, q, paint);
        } else if (entered) break;
        partA += stepA;
        partB += stepB;
        q += stepQ;
      }
    }
  }

  /** One pixel, for an object that is too small for its triangles. */
  point(x: number, y: number, q: number, paint: Paint): void {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return;
    const at = row * this.width + column;
    if (q > (this.depth[at] as number)) this.#put(at, q, paint);
  }

  /** A rectangle over everything; edges between pixels are rounded. */
  rectangle(left: number, top: number, right: number, bottom: number, paint: Paint): void {
    const end = Math.min(this.width, Math.round(right));
    for (let y = Math.max(0, Math.round(top)); y < Math.min(this.height, Math.round(bottom)); y++) {
      for (let x = Math.max(0, Math.round(left)); x < end; x++) {
        this.#put(y * this.width + x, Number.POSITIVE_INFINITY, paint);
      }
    }
  }

  /** Multiplies the colour of a pixel. */
  darken(at: number, by: number): void {
    for (let part = at * 3; part < at * 3 + 3; part++) this.color[part] = (this.color[part] as number) * by;
  }

  #put(at: number, q: number, { color, alpha, owner, ground }: Paint): void {
    for (let part = 0; part < 3; part++) {
      const behind = this.color[at * 3 + part] as number;
      this.color[at * 3 + part] = behind + ((color[part] as number) - behind) * alpha;
    }
    this.depth[at] = q;
    this.owner[at] = owner;
    this.ground[at] = ground ? 1 : 0;
  }
}
