import type { Ring, Star } from '../../domain/model/state.js';
import { type Canvas, pixels as p } from './canvas.js';
import { safeColour } from './colour.js';
import { type Box, boxAround } from './labels.js';
import { clamp, numberOr } from './quantity.js';

/** A body on the map. `light` is the direction of its parent in radians. */
export interface Glyph {
  readonly body: Star;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly light: number;
}

const DEFAULT_COLOUR = '#b8c4d8';
const SHADED_FROM = 2.4;
const RING_TILT = 0.34;
const MAX_RING = 4;
const MAX_COMET = 4;

export function colourOf(body: Star): string {
  return safeColour(body.color, DEFAULT_COLOUR);
}

export function drawBody(canvas: Canvas, glyph: Glyph): void {
  switch (glyph.body.bodyType ?? (glyph.body.parentId === null ? 'star' : 'planet')) {
    case 'star':
      return drawStar(canvas, glyph);
    case 'blackHole':
      return drawBlackHole(canvas, glyph);
    case 'comet':
      return drawComet(canvas, glyph);
    case 'lagrangePoint':
      return drawCross(canvas, glyph);
    default:
      return drawPlanet(canvas, glyph);
  }
}

/** The radius of a body with its ring. */
export function reachOf(body: Star, size: number): number {
  return body.ring === undefined ? size : size * ringRadii(body.ring).outer;
}

/** Obstacles for labels. */
export function outlineOf({ body, x, y, size, light }: Glyph): Box[] {
  const outline = [boxAround(x, y, size + 1)];
  if (body.ring !== undefined) {
    const reach = reachOf(body, size);
    outline.push({ left: x - reach, top: y - reach * 0.4, right: x + reach, bottom: y + reach * 0.4 });
  }
  if (body.bodyType === 'comet') {
    const [dx, dy] = [-tailLength(size) * Math.cos(light), -tailLength(size) * Math.sin(light)];
    for (const share of [0.3, 0.6, 0.9]) outline.push(boxAround(x + share * dx, y + share * dy, 5));
  }
  return outline;
}

function drawStar(canvas: Canvas, { body, x, y, size }: Glyph): void {
  const colour = colourOf(body);
  const glow = canvas.gradient('round', [
    { at: 0, colour, opacity: 0.75 },
    { at: 0.3, colour, opacity: 0.28 },
    { at: 1, colour, opacity: 0 },
  ]);
  const disc = canvas.gradient('round', [
    { at: 0, colour: '#fffdf5', opacity: 1 },
    { at: 0.45, colour: '#fffdf5', opacity: 0.85 },
    { at: 1, colour: '#fffdf5', opacity: 0.1 },
  ]);
  canvas.add('dust', circle(x, y, size * 3.4, `fill="${glow}"`));
  canvas.add('bodies', circle(x, y, size, `fill="${colour}"`));
  canvas.add('bodies', circle(x, y, size, `fill="${disc}"`));
}

function drawPlanet(canvas: Canvas, { body, x, y, size, light }: Glyph): void {
  const ring = body.ring === undefined ? null : ringRadii(body.ring);
  const ringColour = safeColour(body.ring?.color, colourOf(body));
  const opacity = p(clamp(numberOr(body.ring?.opacity, 0.5), 0.28, 0.9));
  const place = `translate(${p(x)} ${p(y)}) rotate(-20) scale(1 ${RING_TILT})`;
  const stroke = (width: number) =>
    `fill="none" stroke="${ringColour}" stroke-opacity="${opacity}" stroke-width="${p(width)}"`;
  const half = (sweep: number) => {
    const [middle, width] = [(size * (ring!.inner + ring!.outer)) / 2, size * (ring!.outer - ring!.inner)];
    const arc = `M${p(-middle)} 0A${p(middle)} ${p(middle)} 0 0 ${sweep} ${p(middle)} 0`;
    return `<path d="${arc}" transform="${place}" ${stroke(Math.max(width, 0.8))}/>`;
  };
  // The far half of a ring is behind the planet.
  if (ring !== null) canvas.add('bodies', half(1));
  canvas.add(
    'bodies',
    circle(x, y, size, `fill="${colourOf(body)}" stroke="#fff" stroke-opacity="0.25" stroke-width="0.5"`),
  );
  if (size >= SHADED_FROM) canvas.add('bodies', shade(canvas, x, y, size, light));
  if (ring !== null) canvas.add('bodies', half(0));
}

/** Light on the side of the parent. */
function shade(canvas: Canvas, x: number, y: number, size: number, light: number): string {
  const fill = canvas.gradient('lit', [
    { at: 0, colour: '#ffffff', opacity: 0.35 },
    { at: 0.45, colour: '#000000', opacity: 0 },
    { at: 1, colour: '#000014', opacity: 0.72 },
  ]);
  const turn = ((light + Math.PI) * 180) / Math.PI;
  return circle(x, y, size, `fill="${fill}" transform="rotate(${p(turn)} ${p(x)} ${p(y)})"`);
}

function drawBlackHole(canvas: Canvas, { body, x, y, size }: Glyph): void {
  const colour = safeColour(body.color, '#ffb061');
  const glow = canvas.gradient('round', [
    { at: 0, colour: '#ffb061', opacity: 0 },
    { at: 0.28, colour: '#ffb061', opacity: 0.55 },
    { at: 0.4, colour: '#ff7a3c', opacity: 0.22 },
    { at: 1, colour: '#ff7a3c', opacity: 0 },
  ]);
  canvas.add('dust', circle(x, y, size * 3.2, `fill="${glow}"`));
  canvas.add('bodies', circle(x, y, size, 'fill="#000" stroke="#ffd9a8" stroke-width="1.6"'));
  const disc = `rx="${p(size * 2.1)}" ry="${p(size * 0.42)}" transform="rotate(-16 ${p(x)} ${p(y)})"`;
  const edge = `fill="none" stroke="${colour}" stroke-opacity="0.9" stroke-width="1.2"`;
  canvas.add('bodies', `<ellipse cx="${p(x)}" cy="${p(y)}" ${disc} ${edge}/>`);
}

function drawComet(canvas: Canvas, { body, x, y, size, light }: Glyph): void {
  const colour = colourOf(body);
  const fill = canvas.gradient('line', [
    { at: 0, colour, opacity: 0.75 },
    { at: 1, colour, opacity: 0 },
  ]);
  const [wide, long] = [cometSize(size), tailLength(size)];
  const away = ((light + Math.PI) * 180) / Math.PI;
  const tail = `M0 ${p(-wide)}L${p(long)} ${p(-wide * 2.2)}L${p(long)} ${p(wide * 2.2)}L0 ${p(wide)}Z`;
  canvas.add(
    'bodies',
    `<path d="${tail}" fill="${fill}" transform="translate(${p(x)} ${p(y)}) rotate(${p(away)})"/>`,
  );
  canvas.add('bodies', circle(x, y, cometSize(size), `fill="${colour}"`));
}

function drawCross(canvas: Canvas, { body, x, y }: Glyph): void {
  const d = `M${p(x - 4)} ${p(y)}h8M${p(x)} ${p(y - 4)}v8`;
  canvas.add('bodies', `<path d="${d}" stroke="${colourOf(body)}" stroke-width="1.2" fill="none"/>`);
}

function cometSize(size: number): number {
  return clamp(size, 2, MAX_COMET);
}

function tailLength(size: number): number {
  return 18 + cometSize(size) * 6;
}

function ringRadii(ring: Ring): { inner: number; outer: number } {
  const outer = clamp(numberOr(ring.outerRadiusMultiplier, 2), 1.1, MAX_RING);
  return { inner: clamp(numberOr(ring.innerRadiusMultiplier, 1.3), 1.05, outer), outer };
}

function circle(x: number, y: number, radius: number, look: string): string {
  return `<circle cx="${p(x)}" cy="${p(y)}" r="${p(radius)}" ${look}/>`;
}
