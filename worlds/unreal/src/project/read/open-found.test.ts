import { stat } from 'node:fs/promises';
import { writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';
import { openFound } from './open-found.js';

const { signal } = new AbortController();

/** The largest number of packages of a size in use when eight are requested. */
async function mostAtOnce(bytes: number): Promise<number> {
  const project = new TempProject();
  const content = writePackage({ bulkData: new Uint8Array(bytes) });
  let inUse = 0;
  let most = 0;
  const use = async () => {
    inUse++;
    most = Math.max(most, inUse);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    inUse--;
  };
  const files = Array.from({ length: 8 }, (_, n) => project.write(`Content/P${n}.uasset`, content));
  await Promise.all(files.map((file, n) => openFound({ path: `/Game/P${n}`, file }, signal, use)));
  return most;
}

describe('concurrent requests for packages', () => {
  it('are used one at a time if they are large', async () => {
    expect(await mostAtOnce(5 * 1024 * 1024)).toBe(1);
  });

  it('are used in parallel if they are small', async () => {
    expect(await mostAtOnce(1_024)).toBeGreaterThan(1);
  });

  it('admit the next large one after a failed one, and after one whose client left', async () => {
    const project = new TempProject();
    const content = writePackage({ bulkData: new Uint8Array(5 * 1024 * 1024) });
    const found = { path: '/Game/P', file: project.write('Content/P.uasset', content) };
    const failed = openFound(found, signal, () => Promise.reject(new Error('no')));
    await expect(failed).rejects.toThrow('no');
    const left = openFound(found, AbortSignal.abort(new Error('left')), async () => 'used');
    await expect(left).rejects.toThrow('left');
    expect(await openFound(found, signal, async () => 'used')).toBe('used');
  });

  it('of a large package are read once for concurrent callers, also when the first of them leaves', async () => {
    const project = new TempProject();
    const content = writePackage({ bulkData: new Uint8Array(5 * 1024 * 1024) });
    const found = { path: '/Game/P', file: project.write('Content/P.uasset', content) };
    let readings = 0;
    let begin = () => {};
    const began = new Promise<void>(resolve => {
      begin = resolve;
    });
    let end = () => {};
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    const use = async (_opened: unknown, _bytes: unknown, signal: AbortSignal) => {
      readings++;
      begin();
      await ended;
      signal.throwIfAborted();
      return readings;
    };
    const first = new AbortController();
    const left = openFound(found, first.signal, use, 'actors');
    await began;
    const others = Array.from({ length: 8 }, () => openFound(found, signal, use, 'actors'));
    const another = openFound(found, signal, use, 'other');
    // They check the file before the call.
    for (let turn = 0; turn < 20; turn++) await stat(found.file);
    first.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    end();
    expect(await Promise.all(others)).toEqual(Array.from({ length: 8 }, () => 1));
    expect(await another).toBe(2);
    project.write('Content/P.uasset', writePackage({ bulkData: new Uint8Array(6 * 1024 * 1024) }));
    expect(await openFound(found, signal, use, 'actors')).toBe(3);
  });
});
