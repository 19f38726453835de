import type { Context } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { hall, Stage } from '../stage.test.js';
import { optionsOf } from './call-options.js';

type Step = readonly [done: number, total?: number | undefined, message?: string | undefined];

/** The progress that a caller gets of these steps, at an interval in milliseconds. */
function heard(steps: Iterable<Step>, everyMs = 0): Step[] {
  const told: Step[] = [];
  let clock = 0;
  const progress = (...step: Step) => void told.push(step);
  const options = optionsOf({ signal: new AbortController().signal, progress } as Context, () => clock);
  for (const [done, total, message] of steps) {
    options.progress?.(done, total, message);
    clock += everyMs;
  }
  return told;
}

function counting(from: number, to: number, total?: number, message?: string): Step[] {
  return Array.from({ length: to - from + 1 }, (_, index) => [from + index, total, message]);
}

describe('the progress of a call', () => {
  it('are reported at the start, at the end, and at each percent', () => {
    const told = heard(counting(1, 50_000, 50_000, 'Reading'));
    expect(told[0]).toEqual([1, 50_000, 'Reading']);
    expect(told.at(-1)).toEqual([50_000, 50_000, 'Reading']);
    expect(told).toHaveLength(101);
    expect(told[1]).toEqual([500, 50_000, 'Reading']);
  });

  it('are all reported if there are few', () => {
    const steps = counting(0, 12, 12);
    expect(heard(steps)).toEqual(steps);
  });

  it('are reported when the message changes', () => {
    expect(
      heard([...counting(1, 300, 1_000_000, 'Looking'), ...counting(301, 600, 1_000_000, 'Reading')]),
    ).toEqual([
      [1, 1_000_000, 'Looking'],
      [301, 1_000_000, 'Reading'],
    ]);
  });

  it('are reported after a pause, to keep the call alive', () => {
    const told = heard(counting(1, 100, 1_000_000), 50);
    expect(told.map(([done]) => done)).toEqual(Array.from({ length: 20 }, (_, index) => 1 + index * 5));
    expect(heard(counting(1, 11), 50).map(([done]) => done)).toEqual([1, 6, 11]);
  });

  it('only grow, also if a source restarts or another one continues', () => {
    expect(heard([...counting(0, 2, 2), ...counting(0, 2, 2), ...counting(1, 3, 3)])).toEqual([
      [0, 2, undefined],
      [1, 2, undefined],
      [2, 2, undefined],
      [3, 4, undefined],
      [4, 4, undefined],
      [5, 7, undefined],
      [6, 7, undefined],
      [7, 7, undefined],
    ]);
    const some: Step[] = [
      [1, 9],
      [1, 9],
      [1, 9, 'again'],
      [2, 9],
    ];
    expect(heard(some, 1_000).map(([done]) => done)).toEqual([1, 2]);
  });

  it('target the client of a tool in that measure', async () => {
    const source = hall().on('asset.list', (_params, { progress }) => {
      for (const [done, total] of counting(1, 10_000, 10_000)) progress?.(done, total);
      return { items: [] };
    });
    const stage = await Stage.open({ sources: [source] });
    await stage.call('list_assets');
    const told = stage.notified.filter(({ method }) => method === 'notifications/progress');
    // One for each percent, and one more after each pause on a machine under load.
    expect(told.length).toBeGreaterThanOrEqual(101);
    expect(told.length).toBeLessThan(200);
    expect(told.at(-1)?.params).toMatchObject({ progress: 10_000, total: 10_000 });
  });
});
