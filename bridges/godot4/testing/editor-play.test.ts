import type { LinkedEngine } from '@worldwire/engine/linked';
import { eventOf, until } from '@worldwire/engine/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LiveEditor, OPENING_MS } from './open-editor.js';

const QUEST = 'res://scenes/quest.tscn';
/** A game that fails again and again. */
const FAILING = {
  'scripts/failing.gd': `extends Node
var frames := 0
func _process(_delta: float) -> void:
	frames += 1
	if frames % 30 == 0:
		fail()
func fail() -> void:
	var nothing: Node = null
	nothing.queue_free()
`,
  'scenes/failing.tscn': `[gd_scene load_steps=2 format=3]
[ext_resource type="Script" path="res://scripts/failing.gd" id="1"]
[node name="Failing" type="Node"]
script = ExtResource("1")
`,
};
let live: LiveEditor;
beforeAll(async () => {
  live = await LiveEditor.open({ files: FAILING });
}, OPENING_MS);
afterAll(() => live?.close());
afterEach(() => live.call('editor.stop', {}));

/** The game that the editor runs, which links by itself. */
const game = (): Promise<LinkedEngine> =>
  until(
    async () => live.pool.entries.find(({ engine }) => engine !== live.engine && engine.connected)?.engine,
  );

describe('the game of an editor', () => {
  it('links as an engine of its own, with its own objects, and goes when it is stopped', async () => {
    await live.call('editor.open', { path: QUEST });
    expect((await live.call('editor.play', { scene: QUEST })).playing).toBe(QUEST);
    const running = await game();
    expect(live.pool.links.map(({ engine }) => engine?.role)).toEqual(['editor', 'game']);
    const playerOf = async (engine: LinkedEngine) =>
      (await engine.call('object.list', { path: '/Quest/Player', limit: 1 })).items[0]?.id ?? '';
    const [edited, played] = [await playerOf(live.engine), await playerOf(running)];
    expect(edited).not.toBe(played);
    await running.call('member.write', {
      object: played,
      type: 'Node2D',
      name: 'position',
      value: [300, 300],
    });
    expect(await live.read(edited, 'Node2D', 'position')).toEqual({ x: 60, y: 180 });
    expect((await live.call('editor.stop', {})).playing).toBe(null);
    await until(async () => !running.connected);
  });

  it('goes on after a script error, and reports it with its file, line and stack', async () => {
    const scene = 'res://scenes/failing.tscn';
    await live.call('editor.play', { scene });
    const running = await game();
    const failed = await eventOf(running, 'log', ({ level }) => level === 'error');
    expect(failed.message).toContain("Cannot call method 'queue_free' on a null value");
    expect(failed.problem).toMatchObject({
      file: 'res://scripts/failing.gd',
      line: 9,
      stack: [
        expect.stringContaining('fail (res://scripts/failing.gd:9)'),
        expect.stringContaining('_process'),
      ],
    });
    expect(await running.call('time.get', {})).toMatchObject({ scale: 1 });
  });

  it('that a breakpoint or an error has stopped in the debugger is reported by the editor with its scene, until it ends', async () => {
    const stopped = eventOf(live.engine, 'log', ({ message }) =>
      message.includes('has stopped in the debugger'),
    );
    const scene = 'res://scenes/failing.tscn';
    await live.run(`EditorInterface.play_custom_scene("${scene}")`);
    expect(await stopped).toMatchObject({ level: 'error', problem: { kind: 'engine', file: scene } });
    const past = eventOf(live.engine, 'checked', ({ files }) => files.includes(scene));
    expect((await live.call('editor.stop', {})).playing).toBe(null);
    await past;
  });

  it('has its own operations, which the editor refuses with the reason', async () => {
    await live.call('editor.play', { scene: QUEST });
    expect(await (await game()).call('time.get', {})).toMatchObject({ scale: 1 });
    const refused = await live.refusal('unsupported', live.call('time.get', {}));
    expect(refused.hint).toContain('editor.play');
  });

  it('is not started twice, nor with a scene that does not exist', async () => {
    const { hint } = await live.refusal(
      'not-found',
      live.call('editor.play', { scene: 'res://scenes/qest.tscn' }),
    );
    expect(hint).toContain(QUEST);
    await live.call('editor.play', { scene: QUEST });
    await live.refusal('invalid', live.call('editor.play', {}));
  });

  it('is refused with the name of the setting if the project has no main scene', async () => {
    const set = (path: string) =>
      live.run(`ProjectSettings.set_setting("application/run/main_scene", "${path}")`);
    const main = (await live.run('return ProjectSettings.get_setting("application/run/main_scene")')).text;
    await set('');
    expect((await live.refusal('invalid', live.call('editor.play', {}))).hint).toContain('main_scene');
    await set('res://gone.tscn');
    await live.refusal('not-found', live.call('editor.play', {}));
    await set(main);
    expect((await live.call('editor.play', {})).playing).toBe(main);
  });
});
