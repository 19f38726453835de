import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Display, startDisplay } from '../../testing/start-display.js';
import { LiveGodot } from './live-godot.js';

/** Counts frames of both kinds, the seconds of one, and timers. */
const COUNTER = [
  'extends Node',
  'var physics = 0',
  'var process = 0',
  'var seconds = 0.0',
  'func _physics_process(_delta): physics += 1',
  'func _process(delta):',
  '\tprocess += 1',
  '\tseconds += delta',
];

for (const drawn of [false, true]) {
  describe(`single frames ${drawn ? 'with' : 'without'} a display`, () => {
    let display: Display | undefined;
    let live: LiveGodot;
    let counter: { readonly object: string; readonly type: string };
    beforeAll(async () => {
      display = drawn ? await startDisplay() : undefined;
      live = await LiveGodot.open(display === undefined ? {} : { display: display.name });
    });
    afterAll(async () => {
      await live?.engine.close();
      await display?.stop();
    });
    beforeEach(async () => {
      await live.load('arena');
      counter = await live.scripted('Counter', COUNTER);
    });
    afterEach(() => live.call('time.set', { scale: 1 }));

    const step = (frames: number) => live.engine.call('time.step', { frames }, { deadline: 30_000 });
    const count = async (name: string) =>
      (await live.read(counter.object, counter.type, name)).json as number;
    const counts = async () => [await count('physics'), await count('process')] as const;

    it('run one physics step and one process step each', async () => {
      await step(1);
      for (const frames of [1, 2, 3, 25]) {
        const [physics, process] = await counts();
        const outcome = await step(frames);
        expect(outcome).toMatchObject({ frames, states: [] });
        expect(await counts()).toEqual([physics + frames, process + frames]);
      }
    });

    it('last about as long as a step of physics', async () => {
      await step(1);
      const before = await count('seconds');
      await step(60);
      const seconds = (await count('seconds')) - before;
      expect(seconds).toBeGreaterThan(0.5);
      expect(seconds).toBeLessThan(2);
    });

    it('report a contact in the same frame on every machine', async () => {
      await live.load('quest');
      await live.run('find("Player").position = Vector2(160, 110)');
      await step(2);
      const quest = await live.find('/Quest');
      await live.call('input.send', { steps: [{ kind: 'key', key: 'ArrowUp', phase: 'press' }] });
      const until = {
        conditions: [{ object: quest, type: 'Quest', name: 'coins', is: '==' as const, value: 1 }],
      };
      const { met, frames } = await live.call('time.step', { frames: 20, until });
      await live.call('input.send', { steps: [{ kind: 'release-all' }] });
      // The radii are 12 and 10 pixels, and a step is 2.5: the fourth step touches it, and the next one finds it.
      expect([met, frames]).toEqual([true, 5]);
    });

    it('have time also if the scale is 0, which stays so', async () => {
      await live.call('time.set', { scale: 0 });
      const ball = await live.find('/Arena/Ball');
      const height = async () => ((await live.read(ball, 'Spatial', 'translation')).json as { y: number }).y;
      const before = await height();
      await step(20);
      expect(await height()).toBeLessThan(before);
      expect(await live.call('time.get', {})).toMatchObject({ scale: 0, paused: true });
    });

    it('leave a game paused that has paused itself', async () => {
      await live.run('tree.paused = true');
      const before = await counts();
      await step(5);
      expect(await counts()).toEqual(before);
      await live.call('time.set', { scale: 1 });
      expect(await live.call('time.get', {})).toMatchObject({ paused: true });
      await live.run('tree.paused = false');
      expect(await live.call('time.get', {})).toMatchObject({ paused: false });
    });

    it('are run for each call in turn', async () => {
      await step(1);
      const before = await counts();
      const [one, other] = await Promise.all([step(3), step(4)]);
      expect([one.frames, other.frames]).toEqual([3, 4]);
      expect(await counts()).toEqual([before[0] + 7, before[1] + 7]);
    });

    it('are none if the condition holds already, and the scene is paused', async () => {
      const until = { conditions: [{ path: '/Arena/Ball', is: 'exists' as const }] };
      expect(await live.call('time.step', { frames: 5, until })).toMatchObject({ met: true, frames: 0 });
      expect(await live.call('time.get', {})).toMatchObject({ paused: true });
    });

    it('end when another call lets the scene run', async () => {
      const stepped = step(600);
      await live.call('time.set', { scale: 1 });
      expect((await stepped).met).toBe(false);
      expect(await live.call('time.get', {})).toMatchObject({ paused: false });
    });
  });
}
