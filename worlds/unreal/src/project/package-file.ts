import { type FileHandle, open } from 'node:fs/promises';
import { type ByteSource, openPackage, type Package, PackageError } from '@worldwire/uasset';
import { isMissing } from '../files/plain-folder.js';
import { READ_ONLY } from '../files/text-file.js';

/** A package on disk while it is read. Never a link, nor anything else than a file. */
class PackageFile implements ByteSource {
  constructor(
    readonly size: number,
    readonly handle: FileHandle,
  ) {}

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await this.handle.read(bytes, read, length - read, offset + read);
      // The reader says what it means that a file is shorter than it was.
      if (bytesRead === 0) break;
      read += bytesRead;
    }
    return bytes.subarray(0, read);
  }
}

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
 * Opens the package with a path for as long as it is used. Throws `Unreadable` when it cannot be read; undefined when it is
 * gone. Whoever just looked at the file can say what its size is.
 */
export async function withPackage<Result>(
  { path, file }: { readonly path: string; readonly file: string },
  use: (opened: Package, bytes: ByteSource) => Promise<Result>,
  size?: number,
): Promise<Result | undefined> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, READ_ONLY);
    const bytes = new PackageFile(size ?? (await handle.stat()).size, handle);
    return await use(await openPackage(bytes, { path }), bytes);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
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
