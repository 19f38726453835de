import type { TimeSlices } from '@worldwire/picture';
import { Color, Vector3 } from 'three';
import type { Eye } from '../view/eye.js';
import type { DrawItem } from './draw-list.js';
import type { Raster } from './raster.js';

/** Steps of the sky from the horizon up, and of the ground below it. */
const STEPS = 12;
const HAZE = new Color(0.86, 0.9, 0.95);
const EARTH = new Color(0.52, 0.53, 0.55);
/** World units of a square on the ground. */
const SQUARE = 2;
const DARK_SQUARE = 0.86;
/** Pixels. Smaller squares would flicker. */
const MIN_SQUARE = 5;
const OUTLINE = 0.4;
const SHADOW = 0.55;
const MAX_SHADOWS = 64;

/** The direction through each pixel of a row, in world space, at the depth 1. */
function rayOf(raster: Raster, eye: Eye, x: number, y: number, into: Vector3): Vector3 {
  const across = ((2 * (x + 0.5)) / raster.width - 1) * eye.half.x;
  const up = (1 - (2 * (y + 0.5)) / raster.height) * eye.half.y;
  return into.set(across, up, 1).applyQuaternion(eye.view.rotation);
}

/** Fills the picture with the sky above the horizon and bare ground below it. */
export async function paintSky(raster: Raster, eye: Eye, slices: TimeSlices): Promise<void> {
  const ray = new Vector3();
  const shades = new Map<number, readonly number[]>();
  for (let y = 0; y < raster.height; y++) {
    if (slices.isOver) await slices.yieldToEventLoop();
    for (let x = 0; x < raster.width; x++) {
      const height = rayOf(raster, eye, x, y, ray).y / ray.length();
      const step =
        Math.round(Math.sign(height) * Math.sqrt(Math.abs(height)) * STEPS) || (height < 0 ? -1 : 1);
      let shade = shades.get(step);
      if (shade === undefined) {
        shade = skyShade(eye.view.background, step / STEPS);
        shades.set(step, shade);
      }
      raster.color.set(shade, (y * raster.width + x) * 3);
    }
  }
}

/** The colour of the camera's background high above, haze at the horizon, and grey below. */
function skyShade(background: Color, height: number): number[] {
  const shade =
    height > 0
      ? HAZE.clone().lerp(background, Math.min(1, 0.35 + height))
      : EARTH.clone()
          .lerp(background, 0.25)
          .multiplyScalar(1 + height * 0.4);
  return [shade.r, shade.g, shade.b].map(part => Math.round(255 * Math.min(1, Math.max(0, part))));
}

/** Draws squares and shadows on the ground, which show its distance and their height, and a dark line around each object. */
export async function paintDetails(
  raster: Raster,
  eye: Eye,
  items: readonly DrawItem[],
  slices: TimeSlices,
): Promise<void> {
  await paintGround(raster, eye, items, slices);
  await paintOutlines(raster, slices);
}

async function paintGround(
  raster: Raster,
  eye: Eye,
  items: readonly DrawItem[],
  slices: TimeSlices,
): Promise<void> {
  const { width, height, ground, depth: depths } = raster;
  const casters = items.filter(({ isWide, tint }) => !isWide && tint.alpha >= 1).slice(0, MAX_SHADOWS);
  const place = new Vector3();
  for (let y = 0; y < height; y++) {
    if (slices.isOver) await slices.yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (ground[at] !== 1) continue;
      const depth = 1 / (depths[at] as number);
      rayOf(raster, eye, x, y, place).multiplyScalar(depth).add(eye.view.position);
      const pixels = ((SQUARE / depth) * height) / 2 / eye.half.y;
      if (pixels >= MIN_SQUARE && isDarkSquare(place)) raster.darken(at, DARK_SQUARE);
      if (casters.some(item => isBelow(item, place))) raster.darken(at, SHADOW);
    }
  }
}

async function paintOutlines(raster: Raster, slices: TimeSlices): Promise<void> {
  const { width, height } = raster;
  for (let y = 0; y < height; y++) {
    if (slices.isOver) await slices.yieldToEventLoop();
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const isEdge =
        (x + 1 < width && isInFront(raster, at, at + 1)) ||
        (x > 0 && isInFront(raster, at, at - 1)) ||
        (y + 1 < height && isInFront(raster, at, at + width)) ||
        (y > 0 && isInFront(raster, at, at - width));
      if (isEdge) raster.darken(at, OUTLINE);
    }
  }
}

function isDarkSquare({ x, z }: Vector3): boolean {
  return ((Math.floor(x / SQUARE) + Math.floor(z / SQUARE)) & 1) === 1;
}

/** A round shadow straight below an object. */
function isBelow({ place, halfWidth }: DrawItem, { x, y, z }: Vector3): boolean {
  const [across, along] = [x - place.x, z - place.z];
  return across * across + along * along < halfWidth * halfWidth && place.y > y;
}

/** Whether a pixel belongs to another object than its neighbour, and is nearer. */
function isInFront({ owner, depth }: Raster, at: number, next: number): boolean {
  if (owner[at] === 0 || owner[at] === owner[next]) return false;
  return (depth[at] as number) >= (depth[next] as number);
}
