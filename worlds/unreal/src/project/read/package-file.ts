import type { FileHandle } from 'node:fs/promises';
import {
  type ByteSource,
  FileBytes,
  openPackage,
  type Package,
  PackageError,
  type Pause,
} from '@worldwire/uasset';
import { isMissing } from '../../files/inside-folder.js';
import { isLinked, openInside } from '../../files/opened-place.js';

/** Why a package cannot be read, in words for whoever asked for it. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  constructor(
    message: string,
    /** Else it is the disk that does not give it. */
    readonly damaged: boolean,
  ) {
    super(message);
  }
}

/**
 * Opens the package with a path for as long as it is used. A link on the way to it counts as gone. Throws `Unreadable` when it cannot be read; undefined when it is
 * gone. Whoever just looked at the file can say what its size is.
 */
export async function withPackage<Result>(
  { path, file }: { readonly path: string; readonly file: string },
  use: (opened: Package, bytes: ByteSource) => Promise<Result>,
  { size, pause }: { readonly size?: number; readonly pause?: Pause } = {},
): Promise<Result | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await openInside(file);
    const bytes = new FileBytes(handle, size ?? (await handle.stat()).size);
    return await use(await openPackage(bytes, { path, ...(pause && { pause }) }), bytes);
  } catch (thrown) {
    if (isMissing(thrown) || isLinked(thrown)) return undefined;
    throw reasonOf(thrown) ?? thrown;
  } finally {
    await handle?.close();
  }
}

/** What a disk says of one file is no reason to give up on the others, unless it is us who have too many open. */
function reasonOf(thrown: unknown): Unreadable | undefined {
  if (thrown instanceof PackageError) return new Unreadable(thrown.message, true);
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (syscall === undefined || code === 'EMFILE' || code === 'ENFILE') return undefined;
  return new Unreadable(`Its file cannot be read (${code}).`, false);
}
