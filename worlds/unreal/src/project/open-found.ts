import type { ByteSource, Package } from '@worldwire/uasset';
import { UnrealError } from '../source/unreal-error.js';
import { Unreadable, withPackage } from './package-file.js';
import type { FoundPackage } from './package-finder.js';

const REPAIR = 'The file is damaged or of an unknown version: save it again in the editor, or restore it.';

/** Opens a package that somebody asked for, and tells them where that fails. */
export async function openFound<Result>(
  found: FoundPackage,
  use: (opened: Package, bytes: ByteSource) => Promise<Result>,
): Promise<Result> {
  try {
    const given = await withPackage(found, async (opened, bytes) => ({ result: await use(opened, bytes) }));
    if (given !== undefined) return given.result;
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    const message = `${found.path} cannot be read. ${thrown.message}`;
    throw thrown.damaged ? new UnrealError('invalid', message, REPAIR) : new UnrealError('failed', message);
  }
  throw new UnrealError('not-found', `The file of ${found.path} is gone.`);
}
