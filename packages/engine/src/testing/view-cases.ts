import assert from 'node:assert/strict';
import type { PickHit } from '../port/operations.js';
import type { ContractCase } from './engine-contract.js';

export const viewCases: readonly ContractCase[] = [
  {
    claim: 'looks through the freecam while it is on, and keeps its pose while it is off',
    needs: ['camera.get', 'freecam.get', 'freecam.set'],
    check: async bench => {
      const { call } = bench;
      await bench.fresh();
      const position = { x: 1, y: 2, z: -30 };
      const rotation = { x: 10, y: 20, z: 0 };
      const on = (await call('freecam.set', { enabled: true, position, rotation })).after;
      assert.deepEqual([on.enabled, on.position], [true, position]);
      const seen = await call('camera.get', {});
      assert.deepEqual([seen?.isFreecam, seen?.position], [true, position]);
      await call('freecam.set', { enabled: false });
      assert.equal((await call('camera.get', {}))?.isFreecam, false);
      assert.deepEqual((await call('freecam.get', {})).position, position);
      assert.ok((await call('freecam.set', { speed: 1e9 })).after.speed < 1e9);
      assert.ok((await call('freecam.set', { speed: 0 })).after.speed > 0);
      await bench.fails('invalid', call('freecam.set', { position: { x: 1 } as typeof position }));
    },
  },
  {
    claim: 'picks objects that can be asked for, and nothing that is off',
    needs: ['pick.world', 'pick.ui', 'object.activate'],
    check: async bench => {
      const { call } = bench;
      await bench.fresh();
      const hits = await call('pick.world', {});
      for (const { id, path } of hits) assert.equal((await call('object.get', { id })).path, path);
      // Points change while objects move.
      const ids = (found: readonly PickHit[]) => found.map(({ id }) => id);
      assert.deepEqual(ids(await call('pick.world', { x: 0.5, y: 0.5, normalized: true })), ids(hits));
      for (const { id } of hits) await call('object.activate', { id, active: false });
      const later = new Set((await call('pick.world', {})).map(({ id }) => id));
      assert.ok(hits.every(({ id }) => !later.has(id)));
      await bench.fails('invalid', call('pick.ui', { x: Number.NaN, y: 0 }));
    },
  },
  {
    claim: 'says where the middle of the camera meets each object, and how far away',
    needs: ['pick.world', 'camera.get'],
    check: async bench => {
      await bench.fresh();
      const hits = await bench.call('pick.world', {});
      const camera = await bench.call('camera.get', {});
      assert.ok(hits.length > 0 && camera !== null);
      let last = 0;
      for (const { distance = -1, point, normal } of hits) {
        assert.ok(distance >= last, 'the nearest comes first');
        last = distance;
        assert.ok(point);
        const { position: from } = camera;
        const way = Math.hypot(point.x - from.x, point.y - from.y, point.z - from.z);
        assert.ok(
          Math.abs(way - distance) < 0.2,
          `the point is ${way} away, and the distance is ${distance}`,
        );
        if (normal !== undefined) assert.ok(Math.abs(Math.hypot(normal.x, normal.y, normal.z) - 1) < 0.01);
      }
    },
  },
  {
    claim: 'says which pixel of an interface element was picked',
    needs: ['pick.ui', 'scene.load'],
    check: async bench => {
      await bench.call('scene.load', { name: bench.sample.otherScene, mode: 'single' });
      const hits = await bench.call('pick.ui', { x: 50, y: 40 });
      assert.ok(hits.length > 0);
      for (const { distance, point } of hits)
        assert.deepEqual([distance, point], [0, { x: 50, y: 40, z: 0 }]);
    },
  },
  {
    claim: 'picks nothing outside of the picture',
    needs: ['pick.world', 'pick.ui'],
    check: async bench => {
      await bench.fresh();
      const places = [
        { x: -1, y: 1 },
        { x: 1, y: 1e9 },
        ...[-0.1, 1.1].map(x => ({ x, y: 0.5, normalized: true })),
      ];
      for (const place of places) {
        assert.deepEqual(await bench.call('pick.world', place), []);
        assert.deepEqual(await bench.call('pick.ui', place), []);
      }
    },
  },
];
