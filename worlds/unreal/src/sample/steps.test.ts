import { describe, expect, it } from 'vitest';
import type { OperationName, ParamsOf } from '../port/operations.js';
import { type Bench, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

/** The progress reports of an operation. */
async function steps<Name extends OperationName>(name: Name, params: ParamsOf<Name>) {
  const reports: { done: number; total: number; message: string }[] = [];
  await bench.source.call(name, params, {
    signal: new AbortController().signal,
    progress: (done, total = Number.NaN, message = '') => reports.push({ done, total, message }),
  });
  return reports;
}

describe('an operation over many items', () => {
  it.each([
    ['asset.list', {}],
    ['asset.list', { query: 'door', limit: 1 }],
    ['asset.references', { path: '/Game/Blueprints/BP_Door' }],
    ['asset.contents', { path: '/Game/Blueprints/BP_Door', format: 't3d' }],
    ['asset.contents', { path: '/Game/Maps/Harbour', format: 'json' }],
    ['actor.list', {}],
    ['actor.list', { limit: 2 }],
    ['actor.list', { query: 'nothing is called that' }],
    ['screenshot.take', {}],
    ['screenshot.take', { width: 16, height: 33 }],
  ] as const)('reports progress from zero to all: %s %j', async (name, params) => {
    const reports = await steps(name, params);
    const all = reports.map(({ done }) => done);
    expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b));
    expect(all[0]).toBe(0);
    expect(all.at(-1)).toBe(reports[0]?.total);
    expect(new Set(reports.map(({ total }) => total)).size).toBe(1);
    for (const { message } of reports) expect(message).not.toBe('');
  });

  it('reports the number of items as the total', async () => {
    const { total: assets } = await bench.call('asset.list', {});
    expect((await steps('asset.list', { query: 'door' }))[0]?.total).toBe(assets);
    expect((await steps('asset.references', { path: '/Game/Maps/Harbour' }))[0]?.total).toBe(assets);
    const { total: actors } = await bench.call('actor.list', {});
    expect((await steps('actor.list', { query: 'door' }))[0]?.total).toBe(actors);
    expect((await steps('screenshot.take', { height: 70 })).map(({ done }) => done)).toEqual([0, 32, 64, 70]);
  });

  it('reports a total of zero once', async () => {
    const reports = await steps('actor.list', { class: 'NoSuchClass' });
    expect(reports.map(({ done, total }) => [done, total])).toEqual([[0, 0]]);
  });
});
