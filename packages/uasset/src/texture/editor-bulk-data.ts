import { ByteCursor } from '../bytes/byte-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PackageHead } from '../package/package-head.js';
import { findPayload } from './package-trailer.js';

const VIRTUALIZED = 0x001;
const ELSEWHERE = 0x002 | 0x004 | 0x100;
const IN_TRAILER = 0x200;
const HEADER_BYTES = 64;
const MAGIC = 0xb7756362;
const PLAIN = 0;
const METHODS: Readonly<Record<number, string>> = { 3: 'Oodle', 4: 'LZ4' };

/** Since UE 5.0 a source is stored by its hash: in the trailer of the package, or at an offset. */
export async function readEditorBulkData(
  head: PackageHead,
  cursor: ByteCursor,
  maxBytes: number,
): Promise<Uint8Array> {
  const flags = cursor.u32();
  cursor.skip(16);
  const id = cursor.bytes(20);
  const size = cursor.i64();
  if (flags & VIRTUALIZED)
    throw new PackageError(
      'unsupported',
      'The payload is virtualized: it is in the storage of the project, not in the package.',
    );
  if (flags & ELSEWHERE)
    throw new PackageError('unsupported', 'The payload is in another file.', cursor.offset);
  if (size > maxBytes)
    throw new PackageError('too-large', `The payload has ${size} bytes; the limit is ${maxBytes}.`);
  const offset = flags & IN_TRAILER ? await findPayload(head, id) : cursor.i64();
  return readCompressedBuffer(head, offset, size);
}

/** A big-endian header, then the bytes in blocks. */
async function readCompressedBuffer(head: PackageHead, offset: number, size: number): Promise<Uint8Array> {
  const { window, cursorOptions } = head;
  const header = new ByteCursor(await window.bytes(offset, HEADER_BYTES), offset, {
    ...cursorOptions,
    littleEndian: false,
  });
  if (header.u32() !== MAGIC) throw header.malformed('The payload does not begin with its tag.');
  header.skip(4);
  const method = header.u8();
  header.skip(7);
  const rawSize = header.i64();
  if (method !== PLAIN) {
    const text = `The payload is compressed by ${METHODS[method] ?? `method ${method}`}, which only editors read.`;
    throw new PackageError('unsupported', text, offset);
  }
  if (rawSize !== size) throw header.malformed(`The payload has ${rawSize} bytes instead of ${size}.`);
  return window.bytes(offset + HEADER_BYTES, size);
}
