import type { Star, Steps } from '../../domain/index.js';
import { orbitPoints, placeOnOrbit, shapeOf } from '../orbits/orbit.js';
import type { Vector } from '../orbits/rotation.js';
import { type Canvas, pixels as p } from './canvas.js';
import { type Dust, drawDust, dustName, dustSpots } from './dust.js';
import { colourOf, drawBody, type Glyph, outlineOf, reachOf } from './glyphs.js';
import { type Box, type Label, spotsAround } from './labels.js';
import type { System } from './plan.js';
import { clamp } from './quantity.js';
import { bodySize, distanceScale, type Scale } from './scale.js';
import { cleanText, inFont } from './text.js';

/** The part of the map for a system. */
export interface Frame {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Relative to a system that fills the map. */
  readonly bodyScale: number;
  readonly textSize: number;
  readonly nameHost: boolean;
  readonly distanceText: (distance: number) => string;
}

const FULL_RADIUS = 330;
const CROWD = 120;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));
const ORBIT_POINTS = 56;
const MAX_ORBITS = 48;
const MAX_NAMES = 60;
/** Per step. */
const STEP_ORBITS = 8;
const STEP_BODIES = 64;
const NOTES_UP_TO = 16;
const TEXT = '#dfe6f5';
const DUST_TEXT = '#8f9bb3';

export function* drawSystem(
  canvas: Canvas,
  system: System,
  dust: readonly Dust[],
  frame: Frame,
  t: number,
): Steps<void> {
  const { host, bodies } = system;
  const centre = centreOf(host, frame, t);
  const scale = scaleOf(system, dust, centre, frame);
  for (const one of dust) drawDust(canvas, one, frame.x, frame.y, scale, frame.radius / FULL_RADIUS);
  yield;
  for (const [i, body] of bodies.slice(0, MAX_ORBITS).entries()) {
    drawOrbit(canvas, body, frame, scale, bodies.length);
    if (i % STEP_ORBITS === STEP_ORBITS - 1) yield;
  }
  yield;
  const crowd = Math.min(1, Math.sqrt(CROWD / bodies.length));
  const glyphs = bodies.map((body, i) =>
    beside(centre, lit(centre, glyphOf(body, frame, scale, t, crowd)), i),
  );
  // The largest first, so that none hides a smaller one.
  for (const [i, glyph] of [centre, ...glyphs].entries()) {
    drawBody(canvas, glyph);
    canvas.obstacles.push(...outlineOf(glyph));
    if (i % STEP_BODIES === STEP_BODIES - 1) yield;
  }
  yield;
  canvas.labels.push(...namesOf(centre, glyphs, frame));
  for (const one of dust) {
    const spots = dustSpots(one, frame.x, frame.y, scale, frame.box);
    canvas.labels.push({
      text: dustName(one),
      size: frame.textSize * 0.85,
      colour: DUST_TEXT,
      spots,
      bounds: frame.box,
    });
  }
}

function centreOf(host: Star, frame: Frame, t: number): Glyph {
  const larger = shines(host) ? 1.35 : frame.nameHost ? 2 : 1.15;
  const size = clamp(bodySize(host.radius) * larger * frame.bodyScale, 3, frame.radius * 0.3);
  // The light comes from its parent, which is not on this map.
  const { x, z } = placeOnOrbit(host, t);
  return { body: host, x: frame.x, y: frame.y, size, light: Math.atan2(-z, -x) };
}

function scaleOf(system: System, dust: readonly Dust[], centre: Glyph, frame: Frame): Scale {
  const distances: number[] = [];
  for (const body of system.bodies) {
    const { axis, eccentricity } = shapeOf(body);
    const offset = Math.hypot(body.orbitOffsetX ?? 0, body.orbitOffsetZ ?? 0);
    distances.push(axis, axis * (1 + eccentricity) + offset);
  }
  for (const { inner, outer, disk } of dust) distances.push(outer, disk ? outer : inner);
  const inside = Math.min(reachOf(centre.body, centre.size) + frame.radius * 0.09, frame.radius * 0.6);
  return distanceScale(distances.filter(Number.isFinite), inside, frame.radius);
}

function glyphOf(body: Star, frame: Frame, scale: Scale, t: number, crowd: number): Glyph {
  const { x, y } = onPicture(placeOnOrbit(body, t), frame, scale);
  const size = Math.max(1.1, bodySize(body.radius) * frame.bodyScale * crowd);
  return { body, x, y, size, light: Math.atan2(frame.y - y, frame.x - x) };
}

/** Moons have the same light as their planet. */
function lit(centre: Glyph, glyph: Glyph): Glyph {
  return shines(centre.body) || centre.body.parentId === null ? glyph : { ...glyph, light: centre.light };
}

function shines(body: Star): boolean {
  return body.bodyType === 'star' || (body.bodyType === undefined && body.parentId === null);
}

/** Draws a body with the position of its parent beside it. */
function beside(centre: Glyph, glyph: Glyph, index: number): Glyph {
  if (glyph.x !== centre.x || glyph.y !== centre.y) return glyph;
  const angle = GOLDEN_ANGLE * index;
  const away = centre.size + 8 + 4 * Math.sqrt(index);
  return { ...glyph, x: centre.x + away * Math.cos(angle), y: centre.y + away * Math.sin(angle) };
}

/** Seen from the north: x to the right and z downwards. */
function onPicture(place: Vector, frame: Frame, scale: Scale): { x: number; y: number } {
  const distance = Math.hypot(place.x, place.z);
  if (!(distance > 0) || !Number.isFinite(distance)) return { x: frame.x, y: frame.y };
  const radius = scale(distance);
  return { x: frame.x + (radius * place.x) / distance, y: frame.y + (radius * place.z) / distance };
}

function drawOrbit(canvas: Canvas, body: Star, frame: Frame, scale: Scale, neighbours: number): void {
  const { axis } = shapeOf(body);
  if (!(axis > 0)) return;
  const opacity = neighbours > 20 ? 0.16 : 0.42;
  const look = `fill="none" stroke="${colourOf(body)}" stroke-opacity="${opacity}" stroke-width="0.9"`;
  const points = orbitPoints(body, ORBIT_POINTS).map(point => onPicture(point, frame, scale));
  canvas.add('orbits', `<path d="${smoothLoop(points)}" ${look}/>`);
}

/** A closed curve through all points (Catmull–Rom, as cubic Bézier pieces). */
function smoothLoop(points: readonly { x: number; y: number }[]): string {
  const at = (i: number) => points[(i + points.length) % points.length]!;
  let d = `M${p(at(0).x)} ${p(at(0).y)}`;
  for (let i = 0; i < points.length; i++) {
    const [a, b, c, e] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${p(b.x + (c.x - a.x) / 6)} ${p(b.y + (c.y - a.y) / 6)} `;
    d += `${p(c.x - (e.x - b.x) / 6)} ${p(c.y - (e.y - b.y) / 6)} ${p(c.x)} ${p(c.y)}`;
  }
  return `${d}Z`;
}

function namesOf(centre: Glyph, glyphs: readonly Glyph[], frame: Frame): Label[] {
  const distances = frame.textSize >= 12 && glyphs.length <= NOTES_UP_TO;
  const named = frame.nameHost ? [centre, ...glyphs] : glyphs;
  return named.slice(0, MAX_NAMES).map(glyph => {
    const { body, x, y, size } = glyph;
    const text = cleanText(body.name, 28) || cleanText(body.id, 28);
    const { axis } = shapeOf(body);
    // The font may not have the characters of the name.
    const id = inFont(text) ? '' : cleanText(body.id, 16);
    const distance = distances && glyph !== centre && axis > 0 ? frame.distanceText(axis) : '';
    const note = [id, distance].filter(part => part !== '').join(' · ');
    return {
      text,
      ...(note === '' ? {} : { note }),
      size: frame.textSize,
      colour: TEXT,
      spots: spotsAround(x, y, reachOf(body, size) + 4),
      bounds: frame.box,
    };
  });
}
