import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventOf, until } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveEditor, OPENING_MS } from './open-editor.js';

/** Of the bridge, between two scans. */
const SCAN_PAUSE_MS = 2_000;
const ARENA = 'res://scenes/arena.tscn';
let live: LiveEditor;
beforeAll(async () => {
  live = await LiveEditor.open();
}, OPENING_MS);
afterAll(() => live?.close());

const file = (path: string) => join(live.process.project, path);
const text = (path: string) => readFileSync(file(path), 'utf8');
const problem = (kind: string) => eventOf(live.engine, 'log', event => event.problem?.kind === kind);

describe('files of an edited project', () => {
  it('have what was written, created and destroyed, after it was saved and not before', async () => {
    await live.call('editor.open', { path: ARENA });
    const before = text('scenes/arena.tscn');
    await live.write(await live.find('/Arena/Crate'), 'Health', 'current', 41);
    const lamp = await live.call('object.create', { name: 'Lamp', components: [{ type: 'OmniLight3D' }] });
    await live.call('object.create', { name: 'Bulb', parent: lamp.id });
    await live.call('object.destroy', { id: await live.find('/Arena/Sign') });
    expect(text('scenes/arena.tscn')).toBe(before);
    expect(await live.call('editor.save', {})).toEqual({ saved: [ARENA] });
    const saved = text('scenes/arena.tscn');
    expect(saved).toMatch(/\ncurrent = 41\.0\n/);
    expect(saved).toMatch(/\[node name="Lamp" type="OmniLight3D" parent="\."/);
    expect(saved).toMatch(/\[node name="Bulb" type="Node3D" parent="Lamp"/);
    expect(saved).not.toContain('name="Sign"');
    expect((await live.call('editor.get', {})).unsaved).toEqual([]);
  });

  it('have objects that were moved or came back by undo', async () => {
    await live.call('editor.open', { path: ARENA });
    const crate = await live.find('/Arena/Crate');
    await live.call('object.destroy', { id: crate });
    await live.call('editor.undo', {});
    await live.call('object.reparent', { id: crate, parent: await live.find('/Arena/Ball') });
    await live.call('editor.save', {});
    expect(text('scenes/arena.tscn')).toMatch(/\[node name="Crate" type="StaticBody3D" parent="Ball"/);
    expect(text('scenes/arena.tscn')).toMatch(
      /\[node name="Mesh" type="MeshInstance3D" parent="Ball\/Crate"/,
    );
    await live.call('editor.undo', {});
    await live.call('editor.save', {});
    expect(text('scenes/arena.tscn')).toMatch(/\[node name="Crate" type="StaticBody3D" parent="\."/);
  });

  it('are saved for all open scenes on request', async () => {
    await live.call('editor.open', { path: ARENA });
    await live.write(await live.find('/Arena/Crate'), 'Health', 'current', 42);
    await live.call('editor.open', { path: 'res://scenes/garden.tscn' });
    await live.write(await live.find('/Garden/Mill'), 'Node3D', 'position', [1, 0, 0]);
    expect([...(await live.call('editor.get', {})).unsaved].sort()).toEqual([
      ARENA,
      'res://scenes/garden.tscn',
    ]);
    const { saved } = await live.call('editor.save', { all: true });
    expect([...saved].sort()).toEqual([ARENA, 'res://scenes/garden.tscn']);
    expect(text('scenes/arena.tscn')).toMatch(/\ncurrent = 42\.0\n/);
    expect((await live.call('editor.get', {})).unsaved).toEqual([]);
  });

  it('with an error in a script are reported with file, line and message after they are saved', async () => {
    const told = problem('compile');
    writeFileSync(file('scripts/spinner.gd'), 'extends Node3D\n\nfunc turn(:\n\tpass\n');
    expect(await told).toMatchObject({
      level: 'error',
      message: expect.stringContaining('Expected parameter name'),
      problem: { kind: 'compile', file: 'res://scripts/spinner.gd', line: 3 },
    });
  });

  it('whose error is repaired are checked again, and so are those with errors of another file', async () => {
    const errors = problem('compile');
    writeFileSync(file('scripts/spinner.gd'), 'extends Node3D\n\nvar turns: NotThere\n');
    await errors;
    const checked = () =>
      eventOf(live.engine, 'checked', ({ files }) => files.includes('res://scripts/spinner.gd'));
    const other = checked();
    writeFileSync(file('scripts/not_there.gd'), 'class_name NotThere\nextends RefCounted\n');
    await other;
    const repaired = checked();
    writeFileSync(file('scripts/spinner.gd'), 'extends Node3D\n');
    await repaired;
  });

  it('that cannot be opened are refused with the reason, and leave no dialog behind', async () => {
    writeFileSync(
      file('broken.tscn'),
      '[gd_scene format=3]\n[node name="A" type="Node"]\nscript = ExtResource("7")\n',
    );
    writeFileSync(
      file('lacking.tscn'),
      '[gd_scene format=3]\n[ext_resource type="Script" path="res://gone.gd" id="1"]\n[node name="A" type="Node"]\nscript = ExtResource("1")\n',
    );
    for (const [path, reason] of [
      ['res://broken.tscn', 'Error while parsing'],
      ['res://lacking.tscn', 'gone.gd'],
    ] as const) {
      const { message } = await live.refusal('failed', live.call('editor.open', { path }));
      expect(message).toContain(reason);
      expect((await live.call('editor.get', {})).dialog).toBe(null);
    }
    expect((await live.call('editor.open', { path: ARENA })).scene).toBe(ARENA);
  });

  it('that are added are known, without a person at the editor', async () => {
    writeFileSync(file('scenes/annex.tscn'), '[gd_scene format=3]\n\n[node name="Annex" type="Node3D"]\n');
    await until(async () => (await live.call('scene.builds', {})).some(({ name }) => name === 'annex'));
    expect((await live.call('editor.open', { path: 'annex' })).scene).toBe('res://scenes/annex.tscn');
    const ids = (await live.call('scene.list', {})).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('that are added within one second of the clock are all known, although the time of their folder is the same', async () => {
    // After a pause the editor scans at once, so the second file comes after the scan and in the same second.
    const start = Math.ceil((Date.now() + SCAN_PAUSE_MS) / 1000) * 1000;
    await until(async () => Date.now() >= start);
    for (const name of ['first', 'second', 'third']) {
      writeFileSync(
        file(`scenes/${name}.tscn`),
        `[gd_scene format=3]\n\n[node name="${name}" type="Node3D"]\n`,
      );
      await until(async () => (await live.call('scene.builds', {})).some(build => build.name === name));
    }
  });

  it('with an error in a shader are reported with file and line', async () => {
    const told = problem('shader');
    writeFileSync(
      file('glow.gdshader'),
      'shader_type canvas_item;\n\nvoid fragment() { COLOR = nothing; }\n',
    );
    expect(await told).toMatchObject({ problem: { kind: 'shader', file: 'res://glow.gdshader', line: 3 } });
  });

  it('that cannot be imported are reported with their names, and the editor is loading while it imports them', async () => {
    const states: string[] = [];
    const stop = live.engine.listen(event => event.kind === 'state' && states.push(event.state.reason ?? ''));
    const told = problem('import');
    writeFileSync(file('broken.png'), 'this is not a picture');
    expect(await told).toMatchObject({ problem: { kind: 'import', file: 'res://broken.png' } });
    stop();
    expect(states).toContain('importing a file');
  });
});
