import assert from 'node:assert/strict';
import type { ContractCase } from './engine-contract.js';

const NO_OBJECT = 'obj:999999999';

export const queryCases: readonly ContractCase[] = [
  {
    claim: 'lists the visible controls with their text and place, and which of them can be clicked',
    needs: ['ui.list', 'object.activate', 'object.get'],
    uses: ['interface'],
    check: async bench => {
      const { scene, screen, button, field, covered } = bench.part('interface');
      const { call } = bench;
      await bench.load(scene);
      const { total, items } = await call('ui.list', { limit: 1000 });
      assert.equal(items.length, total);
      const found = items.find(({ path }) => path === button.path);
      assert.ok(found, `${button.path} is listed`);
      assert.deepEqual([found.text, found.enabled, found.clickable], [button.text, true, true]);
      assert.equal(found.coveredBy, undefined);
      const { min, max } = found.bounds;
      assert.ok(min.x < max.x && min.y < max.y && max.x <= screen.width && max.y <= screen.height);
      assert.deepEqual((await call('object.get', { id: found.id, fields: ['bounds'] })).bounds, found.bounds);
      assert.equal(items.find(({ path }) => path === field.path)?.value, '');
      if (covered !== undefined) {
        const hidden = items.find(({ path }) => path === covered.path);
        assert.deepEqual([hidden?.clickable, hidden?.coveredBy?.path], [false, covered.by]);
      }
      const clickable = await call('ui.list', { clickable: true, limit: 1000 });
      assert.deepEqual(
        clickable.items.map(({ id }) => id),
        items.filter(each => each.clickable).map(({ id }) => id),
      );
      await call('object.activate', { id: found.id, active: false });
      const without = await call('ui.list', { limit: 1000 });
      assert.ok(!without.items.some(({ id }) => id === found.id));
    },
  },
  {
    claim: 'lists the controls below one of them, page by page, and refuses others',
    needs: ['ui.list'],
    uses: ['interface'],
    check: async bench => {
      const { scene, button } = bench.part('interface');
      const { call } = bench;
      await bench.load(scene);
      const { id: root } = await bench.at(button.path);
      const below = await call('ui.list', { root, limit: 1000 });
      assert.ok(below.items.every(({ path }) => path === button.path || path.startsWith(`${button.path}/`)));
      assert.ok(below.items.some(({ path }) => path === button.path));
      const all = await call('ui.list', { limit: 1000 });
      const page = await call('ui.list', { limit: 1, offset: 1 });
      assert.deepEqual(page, { total: all.total, items: all.items.slice(1, 2) });
      await bench.fails('not-found', call('ui.list', { root: NO_OBJECT }));
      await bench.fails('invalid', call('ui.list', { clickable: 'yes' as never }));
      await bench.fails('invalid', call('ui.list', { offset: -1 }));
    },
  },
  {
    claim: 'lists the signals of an object, with their arguments and what is connected',
    needs: ['signal.list'],
    uses: ['signal'],
    check: async bench => {
      const { scene, path, name, args, connection } = bench.part('signal');
      const { call } = bench;
      await bench.load(scene);
      const { id: object } = await bench.at(path);
      const { total, items } = await call('signal.list', { object, limit: 1000 });
      assert.equal(items.length, total);
      const found = items.find(each => each.name === name);
      assert.deepEqual(
        found?.args.map(each => each.name),
        args,
      );
      if (connection !== undefined) {
        const connected = found?.connections.map(({ target, method }) => [target.path, method]);
        assert.deepEqual(connected, [[connection.target, connection.method]]);
      }
      assert.deepEqual(await call('signal.list', { object, limit: 1 }), { total, items: items.slice(0, 1) });
      await bench.fails('not-found', call('signal.list', { object: NO_OBJECT }));
    },
  },
  {
    claim: 'says which animations an object has, and which of them plays',
    needs: ['animation.get'],
    uses: ['animation'],
    check: async bench => {
      const { scene, path, name, length, loops } = bench.part('animation');
      const { call } = bench;
      await bench.load(scene);
      const { id: object } = await bench.at(path);
      const { type, animations, current } = await call('animation.get', { object });
      assert.ok(type);
      const found = animations.find(each => each.name === name);
      assert.ok(found && Math.abs(found.length - length) < 0.01, JSON.stringify(animations));
      assert.equal(found.loops, loops);
      if (current !== undefined) assert.ok(animations.some(each => each.name === current.name));
      await bench.fails('not-found', call('animation.get', { object: NO_OBJECT }));
      const { id: plain } = await call('object.create', { name: 'Plain' });
      assert.ok((await bench.fails('not-found', call('animation.get', { object: plain }))).hint);
      await call('object.destroy', { id: plain });
    },
  },
  {
    claim: 'lists the cells of a map that are not empty, page by page',
    needs: ['cells.list'],
    uses: ['cells'],
    check: async bench => {
      const { scene, path, total, cell } = bench.part('cells');
      const { call } = bench;
      await bench.load(scene);
      const { id: object } = await bench.at(path);
      const all = await call('cells.list', { object, limit: 1000 });
      assert.deepEqual([all.total, all.items.length], [total, Math.min(1000, total)]);
      const found = all.items.find(
        ({ at }) => at.x === cell.at.x && at.y === cell.at.y && at.z === cell.at.z,
      );
      assert.ok(found?.item.includes(cell.item), JSON.stringify(found));
      const page = await call('cells.list', { object, limit: 1, offset: 1 });
      assert.deepEqual(page, { total, items: all.items.slice(1, 2) });
      await bench.fails('not-found', call('cells.list', { object: NO_OBJECT }));
      const { id: plain } = await call('object.create', { name: 'Plain' });
      assert.ok((await bench.fails('not-found', call('cells.list', { object: plain }))).hint);
      await call('object.destroy', { id: plain });
    },
  },
];
