import assert from 'node:assert/strict';
import type { ParamsOf } from '../port/operations.js';
import type { ContractCase } from './engine-contract.js';
import { eventOf } from './waiting.js';

const numberOf = (id: string) => Number(id.slice(id.indexOf(':') + 1));

export const objectCases: readonly ContractCase[] = [
  {
    claim: 'lists all objects in pages that do not overlap, each with the total',
    needs: ['object.list'],
    check: async bench => {
      const { scene } = await bench.fresh();
      const all = await bench.call('object.list', { scene, limit: 1000 });
      assert.equal(all.items.length, all.total);
      const ids: string[] = [];
      for (let offset = 0; offset < all.total; offset += 7) {
        const page = await bench.call('object.list', { scene, limit: 7, offset });
        assert.equal(page.total, all.total);
        ids.push(...page.items.map(({ id }) => id));
      }
      assert.deepEqual(
        ids,
        all.items.map(({ id }) => id),
      );
      assert.deepEqual((await bench.call('object.list', { scene, offset: all.total })).items, []);
      await bench.fails('invalid', bench.call('object.list', { limit: -1 }));
      await bench.fails('not-found', bench.call('object.list', { scene: 'scn:none' }));
    },
  },
  {
    claim: 'finds objects by name, path, type and any of them, whatever the case',
    needs: ['object.list', 'component.list'],
    check: async bench => {
      const object = await bench.fresh();
      const { type } = bench.sample.writable;
      const { name, path } = object;
      const short = type.slice(type.lastIndexOf('.') + 1);
      const filters = [
        { name: name.toUpperCase() },
        { path: path.toLowerCase() },
        { type },
        { type: short },
        { type: type.toUpperCase() },
        { type: short.toLowerCase() },
      ];
      for (const filter of [...filters, { query: name }, { query: short.toLowerCase() }]) {
        const { items } = await bench.call('object.list', { ...filter, limit: 1000 });
        assert.ok(
          items.some(({ id }) => id === object.id),
          JSON.stringify(filter),
        );
      }
      const refused = await bench.fails('not-found', bench.call('object.list', { type: `${short}x` }));
      assert.ok(refused.hint?.includes(short), 'the hint has the nearest type');
    },
  },
  {
    claim: 'makes an object under a parent and destroys it with all that is below it',
    needs: ['object.create', 'object.destroy', 'object.list', 'object.get'],
    check: async bench => {
      const { call, engine } = bench;
      const parent = await bench.fresh();
      const child = await call('object.create', { name: 'Child', parent: parent.id });
      const grandchild = await call('object.create', { name: 'Grandchild', parent: child.id });
      assert.equal(grandchild.path, `${parent.path}/Child/Grandchild`);
      assert.deepEqual([child.parent, child.scene], [parent.id, parent.scene]);
      assert.equal((await call('object.list', { parent: child.id })).items[0]?.id, grandchild.id);
      const told = eventOf(engine, 'destroyed', ({ ids }) => ids.includes(grandchild.id));
      const { destroyed } = await call('object.destroy', { id: child.id });
      assert.deepEqual([...destroyed].sort(), [child.id, grandchild.id].sort());
      await told;
      for (const id of destroyed) await bench.fails('not-found', call('object.get', { id }));
      await bench.fails('not-found', call('component.list', { object: child.id }));
      await bench.fails('not-found', call('object.destroy', { id: child.id }));
    },
  },
  {
    claim: 'never gives an id twice, not after a destruction and not after a load',
    needs: ['object.create', 'object.destroy', 'scene.load'],
    check: async bench => {
      const { id } = await bench.fresh();
      const made = await bench.call('object.create', { name: 'Short-lived' });
      await bench.call('object.destroy', { id: made.id });
      const next = await bench.call('object.create', { name: 'Next' });
      const again = await bench.fresh();
      const ids = [id, made.id, next.id, again.id];
      assert.equal(new Set(ids).size, ids.length);
      await bench.fails('not-found', bench.call('object.get', { id: made.id }));
      assert.ok(ids.every(each => Number.isInteger(numberOf(each))));
    },
  },
  {
    claim: 'switches an object and all below it off and on again',
    needs: ['object.activate', 'object.create', 'object.get'],
    check: async bench => {
      const { call } = bench;
      const parent = await call('object.create', { name: 'Switch' });
      const child = await call('object.create', { name: 'Lamp', parent: parent.id });
      const off = await call('object.activate', { id: parent.id, active: false });
      assert.deepEqual(off, { before: true, after: false });
      const dark = await call('object.get', { id: child.id });
      assert.deepEqual([dark.activeSelf, dark.active], [true, false]);
      const active = await call('object.list', { name: 'Lamp', activeOnly: true });
      assert.equal(active.total, 0);
      await call('object.activate', { id: parent.id, active: true });
      assert.equal((await call('object.get', { id: child.id })).active, true);
      await call('object.destroy', { id: parent.id });
    },
  },
  {
    claim: 'moves an object under another parent, but never under itself',
    needs: ['object.reparent', 'object.create', 'object.get'],
    check: async bench => {
      const { call } = bench;
      const one = await call('object.create', { name: 'One' });
      const two = await call('object.create', { name: 'Two' });
      const moved = await call('object.reparent', { id: two.id, parent: one.id });
      assert.deepEqual([moved.before, moved.after], [null, one.id]);
      assert.equal((await call('object.get', { id: two.id })).path, '/One/Two');
      await bench.fails('invalid', call('object.reparent', { id: one.id, parent: two.id }));
      await bench.fails('invalid', call('object.reparent', { id: one.id, parent: one.id }));
      await bench.fails('not-found', call('object.reparent', { id: one.id, parent: 'obj:999999999' }));
      const back = await call('object.reparent', { id: two.id, parent: null });
      assert.deepEqual([back.before, back.after], [one.id, null]);
      await call('object.destroy', { id: one.id });
      await call('object.destroy', { id: two.id });
    },
  },
  {
    claim: 'moves an object back to the place that a move has reported',
    needs: ['object.reparent', 'object.create', 'object.list'],
    check: async bench => {
      const { call } = bench;
      const home = (await call('object.create', { name: 'Home' })).id;
      const away = (await call('object.create', { name: 'Away' })).id;
      for (const name of ['First', 'Second', 'Third']) await call('object.create', { name, parent: home });
      await call('object.create', { name: 'Second', parent: away });
      const before = (await call('object.list', { parent: home })).items;
      const id = before[1]?.id ?? '';
      const { place } = await call('object.reparent', { id, parent: away });
      await call('object.reparent', { id, parent: home, ...place?.before });
      if (place !== undefined) {
        assert.deepEqual((await call('object.list', { parent: home })).items, before);
        for (const wrong of [{ index: -1 }, { index: 0.5 }, { name: 7 }]) {
          const params = { id, parent: home, ...wrong } as ParamsOf<'object.reparent'>;
          await bench.fails('invalid', call('object.reparent', params));
        }
      }
      await call('object.destroy', { id: home });
      await call('object.destroy', { id: away });
    },
  },
];
