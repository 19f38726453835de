import type { Entity, UniverseState } from '../../domain/model/state.js';
import { type Canvas, pixels as p } from './canvas.js';
import { safeColour } from './colour.js';
import { type Box, spotsAround } from './labels.js';
import { clamp, numberOr } from './quantity.js';
import { seeded, seedOf } from './seeded.js';
import { cleanText } from './text.js';

const MAX_CLOUDS = 8;
const TEXT = '#b9a9c9';

/**
 * Draws nebulae at the rim of the map, near their true direction: they are too far away for a position to scale. Corners
 * are preferred, because they have more space.
 */
export function drawClouds(canvas: Canvas, state: UniverseState, area: Box): void {
  const nebulae = Object.values(state.nebulae).slice(0, MAX_CLOUDS);
  const free = rim(area);
  for (const nebula of nebulae) {
    const direction = directionOf(nebula);
    free.sort((one, other) => cost(one, direction) - cost(other, direction));
    const { x, y } = free.shift()!;
    const size =
      (area.bottom - area.top) * clamp(0.1 + 0.012 * Math.log10(1 + numberOr(nebula.radius, 0)), 0.12, 0.3);
    drawCloud(canvas, nebula, x, y, size);
    const text = cleanText(nebula.name) || cleanText(nebula.id);
    const spots = spotsAround(x, y, 0).map(spot => ({ ...spot, anchor: 'middle' as const }));
    const sideways = [-60, 60, -110, 110].map(dx => ({ x: x + dx, y, anchor: 'middle' as const }));
    canvas.labels.push({ text, size: 12, colour: TEXT, spots: [...spots, ...sideways], bounds: area });
  }
}

interface RimPlace {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly corner: boolean;
}

function rim(area: Box): RimPlace[] {
  const inset = 0.09 * (area.bottom - area.top);
  const [x, y] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2];
  const places: RimPlace[] = [];
  for (const across of [-1, 0, 1]) {
    for (const down of [-1, 0, 1]) {
      if (across === 0 && down === 0) continue;
      places.push({
        x: x + across * ((area.right - area.left) / 2 - inset),
        y: y + down * ((area.bottom - area.top) / 2 - inset),
        angle: Math.atan2(down, across),
        corner: across !== 0 && down !== 0,
      });
    }
  }
  return places;
}

function cost(place: RimPlace, direction: number): number {
  const apart = Math.abs(place.angle - direction) % (2 * Math.PI);
  return Math.min(apart, 2 * Math.PI - apart) + (place.corner ? 0 : 1);
}

function directionOf(nebula: Entity): number {
  const position = (nebula.position ?? nebula) as { x?: unknown; z?: unknown };
  return Math.atan2(numberOr(position.z, 0), numberOr(position.x, 0));
}

/** Several soft ellipses. */
function drawCloud(canvas: Canvas, nebula: Entity, x: number, y: number, size: number): void {
  const base = safeColour(nebula.baseColor ?? nebula.color, '#8a5fb0');
  const accent = safeColour(nebula.accentColor, base);
  const strength = clamp(0.14 + 0.2 * numberOr(nebula.brightness, 0.5), 0.12, 0.36);
  const random = seeded(numberOr(nebula.seed, seedOf(nebula.id)));
  for (let i = 0; i < 12; i++) {
    const colour = i % 3 === 2 ? accent : base;
    const fill = canvas.gradient('round', [
      { at: 0, colour, opacity: strength * (i === 0 ? 0.9 : 0.7) },
      { at: 0.5, colour, opacity: strength * 0.25 },
      { at: 1, colour, opacity: 0 },
    ]);
    const [away, angle] = [i === 0 ? 0 : size * 0.7 * random(), 2 * Math.PI * random()];
    const [rx, ry] = [
      size * (i === 0 ? 0.9 : 0.25 + 0.45 * random()),
      size * (i === 0 ? 0.7 : 0.15 + 0.3 * random()),
    ];
    const [cx, cy] = [x + away * Math.cos(angle), y + away * Math.sin(angle)];
    const turn = `rotate(${p(180 * random())} ${p(cx)} ${p(cy)})`;
    canvas.add(
      'clouds',
      `<ellipse cx="${p(cx)}" cy="${p(cy)}" rx="${p(rx)}" ry="${p(ry)}" fill="${fill}" transform="${turn}"/>`,
    );
  }
}
