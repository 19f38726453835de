import { encodePng, type Pixels } from '@worldwire/picture';
import { imageType } from '../bytes/image-type.js';
import { PackageError } from '../bytes/package-error.js';
import type { Package, PackageLimits, PropertyValue } from '../format/package.js';
import { CUSTOM } from '../format/versions.js';
import { type ObjectTail, readTail } from '../package/object-tail.js';
import { readEditorBulkData } from './editor-bulk-data.js';
import { readLegacyBulkData } from './legacy-bulk-data.js';
import { swapRedAndBlue } from './png-swap.js';
import { RAW_FORMATS, rawPixels } from './raw-pixels.js';
import { withinLimit } from './within-limit.js';

export interface Texture {
  readonly width: number;
  readonly height: number;
  /** Of the source, such as "TSF_BGRA8", or else of the GPU, such as "PF_DXT5". */
  readonly format: string;
  /** The source as an image file, where its format is supported. */
  readonly picture: TexturePicture | undefined;
  /** Why there is no picture. */
  readonly notes: readonly string[];
}

export interface TexturePicture {
  readonly data: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
  /** Where it is smaller than the texture. */
  readonly width?: number;
  readonly height?: number;
  /** What it does not show as it is. */
  readonly note?: string;
}

interface Source {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly compression: string;
  /** Of a cube, an array or a volume. */
  readonly slices: number;
}

/** Bytes before a payload, which may be inline and large. */
const HEADER_BYTES = 256;
const EDITOR_DATA_STRIPPED = 0x01;
const VIRTUAL_SOURCES = 42;
const UNIQUE_SOURCES = 51;
/** Formats that a PNG can have as they are. */
const PLAIN_BYTES: Readonly<Record<string, number>> = { TSF_BGRA8: 4, TSF_G8: 1 };

/** Size, format and, where possible, the image of a texture. The signal aborts decoding. */
export async function readTexture(pkg: Package, index: number, signal?: AbortSignal): Promise<Texture> {
  const tail = await readTail(pkg, index, HEADER_BYTES);
  const source = sourceOf(tail.properties.values);
  if (!source) return describeOnly(pkg, index, tail);
  const { width, height, format } = source;
  try {
    return { width, height, format, picture: await readPicture(tail, source, signal), notes: [] };
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    return { width, height, format, picture: undefined, notes: [error.message] };
  }
}

function sourceOf(values: Readonly<Record<string, PropertyValue>>): Source | undefined {
  const source = values.Source;
  if (!isStruct(source)) return undefined;
  const { SizeX: width, SizeY: height } = source;
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  const png = source.bPNGCompressed === true ? 'TSCF_PNG' : 'TSCF_None';
  return {
    width,
    height,
    format: typeof source.Format === 'string' ? source.Format : 'TSF_Invalid',
    compression: typeof source.CompressionFormat === 'string' ? source.CompressionFormat : png,
    slices: typeof source.NumSlices === 'number' ? source.NumSlices : 1,
  };
}

/** From the asset registry, or from the imported size. */
async function describeOnly(
  pkg: Package,
  index: number,
  { className, properties }: ObjectTail,
): Promise<Texture> {
  const name = pkg.exports[index]?.name;
  const asset = (await pkg.registry()).find(({ path }) => path.split('.').at(-1) === name);
  const size = /^(\d{1,6})x(\d{1,6})/.exec(asset?.tags.Dimensions ?? '');
  const imported = properties.values.ImportedSize;
  const [width, height] = size
    ? [Number(size[1]), Number(size[2])]
    : isStruct(imported)
      ? [Number(imported.X), Number(imported.Y)]
      : [0, 0];
  if (!(width > 0 && height > 0))
    throw new PackageError('unsupported', `A ${className} has no picture. Give an export that is a texture.`);
  const format = asset?.tags.Format || 'unknown';
  return { width, height, format, picture: undefined, notes: ['The package does not contain the source.'] };
}

async function readPicture(
  { head, cursor }: ObjectTail,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<TexturePicture> {
  const stripped = cursor.u8() & EDITOR_DATA_STRIPPED;
  cursor.skip(1);
  if (stripped) throw new PackageError('unsupported', 'The package does not contain the source.');
  const form = head.layout.custom(CUSTOM.ue5Main);
  if (form >= VIRTUAL_SOURCES && form < UNIQUE_SOURCES)
    throw new PackageError('unsupported', 'The source is in a format from before UE 5.0. Save it again.');
  const { limits } = head;
  const { width, height, compression } = source;
  if (compression === 'TSCF_None' && width * height > limits.pixels) {
    const size = `${width} by ${height} pixels`;
    throw new PackageError('too-large', `The source has ${size}; the limit is ${limits.pixels}.`);
  }
  const maxBytes = compression === 'TSCF_None' ? limits.bytes : limits.pictureBytes;
  const read = form >= UNIQUE_SOURCES ? readEditorBulkData : readLegacyBulkData;
  return toPicture(source, await read(head, cursor, maxBytes), limits, signal);
}

async function toPicture(
  source: Source,
  payload: Uint8Array,
  limits: PackageLimits,
  signal: AbortSignal | undefined,
): Promise<TexturePicture> {
  const { width, format, compression } = source;
  if (compression === 'TSCF_PNG' || compression === 'TSCF_JPEG') {
    const mimeType = imageType(payload);
    if (!mimeType) throw new PackageError('malformed', 'The source is not an image of the stated format.');
    const swapped = mimeType === 'image/png' && format === 'TSF_BGRA8';
    const data = swapped ? await swapRedAndBlue(payload, limits, signal) : new Uint8Array(payload);
    return { data, mimeType };
  }
  if (compression !== 'TSCF_None')
    throw new PackageError(
      'unsupported',
      `The source is compressed as ${compression}, which only editors read.`,
    );
  const pixels = plainPixels(source, payload);
  const data = await withinLimit(encodePng(pixels, { maxBytes: limits.pictureBytes, signal }));
  const smaller = pixels.width < width && { width: pixels.width, height: pixels.height };
  const note = noteOf(source);
  return { data, mimeType: 'image/png', ...smaller, ...(note !== '' && { note }) };
}

/** The pixels of the first slice. */
function plainPixels({ width, height, format }: Source, payload: Uint8Array): Pixels {
  const raw = RAW_FORMATS[format];
  const bytes = raw?.pixelBytes ?? PLAIN_BYTES[format];
  if (bytes === undefined)
    throw new PackageError('unsupported', `The format ${format} of the source is not supported.`);
  if (!(width > 0 && height > 0 && width * height * bytes <= payload.length))
    throw new PackageError(
      'malformed',
      `The source has ${payload.length} bytes, which is wrong for ${width} by ${height} pixels.`,
    );
  if (raw) return rawPixels(raw, payload, width, height);
  return { width, height, pixels: payload, form: bytes === 1 ? 'gray' : 'bgra' };
}

function noteOf({ format, slices }: Source): string {
  const first = slices > 1 ? [`It is the first of ${slices} slices.`] : [];
  const light = RAW_FORMATS[format]?.isLight ? ['Its light is mapped to the range of a screen.'] : [];
  return [...first, ...light].join(' ');
}

function isStruct(value: PropertyValue | undefined): value is { readonly [name: string]: PropertyValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
