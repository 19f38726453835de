import assert from 'node:assert/strict';
import type { Bench, ContractCase } from './engine-contract.js';
import { PLAY_DEADLINE } from './playing.js';
import { until } from './waiting.js';

const NO_OBJECT = 'obj:999999999';

const open = (bench: Bench, path: string) => bench.call('editor.open', { path }, PLAY_DEADLINE);

/** The object of the sample, in the first scene. */
async function edited(bench: Bench) {
  const { scenes, member } = bench.part('editor');
  await open(bench, scenes[0]);
  const { id: object } = await bench.at(member.path);
  const { type, name } = member;
  return { scene: scenes[0], object, place: { object, type, name }, values: member.values };
}

/** What holds for every editor. The cases change and save the project of the sample. */
export const editorContract: readonly ContractCase[] = [
  {
    claim: 'says which scene is open, and opens another',
    needs: ['editor.get', 'editor.open'],
    uses: ['editor'],
    check: async bench => {
      const { scenes } = bench.part('editor');
      for (const path of [scenes[0], scenes[1], scenes[0]]) {
        assert.equal((await open(bench, path)).scene, path);
        const info = await bench.call('editor.get', {});
        assert.equal(info.scene, path);
        assert.ok(info.openScenes.includes(path));
        assert.equal(info.playing, null);
      }
      assert.ok((await bench.fails('not-found', open(bench, `${scenes[0]}x`))).hint);
      await bench.fails('invalid', open(bench, 7 as never));
      assert.equal((await bench.call('editor.get', {})).scene, scenes[0]);
    },
  },
  {
    claim: 'selects objects, and says what was selected before',
    needs: ['editor.get', 'editor.select'],
    uses: ['editor'],
    check: async bench => {
      const { call } = bench;
      const { object } = await edited(bench);
      await call('editor.select', { ids: [] });
      assert.deepEqual(await call('editor.select', { ids: [object] }), { before: [], after: [object] });
      assert.deepEqual((await call('editor.get', {})).selection, [object]);
      await bench.fails('not-found', call('editor.select', { ids: [NO_OBJECT] }));
      await bench.fails('invalid', call('editor.select', { ids: object as never }));
      assert.deepEqual((await call('editor.get', {})).selection, [object]);
      assert.deepEqual(await call('editor.select', { ids: [] }), { before: [object], after: [] });
    },
  },
  {
    claim: 'undoes and redoes writes as steps of the editor',
    needs: ['editor.get', 'editor.undo', 'editor.redo', 'member.write', 'member.read'],
    uses: ['editor'],
    check: async bench => {
      const { call } = bench;
      const { place, values, scene } = await edited(bench);
      const value = async () => (await call('member.read', place)).json;
      const before = await value();
      for (const each of values) await call('member.write', { ...place, value: each });
      const changed = await call('editor.get', {});
      assert.ok(changed.undo !== null && changed.unsaved.includes(scene), JSON.stringify(changed));
      assert.equal((await call('editor.undo', {})).step, changed.undo);
      assert.deepEqual(await value(), values[0]);
      assert.notEqual((await call('editor.get', {})).redo, null);
      await call('editor.undo', {});
      assert.deepEqual(await value(), before);
      await call('editor.redo', {});
      assert.deepEqual(await value(), values[0]);
      await call('editor.undo', {});
      assert.deepEqual(await value(), before);
    },
  },
  {
    claim: 'saves the scene with its changes, which are there when it is opened again',
    needs: ['editor.get', 'editor.save', 'editor.open', 'member.write', 'member.read'],
    uses: ['editor'],
    check: async bench => {
      const { call } = bench;
      const { scenes } = bench.part('editor');
      const { scene, place, values } = await edited(bench);
      for (const value of values) {
        const { id: object } = await bench.at(bench.part('editor').member.path);
        await call('member.write', { ...place, object, value });
        const { saved } = await call('editor.save', {}, PLAY_DEADLINE);
        assert.deepEqual(saved, [scene]);
        assert.ok(!(await call('editor.get', {})).unsaved.includes(scene));
        await open(bench, scenes[1]);
        await open(bench, scene);
        assert.deepEqual(await bench.value(bench.part('editor').member), value);
      }
    },
  },
  {
    claim: 'runs the game and stops it',
    needs: ['editor.get', 'editor.play', 'editor.stop'],
    uses: ['editor'],
    check: async bench => {
      const { scenes } = bench.part('editor');
      const { call } = bench;
      const playing = async () => (await call('editor.get', {})).playing;
      assert.ok((await bench.fails('not-found', call('editor.play', { scene: `${scenes[0]}x` }))).hint);
      assert.equal(await playing(), null);
      try {
        await call('editor.play', { scene: scenes[1] }, PLAY_DEADLINE);
        await until(async () => (await playing()) === scenes[1]);
      } finally {
        await call('editor.stop', {}, PLAY_DEADLINE);
      }
      await until(async () => (await playing()) === null);
      assert.equal(
        (await call('editor.stop', {}, PLAY_DEADLINE)).playing,
        null,
        'a second stop does nothing',
      );
    },
  },
];
