import type { Bounds2d, Camera2d, Size } from '../explorer/camera-2d.js';
import { visibleText } from '../text/visible-text.js';
import type { BlueprintPin } from './blueprint-pins.js';
import type { NodeKind } from './blueprint-titles.js';

export const HEAD_HEIGHT = 28;
export const PIN_HEIGHT = 20;
const [MIN_WIDTH, MAX_WIDTH] = [110, 300];
/** Characters of the name and of the value of a pin. */
const [MAX_NAME, MAX_VALUE] = [26, 18];
const [TITLE_LETTER, LETTER] = [7.8, 6.3];
/** Rows of pins that a node shows. */
const MAX_ROWS = 60;
/** Pixels per unit, below which pins are too small to be read. */
const DETAIL_SCALE = 0.35;
/** The region that is drawn has edges at multiples of this share of the view. */
const STEP = 0.5;

/** Where the parts of a node are. */
export interface NodeSize {
  readonly width: number;
  readonly height: number;
  /** Of the head; a small node has none. */
  readonly head: number;
  readonly spots: readonly PinSpot[];
  /** Pins for which the node has no room. */
  readonly missing: number;
}

/** A pin at the edge of its node, from the corner of the node. */
export interface PinSpot {
  /** The index in the pins of the node. */
  readonly pin: number;
  readonly x: number;
  readonly y: number;
  /** Safe to show. */
  readonly text: string;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a node with its inputs at the left and its outputs at the right. */
export function sizeOf(
  title: string,
  kind: NodeKind,
  shown: readonly (readonly [number, BlueprintPin])[],
): NodeSize {
  if (kind === 'knot') {
    const spots = shown.map(([pin, { isOutput }]) => ({ pin, x: isOutput ? 32 : 0, y: 10, text: '' }));
    return { width: 32, height: 20, head: 0, spots, missing: 0 };
  }
  const sides = [false, true].map(isOutput => shown.filter(([, pin]) => pin.isOutput === isOutput));
  const [inputs = [], outputs = []] = sides.map(side => side.slice(0, MAX_ROWS));
  // A node that only gets a value has no head.
  const head = kind === 'variable' && inputs.length === 0 && outputs.length === 1 ? 0 : HEAD_HEIGHT;
  const longest = (side: typeof inputs) =>
    Math.max(0, ...side.map(([, pin]) => pinText(pin).length)) * LETTER;
  const pinWidth = longest(inputs) + longest(outputs) + 44;
  const wanted = Math.max(pinWidth, head === 0 ? 0 : visibleText(title).length * TITLE_LETTER + 44);
  const width = Math.round(
    Math.min(Math.max(wanted, head === 0 ? 60 : MIN_WIDTH), Math.max(MAX_WIDTH, pinWidth)),
  );
  const rows = Math.max(inputs.length, outputs.length);
  const spot =
    (isOutput: boolean) =>
    ([pin, each]: readonly [number, BlueprintPin], row: number) => ({
      pin,
      x: isOutput ? width : 0,
      y: head + row * PIN_HEIGHT + 14,
      text: pinText(each),
    });
  return {
    width,
    height: head + rows * PIN_HEIGHT + 8,
    head,
    spots: [...inputs.map(spot(false)), ...outputs.map(spot(true))],
    missing: shown.length - inputs.length - outputs.length,
  };
}

/** An input without a wire has its value. */
export function pinText({ name, label, kind, isOutput, value, links }: BlueprintPin): string {
  if (kind === 'exec' && /^(?:execute|then)$/i.test(name)) return '';
  const short = visibleText(label, MAX_NAME);
  return isOutput || value === undefined || links.length > 0
    ? short
    : `${short} = ${visibleText(value, MAX_VALUE)}`;
}

/** Where a wire ends at a node. A pin that is not shown is at the head. */
export function pinPlace(
  node: Box & Pick<NodeSize, 'spots'>,
  pin: number,
  isOutput: boolean,
): { readonly x: number; readonly y: number } {
  const spot = node.spots.find(each => each.pin === pin);
  const { x, y } = spot ?? { x: isOutput ? node.width : 0, y: Math.min(HEAD_HEIGHT, node.height) / 2 };
  return { x: node.x + x, y: node.y + y };
}

/** The curve of a wire. It leaves to the right and arrives from the left. */
export function wirePath(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
): string {
  const dx = to.x - from.x;
  const bend = dx > 0 ? Math.max(24, dx / 2) : Math.min(60 - dx / 3, 300);
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}

/** The part of a graph that is drawn: more than the view, so that a small move draws nothing new. */
export interface Region extends Bounds2d {
  /** Whether pins can be read. */
  readonly isDetailed: boolean;
}

export function regionOf({ x, y, scale }: Camera2d, { width, height }: Size): Region {
  const [wide, high] = [width / scale, height / scale];
  const down = (value: number, step: number) => (Math.floor(value / step) - 1) * step;
  const up = (value: number, step: number) => (Math.ceil(value / step) + 1) * step;
  return {
    minX: down(x - wide / 2, wide * STEP),
    minY: down(y - high / 2, high * STEP),
    maxX: up(x + wide / 2, wide * STEP),
    maxY: up(y + high / 2, high * STEP),
    isDetailed: scale >= DETAIL_SCALE,
  };
}

export function isWithin({ minX, minY, maxX, maxY }: Bounds2d, { x, y, width, height }: Box): boolean {
  return x <= maxX && x + width >= minX && y <= maxY && y + height >= minY;
}

/** The box around both ends of a wire. */
export function wireBox(from: { x: number; y: number }, to: { x: number; y: number }): Box {
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { x, y, width: Math.abs(from.x - to.x), height: Math.abs(from.y - to.y) };
}
