/** What part of a plane is shown: the point in the middle of the picture, and pixels per unit. */
export interface Camera2d {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Bounds2d {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const [MIN_SCALE, MAX_SCALE] = [1e-5, 50];

export function toScreen(
  camera: Camera2d,
  size: Size,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  return {
    x: (x - camera.x) * camera.scale + size.width / 2,
    y: (y - camera.y) * camera.scale + size.height / 2,
  };
}

export function toPlane(
  camera: Camera2d,
  size: Size,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  return {
    x: (x - size.width / 2) / camera.scale + camera.x,
    y: (y - size.height / 2) / camera.scale + camera.y,
  };
}

/** Zooms so that the point under the pointer stays. */
export function zoomAt(camera: Camera2d, size: Size, x: number, y: number, factor: number): Camera2d {
  const scale = Math.min(Math.max(camera.scale * factor, MIN_SCALE), MAX_SCALE);
  const point = toPlane(camera, size, x, y);
  return {
    scale,
    x: point.x - (x - size.width / 2) / scale,
    y: point.y - (y - size.height / 2) / scale,
  };
}

/** Moves by pixels. */
export function movedBy(camera: Camera2d, dx: number, dy: number): Camera2d {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** Shows all of an area, at most at `maxScale`. */
export function fitted(bounds: Bounds2d, size: Size, maxScale: number, margin = 30): Camera2d {
  const width = Math.max(bounds.maxX - bounds.minX, 1e-6);
  const height = Math.max(bounds.maxY - bounds.minY, 1e-6);
  const room = (length: number) => Math.max(length - 2 * margin, 10);
  const scale = Math.min(room(size.width) / width, room(size.height) / height, maxScale);
  return {
    x: (bounds.minX + bounds.maxX) / 2,
    y: (bounds.minY + bounds.maxY) / 2,
    scale: Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE),
  };
}

export function boundsOf(points: Iterable<{ readonly x: number; readonly y: number }>): Bounds2d | undefined {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return minX > maxX ? undefined : { minX, minY, maxX, maxY };
}

/** Arrows move the picture, plus and minus zoom. */
export function cameraKey(camera: Camera2d, size: Size, key: string): Camera2d | undefined {
  const step = 60;
  switch (key) {
    case 'ArrowLeft':
      return movedBy(camera, step, 0);
    case 'ArrowRight':
      return movedBy(camera, -step, 0);
    case 'ArrowUp':
      return movedBy(camera, 0, step);
    case 'ArrowDown':
      return movedBy(camera, 0, -step);
    case '+':
    case '=':
      return zoomAt(camera, size, size.width / 2, size.height / 2, 1.25);
    case '-':
      return zoomAt(camera, size, size.width / 2, size.height / 2, 0.8);
    default:
      return undefined;
  }
}
