import { stat } from 'node:fs/promises';
import type { ByteSource, Package } from '@worldwire/uasset';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';
import type { FoundPackage } from '../index/package-finder.js';
import { Unreadable, withPackage } from './package-file.js';

const REPAIR = 'The file is damaged or of an unknown version: save it again in the editor, or restore it.';

/** Larger packages are read one at a time, because each may hold as much memory as its file has bytes. */
const LARGE_BYTES = 4 * 1024 * 1024;
const large = new SerialQueue('read a large package');
let unshared = 0;

type Use<Result> = (opened: Package, bytes: ByteSource, signal: AbortSignal) => Promise<Result>;

/**
 * Opens a package for a request, and says why where that fails. `use` must not call this again: a large package would wait
 * for itself. Callers that ask the same question about a large file share the answer, as long as the file does not change. Their `use` heeds
 * the signal that it is given, because the first of them may leave before the others.
 */
export async function openFound<Result>(
  found: FoundPackage,
  signal: AbortSignal,
  use: Use<Result>,
  question?: string,
): Promise<Result> {
  const { size, mtimeMs } = await looked(found.file);
  if (size <= LARGE_BYTES) return open(found, signal, use);
  const key = question === undefined ? `${unshared++}` : JSON.stringify([found, size, mtimeMs, question]);
  return large.run(key, signal, stop => open(found, stop, use));
}

/** As if empty where a file cannot be looked at: opening it says why. */
async function looked(file: string): Promise<{ readonly size: number; readonly mtimeMs: number }> {
  try {
    return await stat(file);
  } catch {
    return { size: 0, mtimeMs: 0 };
  }
}

async function open<Result>(found: FoundPackage, signal: AbortSignal, use: Use<Result>): Promise<Result> {
  const slice = new TimeSlice(signal);
  const pause = () => (slice.isOver ? slice.yieldToEventLoop() : undefined);
  try {
    const result = async (opened: Package, bytes: ByteSource) => ({
      result: await use(opened, bytes, signal),
    });
    const given = await withPackage(found, result, { pause });
    if (given !== undefined) return given.result;
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    const message = `${found.path} cannot be read. ${thrown.message}`;
    throw thrown.damaged ? new UnrealError('invalid', message, REPAIR) : new UnrealError('failed', message);
  }
  throw new UnrealError('not-found', `The file of ${found.path} is gone.`);
}
