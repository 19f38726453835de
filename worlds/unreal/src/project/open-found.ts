import type { ByteSource, Package } from '@worldwire/uasset';
import { UnrealError } from '../source/unreal-error.js';
import { Unreadable, withPackage } from './package-file.js';
import type { FoundPackage } from './package-finder.js';

/** Opens a package that somebody asked for, and tells them where that fails. */
export async function openFound<Result>(
  { path, file }: FoundPackage,
  use: (opened: Package, bytes: ByteSource) => Promise<Result>,
): Promise<Result> {
  try {
    const given = await withPackage(file, async (opened, bytes) => ({ result: await use(opened, bytes) }));
    if (given !== undefined) return given.result;
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    throw new UnrealError('failed', `${path} cannot be read. ${thrown.message}`);
  }
  throw new UnrealError('not-found', `The file of ${path} is gone.`);
}
