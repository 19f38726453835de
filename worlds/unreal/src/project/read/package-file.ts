import type { FileHandle } from 'node:fs/promises';
import { errorCode, isMissing } from '@worldwire/server/kit';
import {
  type ByteSource,
  FileBytes,
  openPackage,
  type Package,
  PackageError,
  type Pause,
} from '@worldwire/uasset';
import { isLinked, openInside } from '../../files/opened-place.js';
import { unreadable } from '../../files/unreadable.js';
import { UnrealError } from '../../port/unreal-error.js';
import { RememberedBytes } from './remembered-bytes.js';
import { MAX_STAND_IN_BYTES, type StandIn, standInOf } from './stand-in.js';

const REPAIR = 'The file is damaged or of an unknown version: save it again in the editor, or restore it.';

/**
 * Opens a package while `use` runs. Undefined where the file does not exist or is reached over a link; an UnrealError where
 * it cannot be read. `size` saves the question for it.
 */
export async function withPackage<Result>(
  { path, file }: { readonly path: string; readonly file: string },
  use: (opened: Package, bytes: ByteSource) => Promise<Result>,
  { size, pause }: { readonly size?: number; readonly pause?: Pause } = {},
): Promise<Result | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await openInside(file);
    const bytes = new RememberedBytes(new FileBytes(handle, size ?? (await handle.stat()).size));
    return await use(await openPackage(bytes, { path, ...(pause && { pause }) }), bytes);
  } catch (thrown) {
    if (isMissing(thrown) || isLinked(thrown)) return undefined;
    const standIn = thrown instanceof PackageError && handle && (await standInFile(path, handle));
    throw standIn || (errorOf(path, thrown) ?? thrown);
  } finally {
    await handle?.close();
  }
}

/** What the file is instead of a package; undefined where it is longer than such files, or binary. */
async function standInFile(path: string, handle: FileHandle): Promise<StandIn | undefined> {
  const buffer = Buffer.alloc(MAX_STAND_IN_BYTES + 1);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
  return bytesRead > MAX_STAND_IN_BYTES ? undefined : standInOf(path, buffer.subarray(0, bytesRead));
}

/** The error for this one package; undefined where the process is at fault, such as with too many open files. */
function errorOf(path: string, thrown: unknown): UnrealError | undefined {
  if (thrown instanceof PackageError)
    return new UnrealError('invalid', `${path} cannot be read. ${thrown.message}`, REPAIR);
  const code = errorCode(thrown);
  return code === 'EMFILE' || code === 'ENFILE' ? undefined : unreadable(path, thrown);
}
