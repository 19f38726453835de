import assert from 'node:assert/strict';
import type { Bench } from './bench.js';
import type { ResultOf } from './source.js';

/**
 * The claims about every editor, fake or real. They run against fakes of all versions, or against a real editor:
 *
 *     WORLDWIRE_UNREAL_URL=http://127.0.0.1:30010 npx vitest run test/src/unreal/editor/editor-contract.test.ts
 *
 * WORLDWIRE_UNREAL_PROJECT is the folder of the .uproject file if it is on this machine, WORLDWIRE_UNREAL_PASSPHRASE the
 * passphrase if one is needed. The editor has a saved level with actors open, and the project has assets in
 * /Game. The suite spawns one light at a time, moves it and destroys it; it saves nothing and opens no level. An operation
 * behind a closed gate must fail with the line that opens the gate.
 */
export interface EditorCase {
  readonly claim: string;
  readonly check: (bench: Bench) => Promise<void>;
}

type Actor = ResultOf<'actor.spawn'>;

const NOWHERE = '/Game/NoSuchFolder/NoSuchAsset';

export const editorSuite: readonly EditorCase[] = [
  {
    claim:
      'reports the version, the routes and, for every gate, the file, the section and the line that opens it',
    check: async ({ source }) => {
      const { probe, state } = source;
      assert.ok(probe?.reachable);
      assert.match(probe.engineVersion ?? '', /^[45]\.\d+/);
      assert.ok(probe.routes?.some(({ path, verb }) => path === '/remote/object/call' && verb === 'PUT'));
      assert.deepEqual(
        probe.gates.map(({ name }) => name),
        ['functions', 'python', 'console', 'passphrase'],
      );
      for (const { opens } of probe.gates) {
        for (const text of [opens.file, opens.section, opens.line]) assert.ok(text);
      }
      assert.ok(['ready', 'throttled'].includes(state.status));
      assert.ok(!Number.isNaN(Date.parse(state.since)));
      assert.equal(source.provenance, 'live');
    },
  },
  {
    claim: 'answers an unknown operation with unsupported',
    check: async bench => {
      await bench.fails('unsupported', bench.call('no.such' as 'level.list', {}));
      await bench.fails('unsupported', bench.call('constructor' as 'level.list', {}));
    },
  },
  {
    claim: 'reports the name of the project and the version of the engine',
    check: async bench => {
      const project = await bench.call('project.describe', {});
      assert.ok(project.name);
      assert.equal(project.engineVersion, bench.source.probe?.engineVersion);
    },
  },
  {
    claim: 'lists assets in pages that do not overlap, with short names of classes',
    check: async bench => {
      const whole = await bench.call('asset.list', { limit: 1000 });
      const wanted = whole.items.slice(0, 10).map(({ path }) => path);
      const paths: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await bench.call('asset.list', {
          limit: 3,
          ...(cursor === undefined ? {} : { cursor }),
        });
        paths.push(...page.items.map(({ path }) => path));
        cursor = page.nextCursor;
      } while (cursor !== undefined && paths.length < wanted.length);
      assert.ok(wanted.length > 0);
      assert.deepEqual(paths.slice(0, wanted.length), wanted);
      for (const item of whole.items) {
        assert.match(item.path, /^\/Game\/[^.]+$/);
        assert.match(item.class, /^\w+$/);
        assert.ok(item.name);
      }
    },
  },
  {
    claim: 'finds assets by class name or path, by a part of the name in any case, and by folder',
    check: async bench => {
      const { items } = await bench.call('asset.list', { class: 'World', limit: 1000 });
      assert.ok(items.length > 0);
      assert.ok(items.every(each => each.class === 'World'));
      const same = await bench.call('asset.list', { class: '/Script/Engine.World', limit: 1000 });
      assert.deepEqual(same.items, items);
      const { path, name } = items[0] as (typeof items)[number];
      const named = await bench.call('asset.list', { query: name.toUpperCase(), limit: 1000 });
      assert.ok(named.items.some(each => each.path === path));
      const folder = path.slice(0, path.lastIndexOf('/'));
      const inside = await bench.call('asset.list', { path: folder, limit: 1000 });
      assert.ok(inside.items.some(each => each.path === path));
      assert.ok(inside.items.every(each => each.path.startsWith(`${folder}/`)));
      const none = await bench.call('asset.list', { query: 'no such name', class: 'World' });
      assert.deepEqual(none.items, []);
    },
  },
  {
    claim: 'reports a missing folder with the nearest paths',
    check: async bench => {
      for (const path of [NOWHERE, '/NoSuchRoot']) {
        for (const more of [{}, { class: 'World' }, { query: 'a' }]) {
          const error = await bench.fails('not-found', bench.call('asset.list', { path, ...more }));
          assert.match(error.enable ?? '', /^.* contains \/Game/);
        }
      }
    },
  },
  {
    claim: 'refuses invalid limits, cursors and paths',
    check: async bench => {
      for (const limit of [0, -1, 1.5, 1001])
        await bench.fails('invalid', bench.call('asset.list', { limit }));
      await bench.fails('invalid', bench.call('asset.list', { cursor: 'what' }));
      for (const path of ['', 'Game/Door', '//server/share', '/Game/A\nB', `/Game/${'x'.repeat(2000)}`]) {
        await bench.fails('invalid', bench.call('asset.describe', { path }));
      }
    },
  },
  {
    claim: 'describes an asset, and reports a missing one as not found',
    check: async bench => {
      const [first] = (await bench.call('asset.list', { class: 'World' })).items;
      assert.ok(first);
      const detail = await bench.call('asset.describe', { path: first.path });
      assert.deepEqual([detail.path, detail.name, detail.class], [first.path, first.name, first.class]);
      await bench.fails('not-found', bench.call('asset.describe', { path: NOWHERE }));
    },
  },
  {
    claim: 'lists the levels and marks the open one',
    check: async bench => {
      const levels = await bench.call('level.list', {});
      assert.equal(levels.filter(({ open }) => open).length, 1);
    },
  },
  {
    claim: 'lists actors in pages that do not overlap, each with class and transform',
    check: async bench => {
      const whole = await bench.call('actor.list', { limit: 5 });
      assert.ok(whole.items.length > 0);
      const paths: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await bench.call('actor.list', {
          limit: 2,
          ...(cursor === undefined ? {} : { cursor }),
        });
        assert.equal(page.total, whole.total);
        paths.push(...page.items.map(({ path }) => path));
        cursor = page.nextCursor;
      } while (cursor !== undefined && paths.length < whole.items.length);
      assert.deepEqual(
        paths.slice(0, whole.items.length),
        whole.items.map(({ path }) => path),
      );
      for (const { class: className, name } of whole.items) assert.ok(className && name);
      assert.ok(whole.items.some(({ location }) => location !== undefined));
    },
  },
  {
    claim: 'spawns an actor at the given place, finds it by class, label and level, and destroys it',
    check: bench =>
      withLight(bench, async light => {
        assert.equal(light.class, 'PointLight');
        assert.equal(light.label ?? light.name, 'Worldwire light');
        assert.deepEqual(light.location, { x: 10, y: 20, z: 30 });
        assert.deepEqual(light.scale, { x: 2, y: 2, z: 2 });
        const open = (await bench.call('level.list', {})).find(each => each.open)?.path as string;
        const filters = [
          { class: 'PointLight' },
          { query: 'WORLDWIRE LIGHT' },
          { level: open, query: light.name },
        ];
        for (const filter of filters) {
          const { items } = await bench.call('actor.list', { ...filter, limit: 1000 });
          assert.ok(
            items.some(({ path }) => path === light.path),
            JSON.stringify(filter),
          );
        }
        await bench.fails('not-found', bench.call('actor.list', { level: NOWHERE }));
      }),
  },
  {
    claim: 'moves, turns and scales an actor, returns the transform before, and keeps what is not given',
    check: bench =>
      withLight(bench, async ({ path, location, scale }) => {
        const moved = await bench.call('actor.transform', { path, location: { x: -1, y: 2, z: 300 } });
        assert.deepEqual(moved.before.location, location);
        assert.deepEqual(moved.after.location, { x: -1, y: 2, z: 300 });
        assert.deepEqual(moved.after.scale, scale);
        const rotation = { pitch: 0, yaw: 90, roll: 0 };
        const turned = await bench.call('actor.transform', { path, rotation, scale: { x: 1, y: 1, z: 3 } });
        assert.ok(Math.abs(turned.after.rotation.yaw - 90) < 0.01);
        assert.deepEqual(turned.after.location, { x: -1, y: 2, z: 300 });
        assert.deepEqual(turned.after.scale, { x: 1, y: 1, z: 3 });
        const wrong = { x: Number.NaN, y: 0, z: 0 };
        await bench.fails('invalid', bench.call('actor.transform', { path, location: wrong }));
        await bench.fails('not-found', bench.call('actor.transform', { path: `${path}_Not`, rotation }));
      }),
  },
  {
    claim: 'returns an actor with its components and properties',
    check: bench =>
      withLight(bench, async ({ path }) => {
        const actor = await bench.call('actor.get', { path });
        assert.equal(actor.class, 'PointLight');
        assert.ok(actor.components.some(each => each.class === 'PointLightComponent'));
        assert.ok(Object.keys(actor.properties).length > 0);
        assert.ok(path.startsWith(`${actor.level}.`));
        await bench.fails('not-found', bench.call('actor.get', { path: `${path}_Not` }));
      }),
  },
  {
    claim: 'writes a property and returns the values before and after as the editor has them',
    check: bench =>
      withLight(bench, async ({ path }) => {
        const object = await lightComponent(bench, path);
        const target = { object, property: 'Intensity' };
        const first = await bench.call('property.read', target);
        const written = await bench.call('property.write', { ...target, value: 123.1 });
        assert.deepEqual(written.before, first.value);
        assert.ok(Math.abs((written.after as number) - 123.1) < 0.001);
        const last = await bench.call('property.read', target);
        assert.deepEqual(last.value, written.after);
        assert.equal(last.type, 'float');
        const { value } = await bench.call('property.read', { object });
        assert.deepEqual((value as Record<string, unknown>).Intensity, written.after);
      }),
  },
  {
    claim: 'names the missing property or object',
    check: bench =>
      withLight(bench, async ({ path }) => {
        const object = await lightComponent(bench, path);
        const read = bench.call('property.read', { object, property: 'NoSuchProperty' });
        assert.match((await bench.fails('not-found', read)).message, /NoSuchProperty/);
        const write = bench.call('property.write', { object, property: 'NoSuchProperty', value: 1 });
        await bench.fails('not-found', write);
        const nothing = { object: `${path}.NoSuchComponent`, property: 'Intensity' };
        await bench.fails('not-found', bench.call('property.read', nothing));
        await bench.fails('not-found', bench.call('property.write', { ...nothing, value: 1 }));
      }),
  },
  {
    claim: 'selects actors, clears the selection, and refuses a missing actor without a change',
    check: bench =>
      withLight(bench, async ({ path }) => {
        const start = (await bench.call('selection.get', {})).map(each => each.path);
        const set = await bench.call('selection.set', { paths: [path] });
        assert.deepEqual(set, { before: start, after: [path] });
        const [selected] = await bench.call('selection.get', {});
        assert.deepEqual([selected?.path, selected?.class], [path, 'PointLight']);
        await bench.fails('not-found', bench.call('selection.set', { paths: [path, `${path}_Not`] }));
        assert.deepEqual(
          (await bench.call('selection.get', {})).map(each => each.path),
          [path],
        );
        const cleared = await bench.call('selection.set', { paths: [] });
        assert.deepEqual(cleared, { before: [path], after: [] });
        await bench.call('selection.set', { paths: start });
      }),
  },
  {
    claim: 'moves an actor relative to where it is',
    check: bench =>
      withLight(bench, async ({ path }) => {
        const by = {
          location: { x: 1, y: 2, z: 3 },
          rotation: { pitch: 0, yaw: 45, roll: 0 },
          scale: { x: 2, y: 1, z: 0.5 },
        };
        const { before, after } = await bench.call('actor.transform', { path, by });
        assert.deepEqual(before.location, { x: 10, y: 20, z: 30 });
        assert.deepEqual(after.location, { x: 11, y: 22, z: 33 });
        assert.deepEqual(after.scale, { x: 4, y: 2, z: 1 });
        assert.ok(Math.abs(after.rotation.yaw - 45) < 0.001);
      }),
  },
  {
    claim: 'plans writes without a change: the values are those that the write then finds and leaves',
    check: bench =>
      withLight(bench, async ({ path, label }) => {
        const everything = async () => [
          await bench.call('actor.list', { limit: 1000 }),
          await bench.call('selection.get', {}),
        ];
        const state = await everything();
        const object = await lightComponent(bench, path);
        const move = { path, location: { x: 7, y: 8, z: 9 }, by: { scale: { x: 2, y: 2, z: 2 } } };
        const moved = await bench.call('write.plan', { write: 'actor.transform', params: move });
        const set = { object, property: 'Intensity', value: 64 };
        const written = await bench.call('write.plan', { write: 'property.write', params: set });
        const select = { paths: [path.toUpperCase()] };
        const selected = await bench.call('write.plan', { write: 'selection.set', params: select });
        const spawn = { class: 'PointLight', name: 'Worldwire plan', location: { x: 1, y: 2, z: 3 } };
        const spawned = await bench.call('write.plan', { write: 'actor.spawn', params: spawn });
        const destroyed = await bench.call('write.plan', { write: 'actor.destroy', params: { path } });
        assert.deepEqual(await everything(), state);
        assert.deepEqual(selected.after, [path]);
        assert.equal((spawned.after as { class: string }).class, 'PointLight');
        assert.equal((destroyed.before as { label?: string }).label, label);
        const { before, after } = await bench.call('actor.transform', move);
        assert.deepEqual({ before, after }, { before: moved.before, after: moved.after });
        const wrote = await bench.call('property.write', set);
        assert.deepEqual(wrote, { before: written.before, after: written.after });
      }),
  },
  {
    claim: 'refuses the plan of a write to a missing actor, property or class with names that exist',
    check: bench =>
      withLight(bench, async ({ path }) => {
        const object = await lightComponent(bench, path);
        const wrong = { object, property: 'Intensty', value: 1 };
        const plan = bench.call('write.plan', { write: 'property.write', params: wrong });
        assert.match((await bench.fails('not-found', plan)).enable ?? '', /Did you mean Intensity\?/);
        const missing = bench.call('write.plan', { write: 'actor.destroy', params: { path: `${path}x` } });
        assert.ok((await bench.fails('not-found', missing)).enable?.includes(path));
        const kind = { class: 'PointLigth' };
        const unknown = bench.call('write.plan', { write: 'actor.spawn', params: kind });
        assert.match((await bench.fails('not-found', unknown)).enable ?? '', /Did you mean PointLight/);
        const moved = bench.call('actor.transform', { path: `${path}x`, scale: { x: 1, y: 1, z: 1 } });
        assert.ok((await bench.fails('not-found', moved)).enable?.includes(path));
        const selected = bench.call('selection.set', { paths: [path, `${path}x`, `${path}y`] });
        assert.match((await bench.fails('not-found', selected)).message, /x, .*y\.$/);
      }),
  },
  {
    claim: 'calls a function and returns its results by name',
    check: async bench => {
      const { result } = await bench.call('function.call', {
        object: '/Script/Engine.Default__KismetSystemLibrary',
        function: 'GetEngineVersion',
        arguments: {},
      });
      assert.ok(Object.values(result).includes(bench.source.probe?.engineVersion as string));
      const nothing = { object: `${NOWHERE}.Nothing`, function: 'Nothing', arguments: {} };
      await bench.fails('not-found', bench.call('function.call', nothing));
    },
  },
  {
    claim:
      'runs Python and returns its value, its output and its traceback, or names the line that allows it',
    check: async bench => {
      const evaluate = bench.call('python.run', { code: '6 * 7', mode: 'evaluate' });
      const value = await bench.whereOpen('python', evaluate);
      if (value === undefined) return;
      assert.equal(value.result, '42');
      const printed = await bench.call('python.run', { code: 'print("hello")', mode: 'file' });
      assert.ok(printed.output.some(({ text }) => text.trim() === 'hello'));
      const raising = bench.call('python.run', { code: 'raise ValueError("it is wrong")', mode: 'file' });
      const error = await bench.fails('failed', raising);
      assert.match(error.message, /Traceback[\s\S]*ValueError: it is wrong/);
      assert.equal(error.unsure, false);
    },
  },
  {
    claim: 'returns an asset as text and as objects, or names the line that allows it',
    check: async bench => {
      const path = await exportable(bench);
      const contents = bench.call('asset.contents', { path, format: 't3d' });
      const found = await bench.whereOpen('python', contents);
      if (found === undefined) return;
      assert.ok('text' in found && /^Begin \w+/.test(found.text));
      const parsed = await bench.call('asset.contents', { path, format: 'json' });
      assert.ok('objects' in parsed && parsed.objects[0]?.class);
      await bench.fails('not-found', bench.call('asset.contents', { path: NOWHERE, format: 't3d' }));
    },
  },
  {
    claim: 'returns references and referencers of an asset, or names the line that allows it',
    check: async bench => {
      const path = await exportable(bench);
      const found = await bench.whereOpen('python', bench.call('asset.references', { path }));
      if (found === undefined) return;
      for (const { path: other, soft } of [...found.references, ...found.referencers]) {
        assert.ok(other.startsWith('/') && !other.includes('.') && !other.startsWith('/Script/'));
        assert.notEqual(other, path);
        assert.equal(typeof soft, 'boolean');
      }
      await bench.fails('not-found', bench.call('asset.references', { path: NOWHERE }));
    },
  },
  {
    claim: 'returns a picture of an asset with the right type',
    check: async bench => {
      const picture = await bench.call('asset.picture', { path: await exportable(bench) });
      assert.match(picture.mimeType, /^image\/(png|jpeg|svg\+xml)$/);
      assert.ok(picture.data.length > 0);
      await bench.fails('not-found', bench.call('asset.picture', { path: NOWHERE }));
    },
  },
  {
    claim: 'writes any text to the log as one line',
    check: async bench => {
      const { line } = await bench.call('log.write', { message: 'one\nLogTemp: two', verbosity: 'warning' });
      assert.match(line, /one LogTemp: two$/);
    },
  },
  {
    claim: 'runs a console command, or names the line that allows it',
    check: async bench => {
      const ran = await bench.whereOpen('console', bench.call('console.run', { command: 'stat none' }));
      if (ran !== undefined) assert.ok(Array.isArray(ran.output));
      for (const command of ['', 'quit\nquit']) {
        await bench.fails('invalid', bench.call('console.run', { command }));
      }
    },
  },
  {
    claim: 'reports the move of a watched actor, and stops watching when asked',
    check: async bench => {
      await withLight(bench, async ({ path }) => {
        const stop = bench.source.watch(path);
        try {
          // Changes are reported after the first poll, which sends no event.
          const told = bench.event(event => event.kind === 'actor' && event.path === path);
          let z = 0;
          const nudge = async () => {
            await bench.call('actor.transform', { path, location: { x: 0, y: 0, z: ++z } });
          };
          let over = false;
          void told.finally(() => {
            over = true;
          });
          while (!over) await nudge();
          await told;
        } finally {
          stop();
        }
        assert.equal(bench.source.watched, 0);
      });
    },
  },
  {
    claim: 'does nothing for a caller that has already gone',
    check: async bench => {
      const spawn = { class: '/Script/Engine.PointLight' };
      const before = (await bench.call('actor.list', {})).total;
      const error = await bench.fails(
        'failed',
        bench.call('actor.spawn', spawn, { signal: AbortSignal.abort() }),
      );
      assert.equal(error.unsure, false);
      assert.equal((await bench.call('actor.list', {})).total, before);
    },
  },
];

/** Spawns a light and destroys it afterwards. */
async function withLight(bench: Bench, work: (light: Actor) => Promise<void>): Promise<void> {
  const light = await bench.call('actor.spawn', {
    class: 'PointLight',
    name: 'Worldwire light',
    location: { x: 10, y: 20, z: 30 },
    scale: { x: 2, y: 2, z: 2 },
  });
  try {
    await work(light);
  } finally {
    const { destroyed } = await bench.call('actor.destroy', { path: light.path });
    assert.equal(destroyed.path, light.path);
  }
  await bench.fails('not-found', bench.call('actor.destroy', { path: light.path }));
}

async function lightComponent(bench: Bench, path: string): Promise<string> {
  const { components } = await bench.call('actor.get', { path });
  const found = components.find(each => each.class === 'PointLightComponent')?.path;
  assert.ok(found);
  return found;
}

/** Prefers a Blueprint, because the text of a level is long. */
async function exportable(bench: Bench): Promise<string> {
  const [blueprint] = (await bench.call('asset.list', { class: 'Blueprint', limit: 1 })).items;
  const [other] =
    blueprint === undefined ? (await bench.call('asset.list', { limit: 1 })).items : [blueprint];
  assert.ok(other);
  return other.path;
}
