import type { Steps } from '../../domain/index.js';
import { textWidth } from './text.js';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A possible position of a label, and the side of the label that is there. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Set if the label is so far from its body that it needs a line. */
  readonly from?: { readonly x: number; readonly y: number };
}

export interface Label {
  readonly text: string;
  /** A second, smaller line. */
  readonly note?: string;
  readonly size: number;
  readonly colour: string;
  /** Best first. */
  readonly spots: readonly Spot[];
  /** The label must be inside. */
  readonly bounds: Box;
}

export interface PlacedLabel {
  readonly label: Label;
  readonly spot: Spot;
  readonly box: Box;
}

const NOTE_SHARE = 0.8;
const LINE = 1.15;
/** Per step. */
const STEP_LABELS = 8;

/**
 * Places each label at its first spot without an obstacle or an earlier label. A label without such a spot is left out.
 */
export function* placeLabels(labels: readonly Label[], obstacles: readonly Box[]): Steps<PlacedLabel[]> {
  const taken = [...obstacles];
  const placed: PlacedLabel[] = [];
  for (const [i, label] of labels.entries()) {
    if (i % STEP_LABELS === STEP_LABELS - 1) yield;
    const size = sizeOf(label);
    for (const spot of label.spots) {
      const box = boxAt(spot, size);
      if (!within(box, label.bounds) || taken.some(other => overlap(box, other))) continue;
      taken.push(box);
      placed.push({ label, spot, box });
      break;
    }
  }
  return placed;
}

const NEAR = 8;
const FARTHER = [0, 7, 16, 28, 42];

/** Spots around a body, the nearest first. */
export function spotsAround(x: number, y: number, gap: number): Spot[] {
  const spots: Spot[] = [];
  for (const extra of FARTHER) {
    const away = gap + extra;
    const slant = away * 0.75;
    const around: Spot[] = [
      { x: x + away, y, anchor: 'start' },
      { x: x - away, y, anchor: 'end' },
      { x, y: y + away + 5, anchor: 'middle' },
      { x, y: y - away - 5, anchor: 'middle' },
      { x: x + slant, y: y - slant - 3, anchor: 'start' },
      { x: x + slant, y: y + slant + 3, anchor: 'start' },
      { x: x - slant, y: y - slant - 3, anchor: 'end' },
      { x: x - slant, y: y + slant + 3, anchor: 'end' },
    ];
    spots.push(...(extra < NEAR ? around : around.map(spot => ({ ...spot, from: { x, y } }))));
  }
  return spots;
}

export function boxAround(x: number, y: number, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOf(label: Label): Size {
  const note = label.note ?? '';
  return {
    width: Math.max(textWidth(label.text, label.size), textWidth(note, label.size * NOTE_SHARE)),
    height: label.size * (note === '' ? LINE : LINE + NOTE_SHARE),
  };
}

/** The y of a spot is the middle of the text. */
function boxAt(spot: Spot, { width, height }: Size): Box {
  const before = spot.anchor === 'start' ? 0 : spot.anchor === 'end' ? width : width / 2;
  const left = spot.x - before;
  return { left, top: spot.y - height / 2, right: left + width, bottom: spot.y + height / 2 };
}

function within(box: Box, bounds: Box): boolean {
  return (
    box.left >= bounds.left &&
    box.right <= bounds.right &&
    box.top >= bounds.top &&
    box.bottom <= bounds.bottom
  );
}
