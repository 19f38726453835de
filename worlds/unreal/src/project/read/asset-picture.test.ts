import { decodePng, NO_PAUSES, pngHead } from '@worldwire/picture';
import { type ByteWriter, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import type { Picture } from '../../port/operations.js';
import { TempProject } from '../temp-project.test.js';

const UE5_MAIN = '697DD581E64F41ABAA4A51ECBEB7B628';
const WHITE = [255, 255, 255];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A texture of 32 by 1 pixels: its source is the given bytes, or is compressed by Oodle. */
async function pictureOf(source: Uint8Array | 'oodle', { thumbnail = false } = {}) {
  const integer = (name: string, value: number) => ({ name, type: 'IntProperty', value });
  const compressed = source === 'oodle';
  const id = Buffer.alloc(20, 7);
  const payload = Buffer.alloc(128);
  payload.writeUInt32BE(0xb7756362, 0);
  payload[8] = 3;
  const tail = (writer: ByteWriter) => {
    writer.u8(0, 0);
    if (compressed) writer.i32(0x200).guid('0'.repeat(32)).bytes(id).i64(128);
    else writer.i32(0, source.length, source.length).i64(0).bytes(source);
  };
  const project = new TempProject();
  const bytes = writePackage({
    ...(compressed ? { ue5: 1013, customVersions: { [UE5_MAIN]: 119 } } : { ue4: 518 }),
    imports: [
      { name: '/Script/Engine' },
      { name: 'Texture2D', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
    ],
    exports: [
      {
        name: 'T_Icon',
        classIndex: -2,
        isAsset: true,
        properties: [
          {
            name: 'Source',
            type: 'StructProperty(TextureSource)',
            value: [
              integer('SizeX', 32),
              integer('SizeY', 1),
              { name: 'Format', type: 'ByteProperty(ETextureSourceFormat)', value: 'TSF_BGRA8' },
            ],
          },
        ],
        tail,
      },
    ],
    ...(compressed && { payloads: [{ id: id.toString('hex'), data: payload }] }),
    ...(thumbnail && {
      thumbnails: [{ className: 'Texture2D', path: 'T_Icon', width: 1, height: 1, data: PNG }],
    }),
  });
  project.write('Content/T_Icon.uasset', bytes);
  return (await project.open()).call('asset.picture', { path: '/Game/T_Icon' });
}

async function pixelAt(picture: Picture, x: number): Promise<number[]> {
  const head = pngHead(picture.data)!;
  const raster = await decodePng(head, head, NO_PAUSES);
  return [...raster!.pixels.subarray(x * 4, x * 4 + 4)];
}

/** White pixels of which each has its own opacity. */
function bgra(opacity: (x: number) => number): Uint8Array {
  return Uint8Array.from(Array.from({ length: 32 }, (_, x) => [...WHITE, opacity(x)]).flat());
}

describe('the picture of a texture', () => {
  it('shows transparent parts on a checkerboard', async () => {
    const picture = await pictureOf(bgra(x => (x === 5 ? 255 : 0)));
    expect(picture.shows).toBe(
      'The pixels of the texture /Game/T_Icon. Transparent parts are shown on a grey checkerboard.',
    );
    expect(await Promise.all([0, 5, 16].map(x => pixelAt(picture, x)))).toEqual([
      [64, 64, 64, 255],
      [255, 255, 255, 255],
      [128, 128, 128, 255],
    ]);
  });

  it('shows colours whose opacity is 0 everywhere', async () => {
    const picture = await pictureOf(bgra(() => 0));
    expect(picture.shows).toContain('Its opacity is 0 everywhere');
    expect(await pixelAt(picture, 0)).toEqual([255, 255, 255, 255]);
  });

  it('that is opaque has all its pixels', async () => {
    const picture = await pictureOf(bgra(() => 255));
    expect(picture).toMatchObject({ width: 32, height: 1, shows: 'The pixels of the texture /Game/T_Icon.' });
  });

  it('is its thumbnail where its source cannot be shown, with the reason', async () => {
    const picture = await pictureOf('oodle', { thumbnail: true });
    expect(picture).toMatchObject({ width: 1, height: 1, mimeType: 'image/png' });
    expect(picture.shows).toBe(
      'The thumbnail that was saved with /Game/T_Icon. Its source of 32 by 1 pixels (TSF_BGRA8) cannot be shown. ' +
        'The payload is compressed by Oodle, which only editors read.',
    );
  });

  it('that has neither names its format and the next step', async () => {
    await expect(pictureOf('oodle')).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/Texture2D saved without a thumbnail\..*\(TSF_BGRA8\).*Oodle/),
      enable: expect.stringContaining('a running editor (--editor) shows it'),
    });
  });
});
