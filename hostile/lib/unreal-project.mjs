/** Unreal projects whose files are hostile. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { writePackage } from '@worldwire/uasset/testing';

/**
 * @param {string} folder
 * @param {Record<string, string | Uint8Array>} files by their paths
 * @returns {string} the folder
 */
export function makeProject(folder, files) {
  for (const [path, content] of Object.entries({ 'Hostile.uproject': '{"FileVersion":3}', ...files })) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

/**
 * A texture of UE 4 whose source is a PNG: small in the file, large once it is decoded.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 */
export function textureBomb(name, width, height) {
  const png = pngBomb(width, height);
  const size = (/** @type {string} */ key, /** @type {number} */ value) => ({
    name: key,
    type: 'IntProperty',
    value,
  });
  const choice = (/** @type {string} */ key, /** @type {string} */ type, /** @type {string} */ value) => ({
    name: key,
    type: `ByteProperty(${type})`,
    value,
  });
  return writePackage({
    ue4: 518,
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      { name: 'Texture2D', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
    ],
    exports: [
      {
        name,
        classIndex: -2,
        isAsset: true,
        properties: [
          {
            name: 'Source',
            type: 'StructProperty(TextureSource)',
            value: [
              size('SizeX', width),
              size('SizeY', height),
              choice('Format', 'ETextureSourceFormat', 'TSF_BGRA8'),
              choice('CompressionFormat', 'ETextureSourceCompressionFormat', 'TSCF_PNG'),
            ],
          },
        ],
        tail: writer => void writer.u8(0, 0).i32(0, png.length, png.length).i64(0).bytes(png),
      },
    ],
  });
}

/**
 * A package with a thumbnail whose PNG has the given size.
 * @param {string} name
 * @param {number} width
 * @param {number} height
 */
export function thumbnailBomb(name, width, height) {
  return writePackage({
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      { name: 'Material', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
    ],
    exports: [{ name, classIndex: -2, isAsset: true }],
    thumbnails: [{ className: 'Material', path: name, width, height, data: pngBomb(width, height) }],
  });
}

/**
 * A level with very many actors. They share a name, which keeps its file small.
 * @param {string} name
 * @param {number} actors
 */
export function levelOf(name, actors) {
  const engineClass = (/** @type {string} */ each) => ({
    name: each,
    className: 'Class',
    classPackage: '/Script/CoreUObject',
    outer: -1,
  });
  return writePackage({
    imports: [
      { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
      engineClass('World'),
      engineClass('Level'),
      engineClass('StaticMeshActor'),
    ],
    exports: [
      { name, classIndex: -2, isAsset: true },
      { name: 'PersistentLevel', classIndex: -3, outer: 1 },
      ...Array.from({ length: actors }, () => ({ name: 'Actor', classIndex: -4, outer: 2 })),
    ],
  });
}

/** @param {number} width @param {number} height an RGBA picture without any content */
function pngBomb(width, height) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (width * 4 + 1)), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(8 + body.length);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), whole.length - 4);
  return whole;
}
