import assert from 'node:assert/strict';
import type { Condition, Conditions } from '../port/conditions.js';
import type { Bench, ContractCase } from './engine-contract.js';
import { PLAY_DEADLINE } from './playing.js';

const MAX_FRAMES = 600;
const MAX_CONDITIONS = 16;

/** Leaves the scene running, also after a case that failed. */
async function resumed(bench: Bench, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await bench.call('time.set', { scale: 1 });
  }
}

/** The height of the object that falls, in a scene that has just been loaded. */
async function falling(bench: Bench): Promise<{ object: string; height: () => Promise<number> }> {
  const { paths, place } = bench.sample;
  await bench.fresh();
  const { id: object } = await bench.at(paths.falling);
  const height = async () => (await bench.value({ path: paths.falling, ...place, part: 'y' })) as number;
  return { object, height };
}

const one = (condition: Condition): Conditions => ({ conditions: [condition] });

export const stepCases: readonly ContractCase[] = [
  {
    claim: 'runs as many frames as asked for, and is paused before and after them',
    needs: ['time.step', 'time.get', 'time.set'],
    check: async bench => {
      const { call } = bench;
      const { height } = await falling(bench);
      await resumed(bench, async () => {
        const first = await call('time.step', { frames: 2 }, PLAY_DEADLINE);
        assert.deepEqual([first.frames, first.states], [2, []]);
        const heights = [await height()];
        for (const frames of [1, 7, 20]) {
          const before = await call('time.get', {});
          assert.deepEqual([before.paused, await height()], [true, heights.at(-1)]);
          const outcome = await call('time.step', { frames }, PLAY_DEADLINE);
          assert.equal(outcome.frames, frames);
          assert.ok(outcome.time > before.time);
          const after = await call('time.get', {});
          assert.deepEqual([after.paused, after.time], [true, outcome.time]);
          heights.push(await height());
        }
        assert.ok((heights[0] as number) > (heights[3] as number), heights.join(', '));
      });
      assert.ok(!(await call('time.get', {})).paused, 'a scale above 0 resumes it');
    },
  },
  {
    claim: 'steps until a condition holds, or until the frames are over',
    needs: ['time.step', 'time.set'],
    check: async bench => {
      const { call, sample } = bench;
      const { object, height } = await falling(bench);
      await resumed(bench, async () => {
        await call('time.step', { frames: 1 }, PLAY_DEADLINE);
        const from = await height();
        const member = { object, ...sample.place, part: 'y' };
        const below = { frames: 300, until: one({ ...member, is: '<', value: from - 0.2 }) };
        const met = await call('time.step', below, PLAY_DEADLINE);
        assert.ok(met.met && met.frames > 0 && met.frames < 300, JSON.stringify(met));
        assert.deepEqual([met.states.length, met.states[0]?.holds], [1, true]);
        assert.ok((await height()) < from - 0.2);
        const never = { frames: 3, until: one({ ...member, is: '>', value: from + 100 }) };
        const missed = await call('time.step', never, PLAY_DEADLINE);
        assert.deepEqual([missed.met, missed.frames, missed.states[0]?.holds], [false, 3, false]);
      });
    },
  },
  {
    claim: 'refuses steps that are not valid, and does not pause for them',
    needs: ['time.step', 'time.get'],
    check: async bench => {
      const { call } = bench;
      await bench.fresh();
      for (const frames of [0, -1, 1.5, MAX_FRAMES + 1, 'many', undefined, Number.NaN]) {
        const work = call('time.step', { frames: frames as number });
        assert.ok((await bench.fails('invalid', work)).hint, String(frames));
      }
      const until = one({ object: 'obj:999999999', is: 'exists' });
      await bench.fails('not-found', call('time.step', { frames: 5, until }));
      assert.ok(!(await call('time.get', {})).paused);
    },
  },
  {
    claim: 'waits until a member has a value, and says the value and the frames',
    needs: ['time.wait', 'member.write'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object, path } = await bench.fresh();
      const { type, name, values } = sample.writable;
      const write = (value: unknown) => call('member.write', { object, type, name, value });
      await write(values[0]);
      const holding = { path, type, name, is: '==' as const, value: values[0] };
      const now = await call('time.wait', { ...one(holding), timeoutMs: 5000 }, PLAY_DEADLINE);
      assert.deepEqual([now.met, now.states[0]?.holds, now.states[0]?.value?.json], [true, true, values[0]]);
      const changing = { object, type, name, is: '!=' as const, value: values[0] };
      const wait = call('time.wait', { ...one(changing), timeoutMs: 15_000 }, PLAY_DEADLINE);
      await write(values[1]);
      const later = await wait;
      assert.deepEqual([later.met, later.states[0]?.value?.json], [true, values[1]]);
      const late = await call('time.wait', { ...one(holding), timeoutMs: 100 }, PLAY_DEADLINE);
      assert.deepEqual([late.met, late.states[0]?.holds], [false, false]);
      assert.ok(late.frames > 0 && late.frame >= late.frames);
    },
  },
  {
    claim: 'waits for objects that appear and for objects that are gone',
    needs: ['time.wait', 'object.create', 'object.destroy'],
    check: async bench => {
      const { call } = bench;
      await bench.fresh();
      const { id: home } = await call('object.create', { name: 'Home' });
      const { path } = await call('object.get', { id: home });
      const late = `${path}/Late`;
      const appears = call(
        'time.wait',
        { ...one({ path: late, is: 'exists' }), timeoutMs: 15_000 },
        PLAY_DEADLINE,
      );
      const { id } = await call('object.create', { name: 'Late', parent: home });
      assert.equal((await appears).met, true);
      const byId = call(
        'time.wait',
        { ...one({ object: id, is: 'gone' }), timeoutMs: 15_000 },
        PLAY_DEADLINE,
      );
      const byPath = call(
        'time.wait',
        { ...one({ path: late, is: 'gone' }), timeoutMs: 15_000 },
        PLAY_DEADLINE,
      );
      await call('object.destroy', { id });
      assert.deepEqual([(await byId).met, (await byPath).met], [true, true]);
      const never = await call(
        'time.wait',
        { ...one({ path: late, is: 'exists' }), timeoutMs: 50 },
        PLAY_DEADLINE,
      );
      assert.equal(never.met, false);
      await call('object.destroy', { id: home });
    },
  },
  {
    claim: 'waits for all conditions in the same frame, or for any of them',
    needs: ['time.wait', 'member.write'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object } = await bench.fresh();
      const { type, name, values } = sample.writable;
      await call('member.write', { object, type, name, value: values[0] });
      const conditions: readonly Condition[] = [
        { object, type, name, is: '==', value: values[0] },
        { object, type, name, is: '==', value: values[1] },
      ];
      const wait = (any: boolean) => call('time.wait', { conditions, any, timeoutMs: 100 }, PLAY_DEADLINE);
      const [some, all] = [await wait(true), await wait(false)];
      assert.deepEqual([some.met, all.met], [true, false]);
      for (const { states } of [some, all])
        assert.deepEqual(
          states.map(({ holds }) => holds),
          [true, false],
        );
    },
  },
  {
    claim: 'refuses conditions that can never be compared, before it waits',
    needs: ['time.wait'],
    check: async bench => {
      const { call, sample } = bench;
      const { id: object, path } = await bench.fresh();
      const { type, name, values } = sample.writable;
      const good: Condition = { object, type, name, is: '==', value: values[0] };
      const wait = (conditions: unknown, timeoutMs: unknown = 15_000) =>
        call(
          'time.wait',
          { conditions: conditions as Condition[], timeoutMs: timeoutMs as number },
          PLAY_DEADLINE,
        );
      const { value: _, ...without } = good;
      const invalid: readonly unknown[] = [
        undefined,
        [],
        'soon',
        [null],
        Array.from({ length: MAX_CONDITIONS + 1 }, () => good),
        [{ ...good, is: '=' }],
        [{ ...good, path }],
        [{ type, name, is: '==', value: 1 }],
        [without],
        [{ object, is: '==', value: 1 }],
      ];
      for (const conditions of invalid) {
        const about = JSON.stringify(conditions)?.slice(0, 100);
        assert.ok((await bench.fails('invalid', wait(conditions))).hint, about);
      }
      for (const timeoutMs of [-1, 60_001, Number.NaN, 'long']) {
        assert.ok((await bench.fails('invalid', wait([good], timeoutMs))).hint, String(timeoutMs));
      }
      for (const missing of [
        { ...good, name: 'noSuchMember' },
        { ...good, type: 'No.Such.Type' },
        { ...good, object: 'obj:999999999' },
        { object: 'obj:999999999', is: 'exists' },
      ]) {
        assert.ok((await bench.fails('not-found', wait([good, missing]))).hint, JSON.stringify(missing));
      }
    },
  },
];
