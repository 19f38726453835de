import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { encodePng } from '@worldwire/picture';
import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage, readTexture, type Texture } from '../index.js';
import { ByteWriter, type WrittenPackage, type WrittenProperty, writePackage } from '../testing/index.js';

const UE5_MAIN = '697DD581E64F41ABAA4A51ECBEB7B628';
const ID = '0011223344556677889900112233445566778899';
const GUID = '0'.repeat(32);
/** Two by two: blue, green, red, and half-transparent white, as blue, green, red, alpha. */
const BGRA = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128);
const RGBA = [
  [0, 0, 255, 255],
  [0, 255, 0, 255],
  [255, 0, 0, 255],
  [255, 255, 255, 128],
];

interface SourceOptions {
  readonly format?: string;
  readonly compression?: string;
  readonly width?: number;
  readonly height?: number;
  readonly slices?: number;
}

function source({
  format = 'TSF_BGRA8',
  compression,
  width = 2,
  height = 2,
  slices,
}: SourceOptions): WrittenProperty[] {
  return [
    {
      name: 'Source',
      type: 'StructProperty(TextureSource)',
      value: [
        { name: 'SizeX', type: 'IntProperty', value: width },
        { name: 'SizeY', type: 'IntProperty', value: height },
        { name: 'Format', type: 'ByteProperty(ETextureSourceFormat)', value: format },
        ...(slices === undefined ? [] : [{ name: 'NumSlices', type: 'IntProperty', value: slices }]),
        ...(compression === undefined
          ? []
          : [
              {
                name: 'CompressionFormat',
                type: 'ByteProperty(ETextureSourceCompressionFormat)',
                value: compression,
              },
            ]),
      ],
    },
  ];
}

async function read(written: WrittenPackage): Promise<Texture> {
  return readTexture(await openPackage(new MemoryBytes(writePackage(written))), 0);
}

/** A texture of UE 4, with its source behind its properties. */
function readUe4(options: SourceOptions, header: (writer: ByteWriter) => void, rest: WrittenPackage = {}) {
  const tail = (writer: ByteWriter) => header(writer.u8(0, 0));
  return read({ ue4: 518, exports: [{ name: 'T', properties: source(options), tail }], ...rest });
}

function inline(data: Uint8Array, flags = 0, size = data.length): (writer: ByteWriter) => void {
  return writer => void writer.i32(flags, size, data.length).i64(0).bytes(data);
}

/** A texture of UE 5, with its source in the trailer. */
function readUe5(
  options: SourceOptions,
  data: Uint8Array,
  { flags = 0x200, method = 0, ue5 = 1013, id = ID } = {},
) {
  const tail = (writer: ByteWriter) =>
    void writer.u8(0, 0).i32(flags).guid(GUID).bytes(Buffer.from(id, 'hex')).i64(data.length);
  return read({
    ue5,
    customVersions: { [UE5_MAIN]: 119 },
    exports: [{ name: 'T', properties: source(options), tail }],
    payloads: [
      { id: 'ff'.repeat(20), data: Uint8Array.of(1, 2, 3) },
      { id: ID, data: compressedBuffer(data, method) },
    ],
  });
}

function compressedBuffer(data: Uint8Array, method: number): Uint8Array {
  const header = new ByteWriter({ littleEndian: false });
  header
    .i32(0xb7756362 | 0, 0)
    .u8(method, 0, 0, 0)
    .i32(1)
    .i64(data.length, data.length + 64);
  return header.bytes(new Uint8Array(32)).bytes(data).done();
}

/** The pixels of a PNG whose rows have no filter. */
function pixelsOf(png: Uint8Array): { width: number; height: number; pixels: number[][] } {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const channels = bytes[25] === 0 ? 1 : 4;
  const length = bytes.readUInt32BE(33);
  expect(bytes.readUInt32BE(41 + length)).toBe(crc32(bytes.subarray(37, 41 + length)));
  const rows = inflateSync(bytes.subarray(41, 41 + length));
  const pixels = Array.from({ length: width * height }, (_, i) => {
    const at = Math.floor(i / width) * (width * channels + 1) + 1 + (i % width) * channels;
    return [...rows.subarray(at, at + channels)];
  });
  return { width, height, pixels };
}

function expectPixels(texture: Texture, pixels: number[][]): void {
  expect(texture.notes).toEqual([]);
  expect(texture.picture?.mimeType).toBe('image/png');
  expect(pixelsOf(texture.picture!.data)).toEqual({ width: 2, height: 2, pixels });
}

describe('a texture of UE 4', () => {
  it('gives plain pixels as a PNG', async () => {
    expectPixels(await readUe4({}, inline(BGRA)), RGBA);
    const gray = Uint8Array.of(1, 2, 3, 4);
    expectPixels(await readUe4({ format: 'TSF_G8' }, inline(gray)), [[1], [2], [3], [4]]);
  });

  it('finds them at the end of the file', async () => {
    const at = (flags: number, offset: number) => (writer: ByteWriter) =>
      void writer.i32(flags, BGRA.length, BGRA.length).i64(offset);
    const bulkData = Uint8Array.of(9, 9, ...BGRA);
    expectPixels(await readUe4({}, at(0x1, 2), { bulkData }), RGBA);
  });

  it('decompresses them', async () => {
    const [first, second] = [deflateSync(BGRA.subarray(0, 8)), deflateSync(BGRA.subarray(8))];
    const chunks = new ByteWriter().i64(0x9e2a83c1, 8, first.length + second.length, BGRA.length);
    chunks.i64(first.length, 8, second.length, 8).bytes(first).bytes(second);
    expectPixels(await readUe4({}, inline(chunks.done(), 0x2, BGRA.length)), RGBA);
  });

  it('exchanges red and blue in a PNG, which the engine has mixed up', async () => {
    const kept = await encodePng({ width: 2, height: 2, pixels: Uint8Array.from(RGBA.flat()), form: 'bgra' });
    expect(pixelsOf(kept).pixels[0]).toEqual([255, 0, 0, 255]);
    expectPixels(await readUe4({ compression: 'TSCF_PNG' }, inline(kept)), RGBA);
  });

  it('gives a gray PNG as it is', async () => {
    const kept = await encodePng({ width: 2, height: 2, pixels: Uint8Array.of(1, 2, 3, 4), form: 'gray' });
    const { picture } = await readUe4({ format: 'TSF_G8', compression: 'TSCF_PNG' }, inline(kept));
    expect(picture?.data).toEqual(new Uint8Array(kept));
  });

  it.each<[why: string, options: SourceOptions, header: (writer: ByteWriter) => void]>([
    ['TSF_New of the source is not supported', { format: 'TSF_New' }, inline(BGRA)],
    ['compressed as TSCF_UEJPEG, which only editors read', { compression: 'TSCF_UEJPEG' }, inline(BGRA)],
    ['16 bytes, which is wrong for 2 by 2', { format: 'TSF_RGBA16F' }, inline(BGRA)],
    ['16 bytes, which is wrong for 100 by 100', { width: 100, height: 100 }, inline(BGRA)],
    ['16 bytes, which is wrong for 0 by 2', { width: 0 }, inline(BGRA)],
    ['not an image of the stated format', { compression: 'TSCF_PNG' }, inline(BGRA)],
    ['in another file', {}, inline(BGRA, 0x100)],
    ['does not begin with its tag', {}, inline(BGRA, 0x2)],
    ['outside of the file', {}, writer => void writer.i32(1, 16, 16).i64(1n << 40n)],
    ['bytes are needed', {}, writer => void writer.i32(0)],
  ])('says why there is no picture: %s', async (why, options, header) => {
    const texture = await readUe4(options, header);
    expect(texture.picture).toBe(undefined);
    expect(texture.notes).toEqual([expect.stringContaining(why)]);
    expect(texture.width).toBe(options.width ?? 2);
  });

  it('refuses a PNG whose header declares a huge size', async () => {
    const kept = Buffer.from(await encodePng({ width: 2, height: 2, pixels: BGRA, form: 'bgra' }));
    kept.writeUInt32BE(1 << 30, 16);
    const texture = await readUe4({ compression: 'TSCF_PNG' }, inline(kept));
    expect(texture.notes).toEqual(['The source is a damaged PNG.']);
  });
});

describe('a format that a PNG does not have', () => {
  const writer = () => new ByteWriter();
  /** 1, 0.5 and 0 as numbers of 16 bits. */
  const [ONE, HALF] = [0x3c00, 0x3800];
  const LIGHT_NOTE = 'Its light is mapped to the range of a screen.';

  it.each<[format: string, bytes: Uint8Array, pixels: number[][]]>([
    ['TSF_G16', writer().u16(0, 0x8000, 0xffff, 0x0100).done(), [[0], [128], [255], [1]]],
    [
      'TSF_RGBA16',
      writer()
        .u16(...RGBA.flat().map(value => value * 257))
        .done(),
      RGBA,
    ],
    ['TSF_RGBA8', Uint8Array.from(RGBA.flat()), RGBA],
  ])('%s has eight bits of each number', async (format, bytes, pixels) => {
    expectPixels(await readUe4({ format }, inline(bytes)), pixels);
  });

  const opaque = (...reds: number[]) => reds.map(red => [red, 0, 0, 255]);
  it.each<[format: string, bytes: Uint8Array, pixels: number[][]]>([
    ['TSF_R16F', writer().u16(0, HALF, ONE, 0xbc00).done(), [[0], [188], [255], [0]]],
    ['TSF_R32F', writer().f32(0, 0.5, 1, Number.NaN).done(), [[0], [188], [255], [0]]],
    [
      'TSF_RGBA16F',
      writer()
        .u16(...[0, HALF, ONE, ONE].flatMap(red => [red, 0, 0, 0]))
        .done(),
      opaque(0, 188, 255, 255),
    ],
    [
      'TSF_RGBA32F',
      writer()
        .f32(...[0, 0.5, 1, 1].flatMap(red => [red, 0, 0, 0]))
        .done(),
      opaque(0, 188, 255, 255),
    ],
    [
      'TSF_BGRE8',
      Uint8Array.from(
        [
          [0, 0, 0, 0],
          [0, 0, 128, 128],
          [0, 0, 128, 129],
          [0, 0, 255, 0],
        ].flat(),
      ),
      opaque(0, 188, 255, 0),
    ],
  ])('%s is linear light up to white', async (format, bytes, pixels) => {
    const texture = await readUe4({ format }, inline(bytes));
    expect(texture.notes).toEqual([]);
    expect(texture.picture?.note).toBe(LIGHT_NOTE);
    expect(pixelsOf(texture.picture!.data).pixels).toEqual(pixels);
  });

  it('maps light over 1 so that the brightest pixel is white and darker ones differ', async () => {
    const { picture } = await readUe4({ format: 'TSF_R32F' }, inline(writer().f32(0.5, 1, 10, 1_000).done()));
    const [dark, one, bright, brightest] = pixelsOf(picture!.data).pixels.flat();
    expect(brightest).toBe(255);
    expect(dark).toBeLessThan(one!);
    expect(one).toBeLessThan(bright!);
    expect(bright).toBeLessThan(255);
  });

  it('shows the first slice of a cube, and says so', async () => {
    const bytes = writer()
      .u16(...Array.from({ length: 4 * 6 }, (_, i) => i * 256))
      .done();
    const { picture } = await readUe4({ format: 'TSF_G16', slices: 6 }, inline(bytes));
    expect(picture?.note).toBe('It is the first of 6 slices.');
    expect(pixelsOf(picture!.data).pixels).toEqual([[0], [1], [2], [3]]);
  });

  it('shows a large texture with fewer pixels', async () => {
    const texture = await readUe4(
      { format: 'TSF_G16', width: 3_000, height: 10 },
      inline(new Uint8Array(60_000)),
    );
    expect(texture).toMatchObject({ width: 3_000, height: 10, picture: { width: 1_000, height: 4 } });
  });
});

describe('a texture of UE 5', () => {
  it.each([1006, 1009, 1013, 1018])('finds its source in the trailer (%i)', async ue5 => {
    expectPixels(await readUe5({}, BGRA, { ue5 }), RGBA);
  });

  it('gives a JPEG as it is', async () => {
    const jpeg = Uint8Array.of(0xff, 0xd8, 0xff, 1, 2, 3);
    const { picture } = await readUe5({ compression: 'TSCF_JPEG' }, jpeg);
    expect(picture).toEqual({ data: jpeg, mimeType: 'image/jpeg' });
  });

  it.each([
    ['compressed by Oodle', { method: 3 }],
    ['virtualized', { flags: 0x201 }],
    ['in another file', { flags: 0x202 }],
    ['does not have the payload', { id: 'ab'.repeat(20) }],
  ])('says why there is no picture: %s', async (why, options) => {
    const texture = await readUe5({}, BGRA, options);
    expect(texture.notes).toEqual([expect.stringContaining(why)]);
    expect(texture).toMatchObject({ width: 2, height: 2, format: 'TSF_BGRA8', picture: undefined });
  });

  it('without a source is described by the registry', async () => {
    const texture = await read({
      ue5: 1013,
      exports: [{ name: 'T' }],
      registry: [{ path: 'T', className: 'Texture2D', tags: { Dimensions: '1024x512', Format: 'PF_DXT5' } }],
    });
    expect(texture).toMatchObject({ width: 1024, height: 512, format: 'PF_DXT5', picture: undefined });
    expect(texture.notes).toEqual(['The package does not contain the source.']);
  });
});
