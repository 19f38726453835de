import { until } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LinkHost } from '../../testing/link-host.js';
import { LiveEditor, OPENING_MS } from './open-editor.js';
import { startEditor } from './start-editor.js';

const ARENA = 'res://scenes/arena.tscn';
let live: LiveEditor;
beforeAll(async () => {
  live = await LiveEditor.open();
}, OPENING_MS);
afterAll(() => live?.close());

describe('the link of an editor', () => {
  it(
    'is made only if a person has switched it on',
    async () => {
      const host = await LinkHost.listen(() => {
        throw new Error('it must not dial');
      });
      const editor = await startEditor({ port: host.port, on: false });
      expect(editor.log()).toContain('Project > Tools > Worldwire: link this editor');
      await editor.kill();
      await host.close();
    },
    OPENING_MS,
  );

  it('says that it is an editor, and which operations it has', async () => {
    expect(live.engine.link.engine).toMatchObject({ role: 'editor', project: 'Worldwire Demo' });
    const { operations, name } = await live.call('engine.describe', {});
    expect(name).toBe('Godot');
    for (const own of ['editor.get', 'editor.play', 'object.create', 'member.write', 'code.run'])
      expect(operations).toContain(own);
    for (const other of ['input.send', 'time.step', 'hook.add', 'scene.load'])
      expect(operations).not.toContain(other);
  });

  it('lists the open scenes, and objects of the edited one alone', async () => {
    await live.call('editor.open', { path: 'res://scenes/garden.tscn' });
    await live.call('editor.open', { path: ARENA });
    const scenes = await live.call('scene.list', {});
    expect(scenes.filter(({ loaded }) => loaded).map(({ name }) => name)).toEqual(['arena']);
    expect(scenes.map(({ name }) => name)).toContain('garden');
    const { items } = await live.call('object.list', { limit: 500 });
    expect(items.every(({ path }) => path === '/Arena' || path.startsWith('/Arena/'))).toBe(true);
  });

  it('keeps the ids of a scene that is open in another tab', async () => {
    await live.call('editor.open', { path: ARENA });
    const crate = await live.find('/Arena/Crate');
    await live.call('editor.open', { path: 'res://scenes/garden.tscn' });
    await live.refusal('not-found', live.call('object.get', { id: crate }));
    await live.call('editor.open', { path: ARENA });
    expect((await live.call('object.get', { id: crate })).path).toBe('/Arena/Crate');
  });

  it('reads what scripts export, and says that other members do not exist in the editor', async () => {
    await live.call('editor.open', { path: ARENA });
    const crate = await live.find('/Arena/Crate');
    const { items } = await live.call('member.list', { object: crate, type: 'Health' });
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['current', 'armor']));
    expect(items.map(({ name }) => name)).not.toContain('last_hit');
    await live.refusal(
      'not-found',
      live.call('member.read', { object: crate, type: 'Health', name: 'last_hit' }),
    );
  });

  it('names the dialog that waits for a person', async () => {
    await live.run(
      'var dialog := AcceptDialog.new()\ndialog.title = "Careful"\ndialog.dialog_text = "Really?"\ndialog.name = "TestDialog"\nEditorInterface.popup_dialog_centered(dialog)',
    );
    expect((await live.call('editor.get', {})).dialog).toBe('Careful: Really?');
    await live.run('tree.root.find_child("TestDialog", true, false).queue_free()');
    expect((await live.call('editor.get', {})).dialog).toBe(null);
  });

  it('ends when the plugin is disabled, and comes back with the same process when it is enabled', async () => {
    const process = live.engine.process;
    const plugin = 'EditorInterface.set_plugin_enabled("worldwire", %)';
    await live.run(
      [
        `var off := func(): ${plugin.replace('%', 'false')}`,
        `var on := func(): ${plugin.replace('%', 'true')}`,
        'tree.create_timer(0.05).timeout.connect(off)',
        'tree.create_timer(0.5).timeout.connect(on)',
      ].join('\n'),
    );
    await until(async () => !live.engine.connected);
    await until(async () => live.engine.connected);
    expect(live.engine.process).toBeGreaterThanOrEqual(process);
    expect((await live.call('editor.get', {})).scene).toBe(ARENA);
  });

  it('survives that its scripts are loaded again', async () => {
    await live.call('editor.open', { path: ARENA });
    const crate = await live.find('/Arena/Crate');
    await live.write(crate, 'Health', 'current', 55);
    const reload = [
      'var reload := func():',
      '\tfor name in ["editor_bridge", "editor_operations", "steps", "source_watch", "editor_state", "editor_objects"]:',
      '\t\tload("res://addons/worldwire/editor/%s.gd" % name).reload(true)',
      '\tscene.set_meta("reloaded", true)',
      'tree.create_timer(0.05).timeout.connect(reload)',
    ];
    await live.run(reload.join('\n'));
    await until(async () => (await live.run('return scene.has_meta("reloaded")')).json === true);
    expect(await live.read(crate, 'Health', 'current')).toBe(55);
    expect((await live.call('editor.undo', {})).step).toBe('Worldwire: set current of Crate');
    expect(await live.read(crate, 'Health', 'current')).toBe(100);
  });

  it('answers soon although the editor sleeps between frames', async () => {
    await live.run('OS.low_processor_usage_mode_sleep_usec = 100000');
    await until(
      async () => (await live.run('return OS.low_processor_usage_mode_sleep_usec')).json !== 100_000,
    );
    expect((await live.run('return OS.low_processor_usage_mode_sleep_usec')).json).toBeLessThanOrEqual(
      20_000,
    );
  });
});
