import { stat } from 'node:fs/promises';
import type { ByteSource, Package } from '@worldwire/uasset';
import { UnrealError } from '../../port/unreal-error.js';
import { SerialQueue } from '../../work/serial-queue.js';
import { TimeSlice } from '../../work/time-slice.js';
import type { FoundPackage } from '../index/package-finder.js';
import { withPackage } from './package-file.js';

/** Larger packages are read one at a time, because each may take as much memory as its file has bytes. */
const LARGE_BYTES = 4 * 1024 * 1024;
const large = new SerialQueue('read a large package');
let unshared = 0;

type Use<Result> = (opened: Package, bytes: ByteSource, signal: AbortSignal) => Promise<Result>;

/**
 * Opens a package for a request. `use` must not call this again, because a large package would wait for itself. Callers with
 * the same question about an unchanged large file share one answer; their `use` must heed the signal that it gets, because
 * the first of them may leave before the others.
 */
export async function openFound<Result>(
  found: FoundPackage,
  signal: AbortSignal,
  use: Use<Result>,
  question?: string,
): Promise<Result> {
  const { size, mtimeMs } = await statsOf(found.file);
  if (size <= LARGE_BYTES) return open(found, signal, use);
  const key = question === undefined ? `${unshared++}` : JSON.stringify([found, size, mtimeMs, question]);
  return large.run(key, signal, stop => open(found, stop, use));
}

/** An empty file where it cannot be examined: opening it reports why. */
async function statsOf(file: string): Promise<{ readonly size: number; readonly mtimeMs: number }> {
  try {
    return await stat(file);
  } catch {
    return { size: 0, mtimeMs: 0 };
  }
}

async function open<Result>(found: FoundPackage, signal: AbortSignal, use: Use<Result>): Promise<Result> {
  const slice = new TimeSlice(signal);
  const pause = () => (slice.isOver ? slice.yieldToEventLoop() : undefined);
  const given = await withPackage(
    found,
    async (opened, bytes) => ({ result: await use(opened, bytes, signal) }),
    { pause },
  );
  if (given !== undefined) return given.result;
  throw new UnrealError('not-found', `The file of ${found.path} no longer exists.`);
}
