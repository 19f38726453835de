import type { SeenObject } from '../../port/operations.js';
import type { Raster } from './raster.js';
import { LINE, textWidth, writeText } from './text.js';

const MAX_LABELS = 16;
const MAX_NAME = 24;
const MARGIN = 2;
const BOX = { color: [20, 20, 24], alpha: 0.75, owner: 0, ground: false } as const;
const INK = { color: [255, 255, 255], alpha: 1, owner: 0, ground: false } as const;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Writes the names of the largest objects on them. A label that would cover another one is left out. */
export function paintLabels(raster: Raster, seen: readonly SeenObject[]): void {
  const boxes: Box[] = [];
  for (const { name, x, y } of seen) {
    if (boxes.length >= MAX_LABELS) return;
    const text = name.slice(0, MAX_NAME);
    const left = Math.round(x - textWidth(text) / 2);
    const top = Math.round(y - LINE / 2);
    const box = {
      left: left - MARGIN,
      top: top - MARGIN,
      right: left + textWidth(text) + MARGIN,
      bottom: top + LINE - 1 + MARGIN,
    };
    if (boxes.some(other => overlap(box, other))) continue;
    boxes.push(box);
    raster.rectangle(box.left, box.top, box.right, box.bottom, BOX);
    writeText(raster, text, left, top, 1, INK);
  }
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
