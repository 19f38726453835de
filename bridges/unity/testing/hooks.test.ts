import { Bench, engineContract } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenUnity, openUnity } from './open-unity.js';
import { UNITY_SAMPLE } from './sample.js';

// A stand-in for Harmony: it has the signatures of Harmony, and the methods that the tests hook ask it themselves.
describe('the bridge for Unity in a game with Harmony', () => {
  let unity: OpenUnity;
  let bench: Bench;
  beforeAll(async () => {
    unity = await openUnity({ args: ['--harmony'] });
    bench = new Bench(unity.engine, UNITY_SAMPLE, async () => unity.engine);
  });
  afterAll(() => unity?.engine.close());

  const hooks = engineContract.filter(
    ({ needs }) => needs.includes('hook.add') && !needs.includes('hook.source.get'),
  );
  for (const { claim, check } of hooks) it(claim, () => check(bench));

  it('has the cases for hooks', () => {
    expect(hooks.length).toBeGreaterThanOrEqual(3);
  });

  it('plays keys, axes and the pointer for scripts that read the old input, and lets them go', async () => {
    await bench.load('Desk');
    const value = (name: string) => bench.value({ path: '/Desk', type: 'Demo.OldReader', name });
    const send = (step: object) => bench.call('input.send', { steps: [step as never] }, { deadline: 20_000 });
    expect(await value('frames')).toBe(0);
    const { steps } = await send({ kind: 'key', key: 'KeyW', hold: { frames: 5 } });
    expect(steps[0]?.note).toContain('UnityEngine.Input');
    expect(await value('frames')).toBe(5);
    expect(await value('downs')).toBe(1);
    expect(await value('most')).toBe(1);
    await send({ kind: 'move', x: 100, y: 60 });
    expect(await value('pointer')).toEqual({ x: 100, y: 300, z: 0 });
    await unity.loseLink();
    expect(await value('frames')).toBe(5);
  });

  it('lists the axes of the old input as actions', async () => {
    const { items } = await bench.call('input.actions', { limit: 100 });
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['Horizontal', 'Jump']));
  });
});
