import type { Entity, UniverseState } from '../../domain/model/state.js';
import { type Canvas, pixels as p } from './canvas.js';
import { safeColour } from './colour.js';
import type { Box, Spot } from './labels.js';
import { clamp, numberOr } from './quantity.js';
import type { Scale } from './scale.js';
import { seeded, seedOf } from './seeded.js';
import { cleanText } from './text.js';

/** A belt, field or disk around a body. */
export interface Dust {
  readonly entity: Entity;
  readonly inner: number;
  readonly outer: number;
  readonly disk: boolean;
}

const MAX_DUST = 24;
const HOST_FIELDS = ['hostStarId', 'centralStarId', 'hostId', 'parentId', 'starId', 'systemId'];
const MAX_DOTS = 420;

/** By the id of the body that it surrounds. */
export function dustByHost(state: UniverseState): Map<string, Dust[]> {
  const found = new Map<string, Dust[]>();
  let count = 0;
  for (const [kind, disk] of [
    ['smallBodyFields', false],
    ['belts', false],
    ['protoplanetaryDisks', true],
  ] as const) {
    for (const entity of Object.values(state[kind])) {
      const host = HOST_FIELDS.map(field => entity[field]).find(
        id => typeof id === 'string' && Object.hasOwn(state.stars, id),
      );
      const [one, other] = [numberOr(entity.innerRadius, 0), numberOr(entity.outerRadius, 0)];
      const [inner, outer] = [Math.max(0, Math.min(one, other)), Math.max(one, other)];
      if (typeof host !== 'string' || !(outer > 0) || count === MAX_DUST) continue;
      count++;
      found.set(host, [...(found.get(host) ?? []), { entity, inner, outer, disk }]);
    }
  }
  return found;
}

/** `dense` is 1 for a system that fills the map. */
export function drawDust(
  canvas: Canvas,
  dust: Dust,
  x: number,
  y: number,
  scale: Scale,
  dense: number,
): void {
  const [inner, outer] = [scale(dust.inner), scale(dust.outer)];
  const base = safeColour(dust.entity.baseColor ?? dust.entity.color, '#9a8f80');
  const bright = safeColour(dust.entity.highlightColor, base);
  const opacity = clamp(numberOr(dust.entity.opacity, 0.6), 0.1, 1);
  canvas.add(
    'dust',
    annulus(
      x,
      y,
      inner,
      outer,
      dust.disk ? diskFill(canvas, base, opacity, inner / outer) : base,
      dust.disk ? 1 : opacity * 0.16,
    ),
  );
  if (dust.disk) return;
  const random = seeded(numberOr(dust.entity.seed, seedOf(dust.entity.id)));
  const room = (Math.PI * (outer * outer - inner * inner)) / 90;
  const dots = Math.round(
    clamp(Math.min(numberOr(dust.entity.particleCount, 400), room), 12, MAX_DOTS * dense),
  );
  canvas.add('dust', dotted(x, y, inner, outer, dots, random, base, 1.7, opacity * 0.75));
  canvas.add('dust', dotted(x, y, inner, outer, Math.round(dots / 4), random, bright, 1.3, opacity));
}

export function dustName({ entity }: Dust): string {
  return cleanText(entity.regionLabel) || cleanText(entity.name) || cleanText(entity.id);
}

/** Along the middle of the ring, starting at the top left, where maps are emptiest. */
export function dustSpots(dust: Dust, x: number, y: number, scale: Scale, bounds: Box): Spot[] {
  const inner = scale(dust.inner);
  const middle = dust.disk ? scale(dust.outer) : (inner + scale(dust.outer)) / 2;
  const spots: Spot[] = [];
  for (let i = 0; i < 24; i++) {
    const angle = -Math.PI * 0.75 + ((i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * Math.PI) / 12;
    spots.push({ x: x + middle * Math.cos(angle), y: y + middle * Math.sin(angle), anchor: 'middle' });
  }
  return spots.filter(spot => spot.x > bounds.left && spot.x < bounds.right);
}

function diskFill(canvas: Canvas, colour: string, opacity: number, hole: number): string {
  return canvas.gradient('round', [
    { at: clamp(hole, 0, 1), colour, opacity: opacity * 0.9 },
    { at: 0.6, colour, opacity: opacity * 0.6 },
    { at: 1, colour, opacity: 0 },
  ]);
}

function annulus(x: number, y: number, inner: number, outer: number, fill: string, opacity: number): string {
  const d = `${round(x, y, outer)}${round(x, y, inner)}`;
  return `<path d="${d}" fill="${fill}" fill-rule="evenodd" fill-opacity="${p(opacity)}"/>`;
}

function round(x: number, y: number, radius: number): string {
  const r = p(radius);
  return `M${p(x - radius)} ${p(y)}a${r} ${r} 0 1 0 ${p(2 * radius)} 0a${r} ${r} 0 1 0 ${p(-2 * radius)} 0Z`;
}

/** One path for all dots, which are the round ends of very short lines. */
function dotted(
  x: number,
  y: number,
  inner: number,
  outer: number,
  count: number,
  random: () => number,
  colour: string,
  width: number,
  opacity: number,
): string {
  let d = '';
  for (let i = 0; i < count; i++) {
    const angle = 2 * Math.PI * random();
    // The mean of two random numbers is denser in the middle.
    const radius = inner + ((outer - inner) * (random() + random())) / 2;
    d += `M${p(x + radius * Math.cos(angle))} ${p(y + radius * Math.sin(angle))}h.01`;
  }
  const look = `stroke="${colour}" stroke-opacity="${p(opacity)}" stroke-width="${width}"`;
  return `<path d="${d}" fill="none" ${look} stroke-linecap="round"/>`;
}
