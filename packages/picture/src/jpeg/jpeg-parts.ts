/** A channel of a JPEG: how often it is sampled, and its tables. */
export interface JpegChannel {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  readonly steps: number;
  dc: number;
  ac: number;
}

/** The codes of one table by their length: the first code, and the place of its symbol. */
export interface JpegCodes {
  readonly counts: Uint8Array;
  readonly symbols: Uint8Array;
}

/** The parts of a baseline JPEG before its only scan. */
export interface JpegParts {
  readonly width: number;
  readonly height: number;
  readonly channels: readonly JpegChannel[];
  readonly steps: ReadonlyMap<number, readonly number[]>;
  /** By class (0x00 for the first coefficient, 0x10 for others) and number. */
  readonly codes: ReadonlyMap<number, JpegCodes>;
  /** Blocks between restarts; 0 for none. */
  readonly restart: number;
  readonly scan: number;
}

const MAX_SAMPLING = 4;
const STEPS = 0xdb;
const CODES = 0xc4;
const FRAMES = [0xc0, 0xc1];
const OTHER_FRAMES = [0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
const RESTART = 0xdd;
const SCAN = 0xda;

/** Undefined for other pictures, and for progressive and other JPEG files that are rare. */
export function jpegParts(file: Uint8Array): JpegParts | undefined {
  if (file[0] !== 0xff || file[1] !== 0xd8) return undefined;
  const steps = new Map<number, readonly number[]>();
  const codes = new Map<number, JpegCodes>();
  let frame: Pick<JpegParts, 'width' | 'height' | 'channels'> | undefined;
  let restart = 0;
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1]!;
    const length = (file[at + 2]! << 8) | file[at + 3]!;
    const end = at + 2 + length;
    if (file[at] !== 0xff || length < 2 || end > file.length || OTHER_FRAMES.includes(marker))
      return undefined;
    const part = file.subarray(at + 4, end);
    if (marker === STEPS) readSteps(part, steps);
    else if (marker === CODES) readCodes(part, codes);
    else if (FRAMES.includes(marker)) frame = frameOf(part);
    else if (marker === RESTART) restart = ((part[0] ?? 0) << 8) | (part[1] ?? 0);
    else if (marker === SCAN) {
      if (frame === undefined || !assignTables(part, frame.channels)) return undefined;
      return { ...frame, steps, codes, restart, scan: end };
    }
    at = end;
  }
  return undefined;
}

function readSteps(part: Uint8Array, steps: Map<number, readonly number[]>): void {
  for (let at = 0; at < part.length; ) {
    const wide = part[at]! >> 4 !== 0;
    const start = at + 1;
    const table = Array.from({ length: 64 }, (_, i) =>
      wide ? ((part[start + 2 * i] ?? 0) << 8) | (part[start + 2 * i + 1] ?? 0) : (part[start + i] ?? 0),
    );
    steps.set(part[at]! & 15, table);
    at = start + (wide ? 128 : 64);
  }
}

function readCodes(part: Uint8Array, codes: Map<number, JpegCodes>): void {
  for (let at = 0; at + 17 <= part.length; ) {
    const counts = part.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    codes.set(part[at]!, { counts, symbols: part.subarray(at + 17, at + 17 + total) });
    at += 17 + total;
  }
}

function frameOf(part: Uint8Array): Pick<JpegParts, 'width' | 'height' | 'channels'> | undefined {
  const [depth, h1 = 0, h0 = 0, w1 = 0, w0 = 0, count = 0] = part;
  if (depth !== 8 || (count !== 1 && count !== 3) || part.length < 6 + 3 * count) return undefined;
  const channels = Array.from({ length: count }, (_, i) => {
    const [id = 0, sampling = 0, steps = 0] = part.subarray(6 + 3 * i);
    // The blocks of a single channel stand row by row, however often it is sampled. ITU-T T.81, A.2.2.
    const [across, down] = count === 1 ? [1, 1] : [sampling >> 4, sampling & 15];
    return { id, across, down, steps, dc: 0, ac: 0 };
  });
  const isSampled = (times: number) => times >= 1 && times <= MAX_SAMPLING;
  if (!channels.every(({ across, down }) => isSampled(across) && isSampled(down))) return undefined;
  return { width: (w1 << 8) | w0, height: (h1 << 8) | h0, channels };
}

/** Whether the scan has all channels, in their order. */
function assignTables(part: Uint8Array, channels: readonly JpegChannel[]): boolean {
  if (part[0] !== channels.length) return false;
  return channels.every((channel, i) => {
    const tables = part[2 + 2 * i] ?? 0;
    channel.dc = tables >> 4;
    channel.ac = 0x10 | (tables & 15);
    return part[1 + 2 * i] === channel.id;
  });
}
