import { finish, type Steps, type UniverseState } from '../../domain/index.js';
import { standardState } from '../orbits/units.js';
import { drawPanel, drawSky, write } from './backdrop.js';
import { Canvas, pixels as p } from './canvas.js';
import { drawClouds } from './clouds.js';
import { dustByHost } from './dust.js';
import { type GroupNames, groupNames } from './group-names.js';
import { type Box, type PlacedLabel, placeLabels } from './labels.js';
import { type Layout, layoutMap } from './layout.js';
import { type Plan, planMap } from './plan.js';
import { clamp, distanceText, numberOr, plainText, timeText } from './quantity.js';
import { drawSystem, type Frame } from './system.js';
import { cleanText, escapeXml, fitText, grouped, textWidth } from './text.js';

export interface MapOptions {
  /** Seconds; default: the time of the state. */
  readonly t?: number;
  readonly width?: number;
  readonly height?: number;
  readonly title?: string;
  /** Id of a body: draw only its system. */
  readonly focus?: string;
}

/** Sizes that clients may ask for. */
export const MIN_PIXELS = 200;
export const MAX_PIXELS = 2_400;
const BRIGHT = '#f2f5ff';
const DIM = '#8f9bb3';
const FONT = "'Didact Gothic', sans-serif";
const FULL_RADIUS = 330;
const CAPTION = 34;
const MAX_EMPTY_GROUPS = 6;

/**
 * A map of a universe, seen from the north, as a self-contained SVG. The same state gives the same bytes. Its size is
 * bounded for universes of any size.
 */
export function mapSvg(state: UniverseState, options: MapOptions = {}): string {
  return finish(mapSvgSteps(finish(standardState(state)), options));
}

/**
 * The same in steps, for a result of `standardState`. The plan depends only on the state and the focus, so maps can share
 * it.
 */
export function* mapSvgSteps(state: UniverseState, options: MapOptions = {}, given?: Plan): Steps<string> {
  const width = Math.round(clamp(numberOr(options.width, 1200), 200, 4096));
  const height = Math.round(
    clamp(numberOr(options.height, 800), Math.max(200, width / 3), Math.min(4096, width * 3)),
  );
  const t = numberOr(options.t, state.time);
  const plan = given ?? (yield* planMap(state, options.focus));
  yield;
  const layout = layoutMap(width / height, plan.systems.length, plan.insets.length);
  const groups = groupNames(state);
  const canvas = new Canvas();
  drawSky(canvas, layout.width, layout.height);
  yield;
  yield* drawSystems(canvas, state, plan, layout, groups, t);
  drawClouds(canvas, state, layout.main);
  yield;
  for (const placed of yield* placeLabels(canvas.labels, canvas.obstacles)) drawLabel(canvas, placed);
  const title = cleanText(options.title, 60) || 'Universe';
  write(canvas, title, { x: 28, y: 42, size: 27, colour: BRIGHT });
  write(canvas, fitText(summary(state, plan, groups, t), 13.5, layout.width - 56), {
    x: 28,
    y: 64,
    size: 13.5,
    colour: DIM,
  });
  writeFooter(canvas, state, plan, layout);
  const size = `width="${width}" height="${height}" viewBox="0 0 ${p(layout.width)} ${p(layout.height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${FONT}" role="img">
<title>${escapeXml(title)}</title>
${canvas.content()}
</svg>
`;
}

function* drawSystems(
  canvas: Canvas,
  state: UniverseState,
  plan: Plan,
  layout: Layout,
  groups: GroupNames,
  t: number,
): Steps<void> {
  const dust = dustByHost(state);
  yield;
  const written = { distanceText: state.units === undefined ? distanceText : plainText };
  const alone = plan.systems.length === 1;
  for (const [i, system] of plan.systems.entries()) {
    const box = layout.systems[i]!;
    const frame = { ...(alone ? soleFrame(box) : cellFrame(box)), ...written };
    yield* drawSystem(canvas, system, dust.get(system.host.id) ?? [], frame, t);
    if (alone) continue;
    const { left, right, bottom } = box;
    const name = fitText(cleanText(system.host.name) || cleanText(system.host.id), 13, right - left);
    write(canvas, name, { x: frame.x, y: bottom - 16, size: 13, colour: BRIGHT, anchor: 'middle' });
    const path = fitText(groups.paths.get(system.host.id) ?? '', 10, right - left);
    if (path !== '')
      write(canvas, path, { x: frame.x, y: bottom - 3, size: 10, colour: DIM, anchor: 'middle' });
  }
  for (const [i, inset] of plan.insets.entries()) {
    const box = layout.insets[i]!;
    drawPanel(canvas, box);
    yield* drawSystem(canvas, inset, dust.get(inset.host.id) ?? [], { ...insetFrame(box), ...written }, t);
    const name = cleanText(inset.host.name, 20) || cleanText(inset.host.id, 20);
    write(canvas, name, { x: box.left + 10, y: box.top + 19, size: 13, colour: BRIGHT });
    canvas.obstacles.push({ ...box, right: box.left + 14 + textWidth(name, 13), bottom: box.top + 24 });
  }
}

type Place = Omit<Frame, 'distanceText'>;

function soleFrame(box: Box): Place {
  const radius = Math.min(box.right - box.left, box.bottom - box.top) / 2 - 8;
  return frameIn(box, radius, Math.min(radius / FULL_RADIUS, 1.4), 13, true);
}

function cellFrame(box: Box): Place {
  const inner = { ...box, bottom: box.bottom - CAPTION };
  const radius = Math.min(inner.right - inner.left, inner.bottom - inner.top) / 2 - 4;
  return frameIn(inner, radius, clamp(radius / 200, 0.5, 1), clamp(radius / 14, 9, 12), false);
}

function insetFrame(box: Box): Place {
  const inner = { left: box.left + 4, top: box.top + 16, right: box.right - 4, bottom: box.bottom - 4 };
  const radius = Math.min(inner.right - inner.left, inner.bottom - inner.top) / 2 - 8;
  return frameIn(inner, radius, clamp(radius / 80, 0.5, 1), clamp(radius / 7, 9.5, 12), false);
}

function frameIn(box: Box, radius: number, bodyScale: number, textSize: number, nameHost: boolean): Place {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return { box, x, y, radius: Math.max(radius, 4), bodyScale, textSize, nameHost };
}

function drawLabel(canvas: Canvas, { label, spot, box }: PlacedLabel): void {
  const { text, note, size, colour } = label;
  if (spot.from !== undefined) {
    const line = `M${p(spot.from.x)} ${p(spot.from.y)}L${p(spot.x)} ${p(spot.y)}`;
    canvas.add('orbits', `<path d="${line}" stroke="${DIM}" stroke-width="0.6" stroke-opacity="0.7"/>`);
  }
  const y = note === undefined ? spot.y + size * 0.34 : box.top + size * 0.92;
  write(canvas, text, { x: spot.x, y, size, colour, anchor: spot.anchor });
  if (note === undefined) return;
  write(canvas, note, { x: spot.x, y: y + size * 0.92, size: size * 0.8, colour: DIM, anchor: spot.anchor });
}

function summary(state: UniverseState, plan: Plan, groups: GroupNames, t: number): string {
  const parts: string[] = [];
  const path = plan.systems.length === 1 ? groups.paths.get(plan.systems[0]!.host.id) : undefined;
  if (path) parts.push(path);
  parts.push(`t = ${timeText(t)}`, counted(plan.total, 'body', 'bodies'));
  if (plan.systems.length > 1) parts.push(counted(state.rootIds.length, 'system', 'systems'));
  const nebulae = Object.keys(state.nebulae).length;
  if (nebulae > 0) parts.push(counted(nebulae, 'nebula', 'nebulae'));
  const named = groups.empty.slice(0, MAX_EMPTY_GROUPS);
  if (named.length > 0) parts.push(`groups: ${named.join(', ')}`);
  return parts.join(' · ');
}

function writeFooter(canvas: Canvas, state: UniverseState, plan: Plan, layout: Layout): void {
  const y = layout.height - 14;
  if (plan.total === 0) {
    const [x, middle] = [layout.width / 2, layout.height / 2];
    const text = Object.keys(state.nebulae).length === 0 ? 'This universe is empty.' : 'No bodies here yet.';
    write(canvas, text, { x, y: middle, size: 22, colour: DIM, anchor: 'middle' });
    return;
  }
  const note = 'Seen from the north. Distances and sizes by logarithm.';
  write(canvas, note, { x: 28, y, size: 11, colour: DIM });
  if (plan.left === 0) return;
  const more = `… and ${counted(plan.left, 'more body', 'more bodies')}`;
  write(canvas, more, { x: layout.width - 28, y, size: 13, colour: BRIGHT, anchor: 'end' });
}

function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
