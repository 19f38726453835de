import type { ProfileInfo } from '@worldwire/engine';
import { Canvas, type Rgb, textWidth } from '@worldwire/picture';

const SIZE = { width: 800, height: 340 };
const PLOT = { left: 66, top: 70, right: 786, bottom: 302 };
/** Of all text. */
const SCALE = 2;
const GROUND: Rgb = [24, 26, 31];
const PLOT_GROUND: Rgb = [33, 36, 43];
const INK: Rgb = [235, 238, 245];
const FAINT: Rgb = [150, 158, 172];
const GRID: Rgb = [56, 61, 71];
/** By the time of a frame: within 60 and within 30 frames in a second, and slower. */
const FAST: Rgb = [86, 189, 133];
const MIDDLE: Rgb = [232, 178, 76];
const SLOW: Rgb = [229, 88, 88];
/** Of the lines, which lie upon the bars. */
const FAST_LINE: Rgb = [190, 245, 210];
const MIDDLE_LINE: Rgb = [255, 214, 130];
const P95_LINE: Rgb = [130, 180, 255];
const FAST_MS = 1_000 / 60;
const MIDDLE_MS = 1_000 / 30;
/** A frame may be late by this much and still count as in time. */
const TOLERANCE = 1.05;
const DASH = 6;

/** The times of frames as bars, with lines at 60 and 30 frames in a second and at the 95th percentile. */
export function frameChart({ samples, frameMs, seconds, frames }: ProfileInfo): Canvas {
  const canvas = new Canvas(SIZE.width, SIZE.height, GROUND);
  canvas.box(PLOT, PLOT_GROUND);
  const top = ceiling(Math.max(frameMs.max, ...samples));
  const y = (ms: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * Math.min(ms, top)) / top;
  for (const ms of ticks(top)) {
    canvas.box({ left: PLOT.left, top: y(ms), right: PLOT.right, bottom: y(ms) + 1 }, GRID);
    canvas.textBefore(String(ms), PLOT.left - 8, y(ms) - 6, FAINT, SCALE);
  }
  paintBars(canvas, samples, y);
  const lines: readonly (readonly [number, Rgb, string])[] = [
    [FAST_MS, FAST_LINE, '16.7 ms = 60/s'],
    [MIDDLE_MS, MIDDLE_LINE, '33.3 ms = 30/s'],
    [frameMs.p95, P95_LINE, `p95 ${figure(frameMs.p95)} ms`],
  ];
  for (const [ms, colour] of lines) if (ms <= top) dashed(canvas, y(ms), colour);
  canvas.text('Frame time in ms', PLOT.left, 14, INK, SCALE);
  legend(
    canvas,
    lines.filter(([ms]) => ms <= top),
  );
  canvas.text('0 s', PLOT.left, PLOT.bottom + 12, FAINT, SCALE);
  canvas.textBefore(`${figure(seconds)} s, ${frames} frames`, PLOT.right, PLOT.bottom + 12, FAINT, SCALE);
  return canvas;
}

/** Each bar is the longest frame of those that share its pixels. */
function paintBars(canvas: Canvas, samples: readonly number[], y: (ms: number) => number): void {
  const width = PLOT.right - PLOT.left;
  const count = Math.min(samples.length, width);
  for (let bar = 0; bar < count; bar++) {
    const [from, to] = [bar, bar + 1].map(at => Math.floor((at * samples.length) / count));
    const ms = Math.max(...samples.slice(from, to));
    const left = PLOT.left + Math.round((bar * width) / count);
    const right = PLOT.left + Math.round(((bar + 1) * width) / count);
    const gap = right - left > 3 ? 1 : 0;
    canvas.box(
      { left, top: Math.min(y(ms), PLOT.bottom - 1), right: right - gap, bottom: PLOT.bottom },
      colourOf(ms),
    );
  }
}

function colourOf(ms: number): Rgb {
  if (ms <= FAST_MS * TOLERANCE) return FAST;
  return ms <= MIDDLE_MS * TOLERANCE ? MIDDLE : SLOW;
}

function dashed(canvas: Canvas, top: number, colour: Rgb): void {
  for (let left = PLOT.left; left < PLOT.right; left += 2 * DASH) {
    canvas.box({ left, top, right: Math.min(left + DASH, PLOT.right), bottom: top + 2 }, colour);
  }
}

/** The names of the lines, with a piece of each. */
function legend(canvas: Canvas, lines: readonly (readonly [number, Rgb, string])[]): void {
  let left = PLOT.left;
  for (const [, colour, name] of lines) {
    canvas.box({ left, top: 48, right: left + 2 * DASH, bottom: 51 }, colour);
    canvas.text(name, left + 3 * DASH, 42, INK, SCALE);
    left += 3 * DASH + textWidth(name) * SCALE + 5 * DASH;
  }
}

/** A round number above the longest frame, and above 16.7 ms. */
function ceiling(longest: number): number {
  const wanted = Math.max(longest * 1.1, 20);
  const step = 10 ** Math.floor(Math.log10(wanted));
  return [1, 2, 2.5, 4, 5, 8, 10].map(by => by * step).find(round => round >= wanted) as number;
}

function ticks(top: number): readonly number[] {
  return [0, 1, 2, 3, 4].map(part => Math.round((top * part * 100) / 4) / 100);
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
