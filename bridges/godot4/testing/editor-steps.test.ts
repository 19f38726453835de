import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveEditor, OPENING_MS } from './open-editor.js';

const ARENA = 'res://scenes/arena.tscn';
let live: LiveEditor;
beforeAll(async () => {
  live = await LiveEditor.open();
}, OPENING_MS);
afterAll(() => live?.close());
beforeEach(() => live.reopen(ARENA));

const editor = () => live.call('editor.get', {});
const undo = async () => (await live.call('editor.undo', {})).step;
const redo = async () => (await live.call('editor.redo', {})).step;
const paths = async () => (await live.call('object.list', { limit: 500 })).items.map(({ path }) => path);

describe('writes to the scene of an editor', () => {
  it('are one step of undo each, which names the member and the object', async () => {
    const crate = await live.find('/Arena/Crate');
    await live.write(crate, 'Node3D', 'position', [1, 2, 3]);
    await live.write(crate, 'Health', 'current', 12);
    expect(await editor()).toMatchObject({
      undo: 'Worldwire: set current of Crate',
      redo: null,
      unsaved: [ARENA],
    });
    expect(await undo()).toBe('Worldwire: set current of Crate');
    expect(await live.read(crate, 'Health', 'current')).toBe(100);
    expect(await live.read(crate, 'Node3D', 'position')).toEqual({ x: 1, y: 2, z: 3 });
    expect(await editor()).toMatchObject({
      undo: 'Worldwire: set position of Crate',
      redo: 'Worldwire: set current of Crate',
    });
    expect(await undo()).toBe('Worldwire: set position of Crate');
    expect(await editor()).toMatchObject({ undo: null, unsaved: [] });
    expect(await undo()).toBe(null);
    expect(await redo()).toBe('Worldwire: set position of Crate');
    expect(await live.read(crate, 'Node3D', 'position')).toEqual({ x: 1, y: 2, z: 3 });
  });

  it('that are refused or only planned leave no step', async () => {
    const crate = await live.find('/Arena/Crate');
    await live.refusal('invalid', live.write(crate, 'Health', 'current', 'much'));
    await live.call('member.write', {
      object: crate,
      type: 'Health',
      name: 'current',
      value: 5,
      dryRun: true,
    });
    await live.call('object.destroy', { id: crate, dryRun: true });
    await live.call('object.activate', { id: crate, active: false, dryRun: true });
    await live.call('object.reparent', { id: crate, parent: null, name: 'Box', dryRun: true });
    await live.call('component.remove', { object: crate, type: 'Health', dryRun: true });
    expect(await editor()).toMatchObject({ undo: null, unsaved: [] });
    expect(await live.read(crate, 'Health', 'current')).toBe(100);
  });

  it('create an object that undo removes and redo brings back with its id', async () => {
    const { id, path, parent } = await live.call('object.create', {
      name: 'Lamp',
      components: [{ type: 'OmniLight3D', members: { light_energy: 3 } }],
    });
    expect([path, parent]).toEqual(['/Arena/Lamp', await live.find('/Arena')]);
    expect(await undo()).toBe('Worldwire: create Lamp');
    await live.refusal('not-found', live.call('object.get', { id }));
    expect(await redo()).toBe('Worldwire: create Lamp');
    expect((await live.call('object.get', { id })).path).toBe('/Arena/Lamp');
    expect(await live.read(id, 'OmniLight3D', 'light_energy')).toBe(3);
  });

  it('destroy an object that undo brings back to its place, with all below it', async () => {
    const before = await paths();
    const crate = await live.find('/Arena/Crate');
    const { destroyed } = await live.call('object.destroy', { id: crate });
    expect(destroyed).toHaveLength(3);
    expect(await paths()).toEqual(before.filter(path => !path.startsWith('/Arena/Crate')));
    expect(await undo()).toBe('Worldwire: destroy Crate');
    expect(await paths()).toEqual(before);
    expect((await live.call('object.get', { id: crate })).path).toBe('/Arena/Crate');
  });

  it('move an object that undo moves back with its name, its place and its transform', async () => {
    const before = await paths();
    const [crate, ball] = [await live.find('/Arena/Crate'), await live.find('/Arena/Ball')];
    const moved = await live.call('object.reparent', { id: crate, parent: ball, name: 'Box', index: 0 });
    expect(moved.place?.after).toEqual({ name: 'Box', index: 0 });
    expect(await live.read(crate, 'Node3D', 'global_position')).toEqual({ x: 0, y: 1, z: 0 });
    expect(await undo()).toBe('Worldwire: move Crate');
    expect(await paths()).toEqual(before);
    expect(await live.read(crate, 'Node3D', 'position')).toEqual({ x: 0, y: 1, z: 0 });
    expect(await redo()).toBe('Worldwire: move Crate');
    expect((await live.call('object.get', { id: crate })).path).toBe('/Arena/Ball/Box');
    expect(await live.read(crate, 'Node3D', 'global_position')).toEqual({ x: 0, y: 1, z: 0 });
  });

  it('hide an object, and add and remove its script with the values that it had', async () => {
    const [crate, ball] = [await live.find('/Arena/Crate'), await live.find('/Arena/Ball')];
    await live.call('object.activate', { id: crate, active: false });
    expect(await undo()).toBe('Worldwire: hide Crate');
    expect((await live.call('object.get', { id: crate })).activeSelf).toBe(true);
    await live.write(crate, 'Health', 'current', 7);
    await live.call('component.remove', { object: crate, type: 'Health' });
    expect((await live.call('component.list', { object: crate })).total).toBe(1);
    expect(await undo()).toBe('Worldwire: remove Health from Crate');
    expect(await live.read(crate, 'Health', 'current')).toBe(7);
    expect((await live.call('component.add', { object: ball, type: 'Spinner' })).type).toBe('Spinner');
    expect(await undo()).toBe('Worldwire: add Spinner to Ball');
    expect((await live.call('component.list', { object: ball })).total).toBe(1);
  });

  it('by methods of a class are steps, too, and those that change the tree are refused', async () => {
    const crate = await live.find('/Arena/Crate');
    const call = (type: string, name: string, ...args: unknown[]) =>
      live.call('method.call', { object: crate, type, name, args });
    await call('Node3D', 'translate', [0, 4, 0]);
    expect(await live.read(crate, 'Node3D', 'position')).toEqual({ x: 0, y: 5, z: 0 });
    expect(await undo()).toBe('Worldwire: call translate of Crate');
    expect(await live.read(crate, 'Node3D', 'position')).toEqual({ x: 0, y: 1, z: 0 });
    expect((await live.refusal('invalid', call('Node3D', 'queue_free'))).hint).toContain('object.destroy');
    expect((await live.refusal('unsupported', call('Health', 'damage', 1))).hint).toContain('editor.play');
    expect((await editor()).undo).toBe(null);
  });

  it('of a person can be undone by a caller', async () => {
    await live.run(
      [
        'var steps := EditorInterface.get_editor_undo_redo()',
        'steps.create_action("Rename", UndoRedo.MERGE_DISABLE, scene)',
        'steps.add_do_property(find("/Arena/Sun"), "light_energy", 4.0)',
        'steps.add_undo_property(find("/Arena/Sun"), "light_energy", 1.0)',
        'steps.commit_action()',
      ].join('\n'),
    );
    const sun = await live.find('/Arena/Sun');
    expect(await live.read(sun, 'Light3D', 'light_energy')).toBe(4);
    expect(await undo()).toBe('Rename');
    expect(await live.read(sun, 'Light3D', 'light_energy')).toBe(1);
  });

  it('do not touch the root of the scene, nor what belongs to an instance of another scene', async () => {
    const root = await live.find('/Arena');
    await live.refusal('invalid', live.call('object.destroy', { id: root }));
    await live.refusal(
      'invalid',
      live.call('object.reparent', { id: root, parent: await live.find('/Arena/Ball') }),
    );
    await live.run(
      'var garden = load("res://scenes/garden.tscn").instantiate()\nscene.add_child(garden)\ngarden.owner = scene',
    );
    const blade = await live.find('/Arena/Garden/Mill/Blade');
    const refused = await live.refusal('invalid', live.write(blade, 'Node3D', 'position', [1, 1, 1]));
    expect(refused.message).toContain('res://scenes/garden.tscn');
    await live.refusal('invalid', live.call('object.destroy', { id: blade }));
    await live.write(await live.find('/Arena/Garden'), 'Node3D', 'position', [1, 1, 1]);
    await live.run('scene.set_editable_instance(find("/Arena/Garden"), true)');
    await live.write(blade, 'Node3D', 'position', [1, 1, 1]);
    await live.refusal('invalid', live.call('object.destroy', { id: blade }));
  });
});
