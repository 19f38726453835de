import assert from 'node:assert/strict';
import type { ContractCase } from './engine-contract.js';
import { eventOf } from './waiting.js';

export const sceneCases: readonly ContractCase[] = [
  {
    claim: 'names its build scenes by index, name and path',
    needs: ['scene.builds'],
    check: async ({ call, sample }) => {
      const builds = await call('scene.builds', {});
      assert.deepEqual(
        builds.map(({ index }) => index),
        builds.map((_, at) => at),
      );
      for (const name of [sample.scene, sample.otherScene])
        assert.ok(builds.some(each => each.name === name));
    },
  },
  {
    claim: 'loads a scene in the place of all others, whose objects are destroyed and say so',
    needs: ['scene.load', 'scene.list', 'object.list'],
    check: async bench => {
      const { call, sample, engine } = bench;
      const old = await bench.fresh();
      const destroyed = eventOf(engine, 'destroyed', ({ ids }) => ids.includes(old.id));
      const changed = eventOf(engine, 'scenes', ({ removed }) => removed.includes(old.scene));
      const loaded = await call('scene.load', { name: sample.otherScene, mode: 'single' });
      await destroyed;
      assert.deepEqual((await changed).added, [loaded.id]);
      const real = (await call('scene.list', {})).filter(({ index }) => index >= 0);
      assert.deepEqual(
        real.map(({ id }) => id),
        [loaded.id],
      );
      await bench.fails('not-found', call('object.get', { id: old.id }));
    },
  },
  {
    claim: 'adds a scene to those that are loaded, once',
    needs: ['scene.load', 'scene.list'],
    check: async bench => {
      const { call, sample } = bench;
      const kept = await bench.fresh();
      const added = await call('scene.load', { name: sample.otherScene, mode: 'additive' });
      assert.ok(added.loaded && added.rootCount > 0);
      assert.equal((await call('object.get', { id: kept.id })).scene, kept.scene);
      const ids = (await call('scene.list', {})).map(({ id }) => id);
      assert.ok(ids.includes(kept.scene) && ids.includes(added.id));
      await bench.fails('invalid', call('scene.load', { name: sample.otherScene, mode: 'additive' }));
    },
  },
  {
    claim: 'leaves everything as it was when a scene is not known',
    needs: ['scene.load'],
    check: async bench => {
      const kept = await bench.fresh();
      await bench.fails('not-found', bench.call('scene.load', { name: 'No such scene', mode: 'single' }));
      assert.equal((await bench.call('object.get', { id: kept.id })).id, kept.id);
    },
  },
  {
    claim: 'pauses, runs slower or faster within bounds, and reads it back',
    needs: ['time.get', 'time.set'],
    check: async bench => {
      const { call } = bench;
      try {
        const { before, after } = await call('time.set', { scale: 0 });
        assert.equal(after.scale, 0);
        assert.equal((await call('time.get', {})).time, after.time);
        assert.ok(before.time <= after.time);
        assert.equal((await call('time.set', { scale: 99 })).after.scale, 4);
        assert.equal((await call('time.set', { scale: -1 })).after.scale, 0);
        const locked = (await call('time.set', { scale: 2, lock: true })).after;
        assert.deepEqual([locked.scale, locked.locked], [2, true]);
        await bench.fails('invalid', call('time.set', { scale: 'fast' as unknown as number }));
      } finally {
        const { after } = await call('time.set', { scale: 1 });
        assert.deepEqual([after.scale, after.locked], [1, false]);
      }
    },
  },
];
