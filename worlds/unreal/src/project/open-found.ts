import { stat } from 'node:fs/promises';
import type { ByteSource, Package } from '@worldwire/uasset';
import { UnrealError } from '../source/unreal-error.js';
import { Lock } from '../work/lock.js';
import { Unreadable, withPackage } from './package-file.js';
import type { FoundPackage } from './package-finder.js';

const REPAIR = 'The file is damaged or of an unknown version: save it again in the editor, or restore it.';

/** Larger packages are read one at a time, because each may hold as much memory as its file has bytes. */
const LARGE_BYTES = 4 * 1024 * 1024;
const large = new Lock();

/**
 * Opens a package for a request, and says why where that fails. `use` must not call this again: a large package would wait
 * for itself.
 */
export async function openFound<Result>(
  found: FoundPackage,
  signal: AbortSignal,
  use: (opened: Package, bytes: ByteSource) => Promise<Result>,
): Promise<Result> {
  const release = (await sizeOf(found.file)) > LARGE_BYTES ? await large.enter(signal) : undefined;
  try {
    return await open(found, use);
  } finally {
    release?.();
  }
}

/** 0 for a file that cannot be looked at: opening it says why. */
async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}

async function open<Result>(
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
