import { ByteCursor } from '../bytes/byte-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PackageHead } from '../package/package-head.js';

const TAG = 0xd1c43b2e80a5f697n;
const HEAD_BYTES = 28;
const ACCESS_PER_PAYLOAD = 1;
const PAYLOAD_FLAGS = 2;
const NEWEST = 2;
const LOCAL = 0;

/** File offset of the payload with this hash. */
export async function findPayload(head: PackageHead, id: Uint8Array): Promise<number> {
  const { window, payloadTableOffset, cursorOptions } = head;
  const first = new ByteCursor(
    await window.bytes(payloadTableOffset, HEAD_BYTES),
    payloadTableOffset,
    cursorOptions,
  );
  if (first.big64(false) !== TAG) throw first.malformed('The trailer does not begin with its tag.');
  const version = first.i32();
  if (version > NEWEST)
    throw new PackageError('unsupported', `The version ${version} of the trailer is not supported.`);
  const headerLength = first.u32();
  const table = new ByteCursor(
    await window.bytes(payloadTableOffset, headerLength),
    payloadTableOffset,
    cursorOptions,
  );
  // Tag, version and lengths; version 0 has one offset for all payloads.
  table.skip(24 + (version < ACCESS_PER_PAYLOAD ? 1 : 0));
  const entryBytes = 44 + (version >= PAYLOAD_FLAGS ? 4 : 0) + (version >= ACCESS_PER_PAYLOAD ? 1 : 0);
  for (let left = table.count(entryBytes); left > 0; left--) {
    const same = Buffer.compare(table.bytes(20), id) === 0;
    const offset = table.i64();
    table.skip(16 + (version >= PAYLOAD_FLAGS ? 4 : 0));
    const access = version >= ACCESS_PER_PAYLOAD ? table.u8() : LOCAL;
    if (!same) continue;
    if (access !== LOCAL || offset < 0)
      throw new PackageError('unsupported', 'The payload is not in the package.', table.offset);
    return payloadTableOffset + headerLength + offset;
  }
  throw table.malformed('The trailer does not have the payload.');
}
