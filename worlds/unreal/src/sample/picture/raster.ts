/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

/** An area of pixels. Angles are in degrees, clockwise from up. */
export interface Shape {
  /** The centre. */
  readonly x: number;
  readonly y: number;
  /** Half the width and half the height of the bounding box. */
  readonly halfWidth: number;
  readonly halfHeight: number;
  /** Whether the area has the point at this distance from the centre. */
  covers(x: number, y: number): boolean;
}

/** The first and the last row of a part of a picture. */
export interface Rows {
  readonly top: number;
  readonly bottom: number;
}

/** A picture in memory. */
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

  /** Fills the shape in the given rows. Returns the number of tested pixels. */
  fill(shape: Shape, colour: Colour, opacity = 1, rows: Rows = { top: 0, bottom: this.height - 1 }): number {
    const left = Math.max(0, Math.floor(shape.x - shape.halfWidth));
    const right = Math.min(this.width - 1, Math.ceil(shape.x + shape.halfWidth));
    const top = Math.max(rows.top, Math.floor(shape.y - shape.halfHeight));
    const bottom = Math.min(rows.bottom, Math.ceil(shape.y + shape.halfHeight));
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        if (shape.covers(x + 0.5 - shape.x, y + 0.5 - shape.y)) this.put(x, y, colour, opacity);
      }
    }
    return Math.max(0, right - left + 1) * Math.max(0, bottom - top + 1);
  }
}

export function disc(x: number, y: number, radius: number): Shape {
  const covers = (dx: number, dy: number) => dx * dx + dy * dy <= radius * radius;
  return { x, y, halfWidth: radius, halfHeight: radius, covers };
}

/** `along` is half the length in the direction of the angle, `across` half the width. */
export function box(x: number, y: number, along: number, across: number, angle: number): Shape {
  const { sine, cosine } = direction(angle);
  return {
    x,
    y,
    halfWidth: along * Math.abs(sine) + across * Math.abs(cosine),
    halfHeight: along * Math.abs(cosine) + across * Math.abs(sine),
    covers: (dx, dy) =>
      Math.abs(dx * sine - dy * cosine) <= along && Math.abs(dx * cosine + dy * sine) <= across,
  };
}

/** A part of a disc, `spread` degrees to both sides of the angle. */
export function wedge(x: number, y: number, radius: number, angle: number, spread: number): Shape {
  const { sine, cosine } = direction(angle);
  const whole = disc(x, y, radius);
  const isInside = (dx: number, dy: number) =>
    Math.abs(Math.atan2(dx * cosine + dy * sine, dx * sine - dy * cosine)) <= (spread / 180) * Math.PI;
  return { ...whole, covers: (dx, dy) => whole.covers(dx, dy) && isInside(dx, dy) };
}

function direction(angle: number): { readonly sine: number; readonly cosine: number } {
  const radians = (angle / 180) * Math.PI;
  return { sine: Math.sin(radians), cosine: Math.cos(radians) };
}
