import { beforeEach, describe, expect, it } from 'vitest';
import type { Condition, WaitOutcome } from '../../port/conditions.js';
import { LiveScene, refusal } from '../../testing/live-scene.js';

let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

const wait = (conditions: readonly Condition[], timeoutMs = 60_000) =>
  live.runtime.call('time.wait', { conditions, timeoutMs }) as WaitOutcome | Promise<WaitOutcome>;
const health = { path: '/Player', type: 'Health', name: 'current' };

describe('a wait', () => {
  it('answers at once if the condition holds, or if it may take no time', () => {
    expect(wait([{ ...health, is: '==', value: 100 }])).toMatchObject({ met: true, frames: 0 });
    expect(wait([{ ...health, is: '<', value: 100 }], 0)).toMatchObject({ met: false, frames: 0 });
  });

  it('sees a value that holds for one frame', async () => {
    const turret = live.find('/Arena/Turret');
    live.write(turret, 'Rotator', 'speed', 60 * 60);
    const found = wait([
      { object: turret, type: 'Rotator', name: 'angle', is: '>', value: 170 },
      { object: turret, type: 'Rotator', name: 'angle', is: '<', value: 190 },
    ]);
    live.frames(3);
    expect(await found).toMatchObject({ met: true, frames: 3, frame: 3 });
  });

  it('ends after its real time, also while the scene stands still', async () => {
    live.call('time.set', { scale: 0 });
    const found = wait([{ ...health, is: '<', value: 0 }], 90);
    live.frames(6);
    expect(await found).toMatchObject({ met: false, frames: 6, time: 0 });
  });

  it('finds an object under its path after it was renamed, moved and created', async () => {
    const names = ['/Hero', '/Enemies/Hero', '/Late'];
    const waits = names.map(path => wait([{ path, is: 'exists' }]));
    live.frames(1);
    const player = live.find('/Player');
    live.write(player, 'Transform', 'name', 'Hero');
    live.frames(1);
    live.call('object.reparent', { id: player, parent: live.find('/Enemies') });
    live.frames(1);
    live.call('object.create', { name: 'Late' });
    live.frames(1);
    const outcomes = await Promise.all(waits);
    expect(outcomes.map(({ met, frames }) => [met, frames])).toEqual([
      [true, 2],
      [true, 3],
      [true, 4],
    ]);
  });

  it('is not over while another object has the path of one that is gone', async () => {
    const [first, second] = [1, 2].map(() => live.call('object.create', { name: 'Twin' }).id) as [
      string,
      string,
    ];
    const gone = wait([{ path: '/Twin', is: 'gone' }]);
    live.frames(1);
    live.call('object.destroy', { id: first });
    live.frames(1);
    live.call('object.destroy', { id: second });
    live.frames(1);
    expect(await gone).toMatchObject({ met: true, frames: 3 });
  });

  it.each([
    ['!=', 100, false],
    ['<=', 100, true],
    ['>=', 101, false],
    ['>', 99, true],
    ['==', '100', false],
    ['<', 'z', false],
  ] as const)('compares numbers: current %s %j is %j', (is, value, met) => {
    expect(wait([{ ...health, is, value }], 0)).toMatchObject({ met });
  });

  it('compares texts, parts and references', () => {
    const name = { path: '/Player', type: 'GameObject', name: 'name' } as const;
    expect(wait([{ ...name, is: 'contains', value: 'lay' }], 0)).toMatchObject({ met: true });
    expect(wait([{ ...name, is: '<', value: 'Q' }], 0)).toMatchObject({ met: true });
    const place = { path: '/Player', type: 'Transform', name: 'position' } as const;
    expect(wait([{ ...place, part: 'z', is: '==', value: -4 }], 0)).toMatchObject({ met: true });
    expect(wait([{ ...place, is: '==', value: { x: 0, y: 1, z: -4 } }], 0)).toMatchObject({ met: true });
  });

  it('does not hold for an object that appears without the member', async () => {
    const found = wait([{ path: '/Bare', type: 'Health', name: 'current', is: '!=', value: 5 }], 50);
    live.call('object.create', { name: 'Bare' });
    live.frames(4);
    expect((await found).states).toEqual([{ holds: false }]);
  });

  it('names the parts of a value that has no such part', () => {
    const place = {
      path: '/Player',
      type: 'Transform',
      name: 'position',
      part: 'w',
      is: '==',
      value: 1,
    } as const;
    expect(refusal(() => wait([place]))).toMatchObject({ kind: 'not-found', hint: 'it has x, y, z' });
    expect(refusal(() => wait([{ ...health, part: 'x', is: '==', value: 1 }]))).toMatchObject({
      hint: 'leave the part out',
    });
  });

  it('has 16 conditions and a minute at most', () => {
    const conditions = Array.from({ length: 16 }, (): Condition => ({ path: '/No', is: 'exists' }));
    expect(wait(conditions, 60_000)).toBeInstanceOf(Promise);
    expect(refusal(() => wait(conditions, 60_001)).message).toBe('timeoutMs is 60001');
    expect(refusal(() => wait([...conditions, { path: '/No', is: 'exists' }])).message).toBe(
      'there are 17 conditions',
    );
  });

  it('is refused while 64 others wait', () => {
    const never: Condition = { path: '/Nowhere', is: 'exists' };
    for (let count = 0; count < 64; count++) wait([never]);
    expect(refusal(() => wait([never])).kind).toBe('not-ready');
    live.call('object.create', { name: 'Nowhere' });
    live.frames(1);
    expect(wait([{ path: '/Nowhere', is: 'gone' }])).toBeInstanceOf(Promise);
  });
});

describe('a step', () => {
  it('takes a sixtieth of a second of scene time, however late the frames are', async () => {
    const outcome = live.runtime.call('time.step', { frames: 30 }) as Promise<WaitOutcome>;
    for (let count = 0; count < 30; count++) live.runtime.frame(0.9, 900);
    expect((await outcome).time).toBeCloseTo(0.5, 6);
  });

  it('moves a scene whose time scale is 0, and takes the scale into account', async () => {
    live.call('time.set', { scale: 0 });
    expect((await live.later('time.step', { frames: 6 }, 6)).time).toBeCloseTo(0.1, 6);
    live.call('time.set', { scale: 2 });
    expect((await live.later('time.step', { frames: 6 }, 6)).time).toBeCloseTo(0.3, 6);
  });

  it('waits for the steps before it', async () => {
    const [first, second] = [3, 4].map(frames => live.runtime.call('time.step', { frames }));
    live.frames(10);
    expect(await first).toMatchObject({ frames: 3 });
    expect(await second).toMatchObject({ frames: 4, time: expect.closeTo(7 / 60, 6) });
  });

  it('ends when the scene is resumed, with the frames that it has run', async () => {
    const step = live.runtime.call('time.step', {
      frames: 600,
      until: { conditions: [{ path: '/No', is: 'exists' }] },
    });
    expect(live.call('time.get', {}).paused).toBe(true);
    live.call('time.set', { scale: 1 });
    expect(await step).toMatchObject({ met: false, frames: 0 });
    live.frames(1);
    expect(live.call('time.get', {})).toMatchObject({ paused: false, time: expect.closeTo(1 / 60, 6) });
  });

  it('has 600 frames at most', () => {
    expect(refusal(() => live.runtime.call('time.step', { frames: 601 })).message).toBe('frames is 601');
    expect(live.call('time.get', {}).paused).toBe(false);
    expect(live.runtime.call('time.step', { frames: 600 })).toBeInstanceOf(Promise);
  });

  it('has met its conditions if there are none', async () => {
    expect(await live.later('time.step', { frames: 1 }, 2)).toMatchObject({ met: true, states: [] });
  });
});
