/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** Something to fill, in pixels from the upper left corner. Angles are in degrees, clockwise from upwards. */
export type Shape =
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly radius: number }
  | {
      readonly kind: 'box';
      readonly x: number;
      readonly y: number;
      /** Half of its length along its own direction, and half of its width across. */
      readonly along: number;
      readonly across: number;
      readonly angle: number;
    }
  | {
      readonly kind: 'wedge';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly angle: number;
      /** Degrees to either side. */
      readonly spread: number;
    };

/** From the first to the last, both included. */
export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** A picture in memory that can be drawn on. */
export class Raster {
  /** Three bytes a pixel, row by row. */
  readonly pixels: Uint8Array;
  readonly form = 'rgb';

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.pixels = new Uint8Array(width * height * 3);
  }

  /** Every pixel by its place. */
  static drawn(width: number, height: number, colourAt: (x: number, y: number) => Colour): Raster {
    const raster = new Raster(width, height);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) raster.put(x, y, colourAt(x, y), 1);
    return raster;
  }

  at(x: number, y: number): Colour {
    const at = (y * this.width + x) * 3;
    const [red = 0, green = 0, blue = 0] = this.pixels.subarray(at, at + 3);
    return [red, green, blue];
  }

  put(x: number, y: number, colour: Colour, opacity: number): void {
    const at = (y * this.width + x) * 3;
    for (let part = 0; part < 3; part++) {
      const before = this.pixels[at + part] as number;
      this.pixels[at + part] = Math.round(before + ((colour[part] as number) - before) * opacity);
    }
  }

  /** Only in some rows, where those are given. Gives how many pixels were looked at: what it cost. */
  fill(
    shape: Shape,
    colour: Colour,
    opacity = 1,
    { top: first, bottom: last }: Rows = { top: 0, bottom: this.height - 1 },
  ): number {
    const reach = reachOf(shape);
    const left = Math.max(0, Math.floor(shape.x - reach.x));
    const right = Math.min(this.width - 1, Math.ceil(shape.x + reach.x));
    const top = Math.max(first, Math.floor(shape.y - reach.y));
    const bottom = Math.min(last, Math.ceil(shape.y + reach.y));
    const covers = coverage(shape);
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        if (covers(x + 0.5 - shape.x, y + 0.5 - shape.y)) this.put(x, y, colour, opacity);
      }
    }
    return Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1);
  }
}

/** How far it goes to the sides, and how far up and down. */
function reachOf(shape: Shape): { readonly x: number; readonly y: number } {
  if (shape.kind !== 'box') return { x: shape.radius, y: shape.radius };
  const angle = (shape.angle / 180) * Math.PI;
  const sine = Math.abs(Math.sin(angle));
  const cosine = Math.abs(Math.cos(angle));
  return { x: shape.along * sine + shape.across * cosine, y: shape.along * cosine + shape.across * sine };
}

/** Whether a place, seen from the middle of the shape, is in it. */
function coverage(shape: Shape): (x: number, y: number) => boolean {
  if (shape.kind === 'disc') return (x, y) => x * x + y * y <= shape.radius * shape.radius;
  const angle = (shape.angle / 180) * Math.PI;
  const sine = Math.sin(angle);
  const cosine = Math.cos(angle);
  const along = (x: number, y: number) => x * sine - y * cosine;
  const across = (x: number, y: number) => x * cosine + y * sine;
  if (shape.kind === 'box') {
    return (x, y) => Math.abs(along(x, y)) <= shape.along && Math.abs(across(x, y)) <= shape.across;
  }
  const spread = (shape.spread / 180) * Math.PI;
  return (x, y) =>
    x * x + y * y <= shape.radius * shape.radius && Math.abs(Math.atan2(across(x, y), along(x, y))) <= spread;
}
