import type { Pauses } from '../raster/pauses.js';

/** The pixels of a picture as indices into a list of colours. */
export interface Indexed {
  /** Red, green and blue of each colour, darkest first. */
  readonly colours: Uint8Array;
  readonly pixels: Uint8Array;
}

/** Bits of each channel that decide which pixels are counted as one colour: fewer for pictures with very many colours. */
const FINE_BITS = 6;
const COARSE_BITS = 5;
/** More cells would take the event loop for too long. */
const MAX_CELLS = 1 << (3 * COARSE_BITS);
const PIXELS_BETWEEN_PAUSES = 16 * 1024;

/** Pixels of nearly one colour: their number, and their mean. */
interface Cell {
  readonly index: number;
  readonly count: number;
  readonly mean: readonly [number, number, number];
}

interface Box {
  readonly cells: readonly Cell[];
  /** The channel in which the cells differ most. */
  readonly channel: number;
  readonly middle: number;
  readonly spread: number;
}

/** Reduces a picture (RGBA, opaque) to at most `max` colours by median cut, without dithering, which compresses badly. */
export async function reduceColours(rgba: Uint8Array, max: number, pauses: Pauses): Promise<Indexed> {
  const fine = await cellsOf(rgba, FINE_BITS, pauses);
  const bits = fine === undefined ? COARSE_BITS : FINE_BITS;
  const boxes = [boxOf(fine ?? (await cellsOf(rgba, bits, pauses)) ?? [])];
  while (boxes.length < max) {
    if (pauses.isOver) await pauses.yieldToEventLoop();
    let widest = 0;
    for (const [i, { spread }] of boxes.entries()) if (spread > (boxes[widest] as Box).spread) widest = i;
    const { cells, channel, middle, spread } = boxes[widest] as Box;
    if (spread === 0) break;
    const low = cells.filter(({ mean }) => (mean[channel] as number) <= middle);
    const high = cells.filter(({ mean }) => (mean[channel] as number) > middle);
    if (low.length === 0 || high.length === 0) break;
    boxes[widest] = boxOf(low);
    boxes.push(boxOf(high));
  }
  const palette = boxes.map(({ cells }) => ({ cells, colour: meanOf(cells) }));
  palette.sort((a, b) => brightness(a.colour) - brightness(b.colour));
  const lookup = new Uint8Array(1 << (3 * bits));
  for (const [i, { cells }] of palette.entries()) for (const { index } of cells) lookup[index] = i;
  const pixels = new Uint8Array(rgba.length / 4);
  for (let i = 0; i < pixels.length; i++) {
    if (i % PIXELS_BETWEEN_PAUSES === 0 && pauses.isOver) await pauses.yieldToEventLoop();
    pixels[i] = lookup[cellIndex(rgba, 4 * i, bits)] as number;
  }
  return { colours: Uint8Array.from(palette.flatMap(({ colour }) => colour)), pixels };
}

function cellIndex(rgba: Uint8Array, at: number, bits: number): number {
  const [red, green, blue] = [rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number];
  const shift = 8 - bits;
  return ((red >> shift) << (2 * bits)) | ((green >> shift) << bits) | (blue >> shift);
}

/** Undefined if there are more than MAX_CELLS. */
async function cellsOf(rgba: Uint8Array, bits: number, pauses: Pauses): Promise<readonly Cell[] | undefined> {
  const counts = new Uint32Array(1 << (3 * bits));
  const sums = new Float64Array(3 * counts.length);
  let used = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if (at % (4 * PIXELS_BETWEEN_PAUSES) === 0 && pauses.isOver) await pauses.yieldToEventLoop();
    const cell = cellIndex(rgba, at, bits);
    if (counts[cell] === 0 && ++used > MAX_CELLS) return undefined;
    counts[cell] = (counts[cell] as number) + 1;
    for (let channel = 0; channel < 3; channel++) {
      const place = 3 * cell + channel;
      sums[place] = (sums[place] as number) + (rgba[at + channel] as number);
    }
  }
  const cells: Cell[] = [];
  for (const [index, count] of counts.entries()) {
    if (count === 0) continue;
    const mean = (channel: number) => (sums[3 * index + channel] as number) / count;
    cells.push({ index, count, mean: [mean(0), mean(1), mean(2)] });
  }
  return cells;
}

function boxOf(cells: readonly Cell[]): Box {
  let [total, channel, middle, spread] = [0, 0, 0, 0];
  for (const { count } of cells) total += Math.sqrt(count);
  for (let tried = 0; tried < 3; tried++) {
    let [sum, squares] = [0, 0];
    for (const { count, mean } of cells) {
      // The root of the count, because the background must not take the colours of small bodies.
      const [weight, value] = [Math.sqrt(count), mean[tried] as number];
      sum += weight * value;
      squares += weight * value * value;
    }
    const variance = cells.length === 1 ? 0 : squares - (sum * sum) / total;
    if (variance > spread) [channel, middle, spread] = [tried, sum / total, variance];
  }
  return { cells, channel, middle, spread };
}

function meanOf(cells: readonly Cell[]): [number, number, number] {
  let total = 0;
  const sums: [number, number, number] = [0, 0, 0];
  for (const { count, mean } of cells) {
    total += count;
    for (let channel = 0; channel < 3; channel++) {
      sums[channel] = (sums[channel] as number) + count * (mean[channel] as number);
    }
  }
  return sums.map(sum => Math.round(sum / Math.max(1, total))) as [number, number, number];
}

function brightness([red, green, blue]: readonly [number, number, number]): number {
  return 2 * red + 3 * green + blue;
}
