import assert from 'node:assert/strict';
import type { ObjectInfo, ParamsOf } from '../port/operations.js';
import type { ContractCase } from './engine-contract.js';
import { until } from './waiting.js';

const speedOf = ({ velocity }: ObjectInfo) =>
  velocity === undefined ? 0 : Math.hypot(velocity.x, velocity.y, velocity.z);

export const filterCases: readonly ContractCase[] = [
  {
    claim: 'lists only active or only inactive objects',
    needs: ['object.list', 'object.activate', 'object.create'],
    check: async bench => {
      await bench.fresh();
      const { id: parent } = await bench.call('object.create', { name: 'Shade' });
      const { id: child } = await bench.call('object.create', { name: 'Lamp', parent });
      await bench.call('object.activate', { id: parent, active: false });
      const [on, off] = [await bench.ids({ active: true }), await bench.ids({ active: false })];
      assert.deepEqual(
        [on.has(parent), on.has(child), off.has(parent), off.has(child)],
        [false, false, true, true],
      );
      assert.deepEqual(await bench.ids({ parent, active: false }), new Set([child]));
      assert.equal((await bench.ids({ parent, active: true })).size, 0);
      const { total } = await bench.call('object.list', {});
      assert.equal(on.size + off.size, total);
    },
  },
  {
    claim: 'finds objects near a place, and says where they are when asked',
    needs: ['object.list', 'object.get'],
    check: async bench => {
      await bench.fresh();
      const { id, position: missing } = await bench.at(bench.sample.paths.seen);
      assert.equal(missing, undefined, 'a field comes only on request');
      const { position } = await bench.call('object.get', { id, fields: ['position'] });
      assert.ok(position);
      const near = { ...position, radius: 0.5 };
      const { items } = await bench.call('object.list', { near, fields: ['position'], limit: 1000 });
      assert.ok(items.some(each => each.id === id));
      for (const { position: at } of items) {
        assert.ok(at && Math.hypot(at.x - position.x, at.y - position.y, at.z - position.z) <= 0.5);
      }
      const far = await bench.ids({ near: { x: 1e6, y: 1e6, z: 1e6, radius: 1 } });
      assert.equal(far.has(id), false);
      for (const wrong of [{ x: 1, y: 2, z: 3 }, { ...near, radius: -1 }, 'here', null]) {
        const params = { near: wrong } as ParamsOf<'object.list'>;
        assert.ok((await bench.fails('invalid', bench.call('object.list', params))).hint);
      }
    },
  },
  {
    claim: 'lists objects near a place in the order of their distance, also those that stand still',
    needs: ['object.list', 'object.get', 'time.set'],
    check: async bench => {
      await bench.fresh();
      await bench.call('time.set', { scale: 0 });
      try {
        const { id } = await bench.at(bench.sample.paths.seen);
        const { position } = await bench.call('object.get', { id, fields: ['position'] });
        assert.ok(position);
        const near = { x: position.x + 1, y: position.y, z: position.z, radius: 1000 };
        const list = (params: ParamsOf<'object.list'>) =>
          bench.call('object.list', { near, fields: ['position'], limit: 1000, ...params });
        const distanceOf = ({ position: at }: ObjectInfo) =>
          at === undefined ? Number.NaN : Math.hypot(at.x - near.x, at.y - near.y, at.z - near.z);
        const { items, total } = await list({});
        assert.ok(total > 5 && items.length === total);
        for (const each of [items, (await list({ moving: false })).items]) {
          const distances = each.map(distanceOf);
          assert.ok(
            distances.every((distance, at) => at === 0 || distance >= (distances[at - 1] as number) - 1e-3),
          );
        }
        const page = await list({ offset: 2, limit: 3 });
        assert.deepEqual(page, { total, items: items.slice(2, 5) });
      } finally {
        await bench.call('time.set', { scale: 1 });
      }
    },
  },
  {
    claim: 'says how fast an object falls, and lists it among those that move',
    needs: ['object.list', 'object.get'],
    check: async bench => {
      await bench.fresh();
      const { id } = await bench.at(bench.sample.paths.falling);
      const { items } = await bench.call('object.list', { moving: true, fields: ['velocity'], limit: 1000 });
      const falling = items.find(each => each.id === id);
      assert.ok(falling?.velocity && falling.velocity.y < -0.1, JSON.stringify(falling));
      assert.ok(items.every(each => speedOf(each) > 0.001 || (each.angularSpeed ?? 0) > 0.01));
      assert.equal((await bench.ids({ moving: false })).has(id), false);
      const now = await bench.call('object.get', { id, fields: ['velocity'] });
      assert.ok(now.velocity);
      const still = await bench.call('object.get', {
        id: (await bench.at(bench.sample.paths.seen)).parent ?? '',
        fields: ['velocity'],
      });
      assert.equal(speedOf(still), 0);
    },
  },
  {
    claim: 'measures an object that a script turns, and another that it carries along',
    needs: ['object.list', 'object.create', 'component.add', 'member.write'],
    check: async bench => {
      await bench.fresh();
      const { id } = await bench.call('object.create', { name: 'Carousel' });
      const { id: horse } = await bench.call('object.create', { name: 'Horse', parent: id });
      await bench.place(horse, { x: 2, y: 0, z: 0 });
      assert.equal((await bench.ids({ moving: true })).has(horse), false);
      await bench.call('component.add', { object: id, type: bench.sample.turning });
      const carried = await until(async () => {
        const { items } = await bench.call('object.list', {
          parent: id,
          moving: true,
          fields: ['velocity'],
        });
        return items[0];
      });
      const turning = await bench.call('object.get', { id, fields: ['velocity'] });
      assert.equal(carried.id, horse);
      assert.equal(speedOf(turning), 0);
      const { angularSpeed = 0 } = turning;
      assert.ok(angularSpeed > 1, `it turns by ${angularSpeed} degrees per second`);
      assert.ok(speedOf(carried) > 0.1, `it is carried along with ${speedOf(carried)} units per second`);
      await bench.call('object.destroy', { id });
    },
  },
  {
    claim: 'says which objects the camera draws, and why it does not draw the others',
    needs: ['object.list', 'object.get', 'object.activate', 'freecam.set'],
    check: async bench => {
      const { call, sample } = bench;
      await bench.fresh();
      const { id } = await bench.at(sample.paths.seen);
      const look = async (object = id) =>
        (await call('object.get', { id: object, fields: ['visibility'] })).visibility;
      const drawn = await look();
      assert.deepEqual([drawn?.visible, drawn?.code], [true, undefined]);
      assert.ok((await bench.ids({ visible: true })).has(id));
      const undrawn = await look((await bench.at(sample.paths.undrawn)).id);
      assert.deepEqual([undrawn?.visible, undrawn?.code], [false, 'no-renderer']);
      await call('freecam.set', {
        enabled: true,
        position: { x: 0, y: 900, z: 0 },
        rotation: { x: 0, y: 0, z: 0 },
      });
      try {
        const away = await look();
        assert.deepEqual([away?.visible, away?.code], [false, 'outside-view']);
        assert.ok(away?.text);
        assert.equal((await bench.ids({ visible: true })).has(id), false);
        assert.ok((await bench.ids({ visible: false })).has(id));
      } finally {
        await call('freecam.set', { enabled: false });
      }
      await call('object.activate', { id, active: false });
      assert.equal((await look())?.code, 'inactive-self');
      await call('object.activate', { id, active: true });
      const above = await call('object.get', { id: (await call('object.get', { id })).parent ?? '' });
      await call('object.activate', { id: above.id, active: false });
      const below = await look();
      assert.deepEqual(
        [below?.code, below?.cause],
        ['inactive-ancestor', { id: above.id, path: above.path }],
      );
      await call('object.activate', { id: above.id, active: true });
      assert.equal((await look())?.visible, true);
    },
  },
  {
    claim: 'gives the box of an object and the number of objects below it',
    needs: ['object.get', 'object.create'],
    check: async bench => {
      await bench.fresh();
      const { id, parent } = await bench.at(bench.sample.paths.seen);
      const { bounds, position } = await bench.call('object.get', { id, fields: ['bounds', 'position'] });
      assert.ok(bounds && position);
      for (const axis of ['x', 'y', 'z'] as const) {
        assert.ok(bounds.min[axis] < bounds.max[axis]);
        assert.ok(bounds.min[axis] <= position[axis] && position[axis] <= bounds.max[axis]);
      }
      const count = async (object: string) =>
        (await bench.call('object.get', { id: object, fields: ['descendants'] })).descendants ?? 0;
      const [own, above] = [await count(id), await count(parent ?? '')];
      const child = await bench.call('object.create', { name: 'One more', parent: id });
      assert.equal(child.descendants, undefined);
      assert.deepEqual(
        [await count(child.id), await count(id), await count(parent ?? '')],
        [0, own + 1, above + 1],
      );
    },
  },
  {
    claim: 'refuses filters and fields that are not valid, and says what would be',
    needs: ['object.list', 'object.get'],
    check: async bench => {
      const { id } = await bench.fresh();
      for (const wrong of [
        { visible: 'yes' },
        { moving: 1 },
        { active: null },
        { fields: ['colour'] },
        { name: 7 },
      ]) {
        const params = wrong as ParamsOf<'object.list'>;
        assert.ok((await bench.fails('invalid', bench.call('object.list', params))).hint);
      }
      const params = { id, fields: ['colour'] } as unknown as ParamsOf<'object.get'>;
      const { hint } = await bench.fails('invalid', bench.call('object.get', params));
      assert.ok(hint?.includes('velocity'), 'the hint lists the fields');
    },
  },
];
