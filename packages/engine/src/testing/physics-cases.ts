import assert from 'node:assert/strict';
import type { OverlapParams } from '../port/queries.js';
import type { Vector3 } from '../port/value.js';
import type { ContractCase } from './engine-contract.js';
import { until } from './waiting.js';

export const far = (one: Vector3, other: Vector3) =>
  Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z);
/** Places that no engine accepts. */
export const NO_PLACES = [undefined, null, 'here', { x: 1, y: 2 }, { x: Number.NaN, y: 0, z: 0 }];

export const physicsCases: readonly ContractCase[] = [
  {
    claim: 'finds the first body on the way of a ray, and where',
    needs: ['physics.ray'],
    uses: ['physics'],
    check: async bench => {
      const { scene, ray, miss } = bench.part('physics');
      await bench.load(scene);
      const { id } = await bench.at(ray.hit);
      const hit = await bench.call('physics.ray', { from: ray.from, to: ray.to });
      assert.deepEqual([hit?.id, hit?.path], [id, ray.hit]);
      const { point, distance, normal } = hit as NonNullable<typeof hit>;
      assert.ok(Math.abs(far(ray.from, point) - distance) < 0.01);
      const detour = far(ray.from, point) + far(point, ray.to) - far(ray.from, ray.to);
      assert.ok(Math.abs(detour) < 0.01, 'the point is on the way');
      if (normal !== undefined) {
        assert.ok(Math.abs(Math.hypot(normal.x, normal.y, normal.z) - 1) < 0.01);
      }
      assert.equal(await bench.call('physics.ray', { from: miss.from, to: miss.to }), null);
      // It ends before the body.
      const short = (axis: 'x' | 'y' | 'z') => ray.from[axis] + (point[axis] - ray.from[axis]) * 0.9;
      const to = { x: short('x'), y: short('y'), z: short('z') };
      assert.equal(await bench.call('physics.ray', { from: ray.from, to }), null);
    },
  },
  {
    claim: 'finds the bodies in a sphere and in a box, page by page',
    needs: ['physics.overlap', 'object.destroy'],
    uses: ['physics'],
    check: async bench => {
      const { scene, overlap } = bench.part('physics');
      const { at, radius, inside, outside } = overlap;
      await bench.load(scene);
      const { id } = await bench.at(inside);
      const box = { x: radius, y: radius, z: radius };
      for (const shape of [{ radius }, { box }]) {
        const { total, items } = await bench.call('physics.overlap', { at, ...shape, limit: 1000 });
        assert.equal(items.length, total);
        assert.ok(items.some(each => each.id === id && each.path === inside));
        assert.ok(!items.some(each => each.path === outside));
        const page = await bench.call('physics.overlap', { at, ...shape, limit: 1 });
        assert.deepEqual(page, { total, items: items.slice(0, 1) });
      }
      await bench.call('object.destroy', { id });
      await until(async () => {
        const { items } = await bench.call('physics.overlap', { at, radius, limit: 1000 });
        return !items.some(each => each.path === inside);
      });
    },
  },
  {
    claim: 'refuses rays and shapes that are not valid',
    needs: ['physics.ray', 'physics.overlap'],
    uses: ['physics'],
    check: async bench => {
      const at = { x: 0, y: 0, z: 0 };
      for (const place of NO_PLACES as Vector3[]) {
        await bench.fails('invalid', bench.call('physics.ray', { from: place, to: at }));
        await bench.fails('invalid', bench.call('physics.ray', { from: at, to: place }));
        await bench.fails('invalid', bench.call('physics.overlap', { at: place, radius: 1 }));
      }
      const shapes: readonly object[] = [
        {},
        { radius: 0 },
        { radius: -1 },
        { radius: 'wide' },
        { radius: Number.NaN },
        { box: { x: 1, y: 1 } },
        { box: { x: -1, y: 1, z: 1 } },
        { radius: 1, box: { x: 1, y: 1, z: 1 } },
        { radius: 1, limit: -1 },
      ];
      for (const shape of shapes) {
        const work = bench.call('physics.overlap', { at, ...shape } as OverlapParams);
        assert.ok((await bench.fails('invalid', work)).hint, JSON.stringify(shape));
      }
    },
  },
  {
    claim: 'finds a path to a goal, and says when none reaches it',
    needs: ['navigation.path'],
    uses: ['navigation'],
    check: async bench => {
      const { scene, from, to, unreachable } = bench.part('navigation');
      await bench.load(scene);
      const path = await until(async () => {
        // The map of some engines is built some frames after the load.
        const found = await bench.call('navigation.path', { from, to });
        return found.reached && found;
      });
      const [first, last] = [path.points.at(0), path.points.at(-1)] as [Vector3, Vector3];
      assert.ok(far(first, from) < 1 && far(last, to) < 1);
      let length = 0;
      for (const [at, point] of path.points.entries())
        if (at > 0) length += far(path.points[at - 1] as Vector3, point);
      assert.ok(Math.abs(length - path.length) < 0.01 * length, `${length} and ${path.length}`);
      const nowhere = await bench.call('navigation.path', { from, to: unreachable });
      assert.equal(nowhere.reached, false);
      for (const place of NO_PLACES as Vector3[]) {
        await bench.fails('invalid', bench.call('navigation.path', { from, to: place }));
      }
    },
  },
];
