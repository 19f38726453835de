import { crc32, deflateSync } from 'node:zlib';
import { type ByteWriter, writePackage } from '@worldwire/uasset/testing';

/** The package of a texture whose source is a PNG of many pixels in few bytes. */
export function bombTexture(name: string, width: number, height: number): Uint8Array {
  const png = bombPng(width, height);
  return writePackage({
    ue4: 518,
    imports: [{ name: 'Texture2D', className: 'Class', classPackage: '/Script/CoreUObject' }],
    exports: [
      {
        name,
        classIndex: -1,
        isAsset: true,
        properties: [
          {
            name: 'Source',
            type: 'StructProperty(TextureSource)',
            value: [
              { name: 'SizeX', type: 'IntProperty', value: width },
              { name: 'SizeY', type: 'IntProperty', value: height },
              { name: 'Format', type: 'ByteProperty(ETextureSourceFormat)', value: 'TSF_BGRA8' },
              {
                name: 'CompressionFormat',
                type: 'ByteProperty(ETextureSourceCompressionFormat)',
                value: 'TSCF_PNG',
              },
            ],
          },
        ],
        tail: (writer: ByteWriter) => void writer.u8(0, 0).i32(0, png.length, png.length).i64(0).bytes(png),
      },
    ],
  });
}

function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const data = deflateSync(Buffer.alloc(height * (width * 4 + 1)), { level: 9 });
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), end]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
