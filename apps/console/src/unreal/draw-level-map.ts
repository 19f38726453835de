import { type Camera2d, toPlane, toScreen } from '../explorer/camera-2d.js';
import { placeLabels } from '../explorer/label-layout.js';
import type { Mark } from '../explorer/marks.js';
import { visibleText } from '../text/visible-text.js';
import { gridStep, hueOf, lengthText, type MapActor } from './actor-map.js';

const MAX_LABELS = 150;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Where an approval would put an actor, in the units of the level. */
export interface PlannedMove {
  readonly from: Spot;
  readonly to: Spot;
}

interface ShownMap {
  readonly view: Camera2d;
  readonly area: { readonly width: number; readonly height: number };
  readonly actors: readonly MapActor[];
  /** The path of the selected actor. */
  readonly selected: string | undefined;
  readonly marks: readonly Mark[];
  readonly ghost: PlannedMove | undefined;
  /** The value of a colour of the theme, such as `--line`. */
  readonly colourOf: (name: string) => string;
  readonly isDark: boolean;
}

interface Label extends Spot {
  readonly actor: MapActor;
  /** Labels with a lower number are placed first. */
  readonly first: number;
}

/** Draws the level from above: a grid, the actors, their names, and the move that an approval would make. */
export function drawLevelMap(context: CanvasRenderingContext2D, map: ShownMap): void {
  const { view, area, actors, selected, marks, ghost, colourOf, isDark } = map;
  context.clearRect(0, 0, area.width, area.height);
  const step = gridStep(view.scale, 60);
  drawGrid(context, map, step);
  context.font = '12px system-ui, sans-serif';
  context.fillStyle = colourOf('--muted');
  context.fillRect(12, area.height - 14, step * view.scale, 2);
  context.fillText(lengthText(step), 12, area.height - 20);
  context.fillText('N ↑ (x)', area.width - 54, area.height - 10);
  const labels: Label[] = [];
  for (const actor of actors) {
    const spot = toScreen(view, area, actor.x, actor.y);
    if (spot.x < -40 || spot.y < -40 || spot.x > area.width + 40 || spot.y > area.height + 40) continue;
    const mark = marks.find(({ id }) => id === actor.path);
    drawActor(context, actor, spot, isDark);
    if (mark !== undefined || actor.path === selected) {
      context.strokeStyle = mark?.colour ?? colourOf('--accent');
      context.lineWidth = 2.5;
      context.beginPath();
      context.arc(spot.x, spot.y, 12, 0, 2 * Math.PI);
      context.stroke();
    }
    labels.push({ actor, ...spot, first: actor.path === selected ? 0 : mark !== undefined ? 1 : 2 });
  }
  drawLabels(context, map, labels);
  if (ghost !== undefined) drawMove(context, map, ghost);
}

function drawLabels(
  context: CanvasRenderingContext2D,
  { area, marks, colourOf }: ShownMap,
  labels: Label[],
): void {
  const ranked = labels.sort((a, b) => a.first - b.first).slice(0, MAX_LABELS);
  const texts = new Map(
    ranked.map(({ actor }) => {
      const mark = marks.find(({ id }) => id === actor.path);
      const by = mark === undefined ? '' : ` · ${visibleText(mark.name, 20)}`;
      return [actor.path, `${visibleText(actor.label, 32)}${by}`] as const;
    }),
  );
  const boxes = ranked.map(({ actor, x, y }) => ({
    id: actor.path,
    x,
    y,
    width: context.measureText(texts.get(actor.path)!).width + 8,
    height: 15,
  }));
  context.fillStyle = colourOf('--text');
  context.strokeStyle = colourOf('--background');
  context.lineWidth = 3;
  context.lineJoin = 'round';
  for (const { id, x, y } of placeLabels(boxes, area)) {
    context.strokeText(texts.get(id)!, x + 4, y + 11.5);
    context.fillText(texts.get(id)!, x + 4, y + 11.5);
  }
}

function drawGrid(context: CanvasRenderingContext2D, { view, area, colourOf }: ShownMap, step: number): void {
  const start = toPlane(view, area, 0, 0);
  context.strokeStyle = colourOf('--line');
  context.lineWidth = 1;
  context.beginPath();
  for (let x = Math.ceil(start.x / step) * step; ; x += step) {
    const at = toScreen(view, area, x, 0).x;
    if (at > area.width) break;
    context.moveTo(at, 0);
    context.lineTo(at, area.height);
  }
  for (let y = Math.ceil(start.y / step) * step; ; y += step) {
    const at = toScreen(view, area, 0, y).y;
    if (at > area.height) break;
    context.moveTo(0, at);
    context.lineTo(area.width, at);
  }
  context.stroke();
}

function drawMove(
  context: CanvasRenderingContext2D,
  { view, area, colourOf }: ShownMap,
  planned: PlannedMove,
): void {
  const from = toScreen(view, area, planned.from.y, -planned.from.x);
  const to = toScreen(view, area, planned.to.y, -planned.to.x);
  context.strokeStyle = colourOf('--accent');
  context.lineWidth = 2;
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  context.stroke();
  context.beginPath();
  context.arc(to.x, to.y, 10, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
}

function drawActor(
  context: CanvasRenderingContext2D,
  actor: MapActor,
  { x, y }: Spot,
  isDark: boolean,
): void {
  const { symbol, yaw, size, kind } = actor;
  context.save();
  context.translate(x, y);
  context.rotate(yaw);
  context.fillStyle =
    symbol === 'light' ? (isDark ? '#ffd35c' : '#a86d00') : `hsl(${hueOf(kind)} 55% ${isDark ? 65 : 38}%)`;
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 1.5;
  context.beginPath();
  if (symbol === 'light') {
    context.arc(0, 0, 4, 0, 2 * Math.PI);
    context.fill();
    for (let ray = 0; ray < 8; ray++) {
      context.rotate(Math.PI / 4);
      context.moveTo(0, -6);
      context.lineTo(0, -9);
    }
    context.stroke();
  } else if (symbol === 'camera' || symbol === 'start') {
    context.moveTo(0, -9);
    context.lineTo(6, 7);
    context.lineTo(0, symbol === 'start' ? 3 : 7);
    context.lineTo(-6, 7);
    context.closePath();
    context.fill();
  } else if (symbol === 'volume') {
    context.strokeRect(-6, -6, 12, 12);
  } else if (symbol === 'mesh') {
    const half = Math.min(4 + Math.log2(Math.max(size, 1)) * 1.5, 10);
    context.fillRect(-half, -half, half * 2, half * 2);
  } else {
    context.arc(0, 0, 5, 0, 2 * Math.PI);
    context.fill();
    context.moveTo(0, 0);
    context.lineTo(0, -10);
    context.stroke();
  }
  context.restore();
}
