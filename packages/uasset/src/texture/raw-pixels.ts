import type { Pixels } from '@worldwire/picture';

/** How the engine keeps uncompressed pixels of one format. */
export interface RawFormat {
  readonly pixelBytes: number;
  readonly channels: 1 | 4;
  /** The number of a channel in the order red, green, blue, opacity: 0 to 255, or linear light. */
  readonly read: (view: DataView, at: number, channel: number) => number;
  /** Linear light without an upper limit. */
  readonly isLight: boolean;
}

/** Pictures of these formats are converted pixel by pixel, so that larger ones are shown with fewer pixels. */
const MAX_SIDE = 1_024;
const MAX_HALF = 65_504;
const BLUE_FIRST = [2, 1, 0, 3];

const wide = (view: DataView, at: number) => view.getUint16(at, true) >> 8;
const half = (view: DataView, at: number) => fromHalf(view.getUint16(at, true));

export const RAW_FORMATS: Readonly<Record<string, RawFormat>> = {
  TSF_G16: { pixelBytes: 2, channels: 1, read: wide, isLight: false },
  TSF_RGBA8: { pixelBytes: 4, channels: 4, read: (view, at, c) => view.getUint8(at + c), isLight: false },
  TSF_RGBA16: { pixelBytes: 8, channels: 4, read: (view, at, c) => wide(view, at + 2 * c), isLight: false },
  TSF_R16F: { pixelBytes: 2, channels: 1, read: half, isLight: true },
  TSF_R32F: { pixelBytes: 4, channels: 1, read: (view, at) => view.getFloat32(at, true), isLight: true },
  TSF_RGBA16F: { pixelBytes: 8, channels: 4, read: (view, at, c) => half(view, at + 2 * c), isLight: true },
  TSF_RGBA32F: {
    pixelBytes: 16,
    channels: 4,
    read: (view, at, c) => view.getFloat32(at + 4 * c, true),
    isLight: true,
  },
  TSF_BGRE8: { pixelBytes: 4, channels: 4, read: sharedExponent, isLight: true },
};

/** Pixels of eight bits per channel. `bytes` has at least width * height pixels. */
export function rawPixels(format: RawFormat, bytes: Uint8Array, width: number, height: number): Pixels {
  const { pixelBytes, channels, isLight, read } = format;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const step = Math.ceil(Math.max(width, height) / MAX_SIDE);
  const size = { width: Math.ceil(width / step), height: Math.ceil(height / step) };
  const places = function* () {
    for (let y = 0; y < height; y += step)
      for (let x = 0; x < width; x += step) yield (y * width + x) * pixelBytes;
  };
  const tone = isLight ? toneOf(places(), at => luminance(format, view, at)) : undefined;
  const pixels = new Uint8Array(size.width * size.height * channels);
  let to = 0;
  for (const at of places()) {
    const scale = tone?.(luminance(format, view, at)) ?? 1;
    for (let channel = 0; channel < channels; channel++) {
      const value = read(view, at, channels === 1 ? channel : (BLUE_FIRST[channel] ?? 0));
      // Opacity of light is rarely meant, and would hide the picture.
      if (isLight && channel === 3) pixels[to++] = 255;
      else pixels[to++] = isLight ? encoded(value * scale) : value;
    }
  }
  return { ...size, pixels, form: channels === 1 ? 'gray' : 'bgra' };
}

/** Reinhard's operator, extended: the brightest pixel is white, and a picture without light over 1 is not changed. */
function toneOf(places: Iterable<number>, lightAt: (at: number) => number): (light: number) => number {
  let brightest = 1;
  for (const at of places) brightest = Math.max(brightest, lightAt(at));
  return light => (1 + light / (brightest * brightest)) / (1 + light);
}

function luminance({ channels, read }: RawFormat, view: DataView, at: number): number {
  const light = (channel: number) => bounded(read(view, at, channel));
  if (channels === 1) return light(0);
  return 0.2126 * light(0) + 0.7152 * light(1) + 0.0722 * light(2);
}

function bounded(light: number): number {
  return light > 0 ? Math.min(light, MAX_HALF) : 0;
}

/** Linear light as a byte of sRGB. */
function encoded(light: number): number {
  const limited = Math.min(1, bounded(light));
  const curve = limited <= 0.0031308 ? 12.92 * limited : 1.055 * limited ** (1 / 2.4) - 0.055;
  return Math.round(curve * 255);
}

function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * MAX_HALF : 0;
  return sign * (1 + fraction / 1_024) * 2 ** (exponent - 15);
}

/** Blue, green, red and their exponent. */
function sharedExponent(view: DataView, at: number, channel: number): number {
  const exponent = view.getUint8(at + 3);
  return exponent === 0 ? 0 : view.getUint8(at + (BLUE_FIRST[channel] ?? 0)) * 2 ** (exponent - 136);
}
