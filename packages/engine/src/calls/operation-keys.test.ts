import { describe, expect, it } from 'vitest';
import { EngineError } from '../port/engine-error.js';
import { OperationKeys } from './operation-keys.js';

describe('operation keys', () => {
  it('run a write once', async () => {
    const keys = new OperationKeys(10);
    let runs = 0;
    const run = async () => ++runs;
    expect(await Promise.all([keys.once('a', 'x', run), keys.once('a', 'x', run)])).toEqual([1, 1]);
    expect(await keys.once('b', 'x', run)).toBe(2);
  });

  it('keep a failure of the scene, and forget refusals and unknown outcomes', async () => {
    const keys = new OperationKeys(10);
    const fail = (kind: 'failed' | 'invalid' | 'timeout') => () =>
      Promise.reject(new EngineError(kind, kind));
    await expect(keys.once('f', 'x', fail('failed'))).rejects.toMatchObject({ kind: 'failed' });
    await expect(keys.once('f', 'x', async () => 1)).rejects.toMatchObject({ kind: 'failed' });
    await expect(keys.once('a', 'x', fail('invalid'))).rejects.toMatchObject({ kind: 'invalid' });
    expect(await keys.once('a', 'x', async () => 1)).toBe(1);
    await expect(keys.once('b', 'x', fail('timeout'))).rejects.toMatchObject({ kind: 'timeout' });
    expect(await keys.once('b', 'x', async () => 1)).toBe(1);
  });

  it('are refused for another operation', async () => {
    const keys = new OperationKeys(10);
    await keys.once('a', 'x', async () => 1);
    await expect(keys.once('a', 'y', async () => 2)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('are forgotten, the oldest first, when there are too many', async () => {
    const keys = new OperationKeys(2);
    for (const key of ['a', 'b', 'c']) await keys.once(key, 'x', async () => 1);
    expect(await keys.once('a', 'x', async () => 2)).toBe(2);
    expect(await keys.once('c', 'x', async () => 2)).toBe(1);
  });
});
