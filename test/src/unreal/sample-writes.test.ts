import { describe, expect, it } from 'vitest';
import { ERAS } from '../universe/official-clients.js';
import { answer, each, type Facts, items, json, refusal } from './answers.js';
import { BOATHOUSE_DOOR, DOOR_CLASS, HARBOUR, harbour, ISLAND, TAVERN_DOOR, WINDOW } from './saltmere.js';
import { visitSample } from './sample-visit.js';

describe.each(ERAS)('%s writes to the sample', (_era, visit) => {
  const at = visitSample(visit);

  const get = async (object: string, property: string) =>
    (await answer(at.client, 'get_property', { object, property })).value;

  /** A write, compared with the journal and the audit log. */
  async function write(name: string, args: object): Promise<Facts> {
    const before = at.server.audits.length;
    // Entries of failed writes count here.
    const last = items(await json(at.client, 'unreal://journal'))[0]?.revision ?? 0;
    const done = await answer(at.client, name, args);
    expect(done).toMatchObject({ provenance: 'sample', revision: (last as number) + 2 });
    expect(at.server.audits.slice(before)).toMatchObject([
      { tool: name, outcome: 'done', principal: 'local', client: expect.any(String) },
    ]);
    const journal = await json(at.client, 'unreal://journal');
    expect((journal.items as Facts[])[0]).toMatchObject({
      tool: name,
      outcome: 'done',
      provenance: 'sample',
      revision: done.revision,
    });
    return done;
  }

  it('[UNREAL-5.1.6] a message, which is then in the log', async () => {
    const { before, after } = await write('log_message', {
      message: `Guten Tag, "Saltmere"\nsecond line`,
      verbosity: 'warning',
    });
    expect(before).toBeNull();
    expect(after).toMatch(/Warning: Guten Tag, "Saltmere"/);
    expect((await answer(at.client, 'tail_log', { lines: 1 })).lines).toMatchObject([
      { verbosity: 'Warning', text: 'Guten Tag, "Saltmere" second line' },
    ]);
  });

  it('with the actor, the asset or the class in the audit log', async () => {
    const before = at.server.audits.length;
    const object = '/Game/Materials/M_Wood';
    await write('set_property', { object, property: 'TwoSided', value: true });
    const spawned = (await write('spawn_actor', { class: 'PointLight' })).after as Facts;
    await write('select_actors', { paths: [TAVERN_DOOR, BOATHOUSE_DOOR] });
    await write('destroy_actor', { path: spawned.path });
    await write('select_actors', { paths: [] });
    await write('log_message', { message: 'Hello' });
    expect(at.server.audits.slice(before).map(({ about }) => about)).toEqual([
      { object },
      { object: 'PointLight' },
      { object: TAVERN_DOOR },
      { object: spawned.path },
      undefined,
      undefined,
    ]);
  });

  it('a property of an actor, a component, an asset or the defaults of a class', async () => {
    const flame = `${harbour('BP_Lantern_C_1')}.Flame`;
    for (const [object, property, value] of [
      [BOATHOUSE_DOOR, 'OpenAngle', 42.5],
      [flame, 'LightColor', { R: 1, G: 2, B: 3, A: 255 }],
      ['/Game/Materials/M_Wood', 'TwoSided', true],
      [`${DOOR_CLASS}.Default__BP_Door_C`, 'bLocked', true],
      [TAVERN_DOOR, 'Tags', ['old', 'Eiche']],
    ] as const) {
      const found = await get(object, property);
      const { before, after } = await write('set_property', { object, property, value });
      expect(before).toEqual(found);
      expect(after).toEqual(value);
      expect(await get(object, property)).toEqual(value);
    }
  });

  it('by calling functions, whose effects can be read', async () => {
    const locked = await write('call_function', { object: BOATHOUSE_DOOR, function: 'Open' });
    expect(locked.result).toEqual({ bOpened: false });
    expect(await get(BOATHOUSE_DOOR, 'bIsOpen')).toBe(false);
    const key = { object: BOATHOUSE_DOOR, function: 'Unlock', arguments: { Key: 'BrassKey' } };
    expect((await write('call_function', key)).result).toEqual({ bUnlocked: true });
    expect((await write('call_function', { object: BOATHOUSE_DOOR, function: 'Open' })).result).toEqual({
      bOpened: true,
    });
    expect(await get(BOATHOUSE_DOOR, 'bIsOpen')).toBe(true);
    expect(await get(`${BOATHOUSE_DOOR}.Hinge`, 'RelativeRotation')).toMatchObject({
      Yaw: expect.closeTo(await anglesOf(BOATHOUSE_DOOR), 3),
    });
    expect((await answer(at.client, 'tail_log', { query: 'The door opens', lines: 1 })).lines).toHaveLength(
      1,
    );
  });

  async function anglesOf(door: string): Promise<number> {
    return (await get(door, 'OpenAngle')) as number;
  }

  it('the location, the rotation and the scale of an actor', async () => {
    const path = WINDOW;
    const start = await answer(at.client, 'get_actor', { path });
    const moved = await write('set_actor_transform', { path, location: [10, -20, 30.5], scale: 2 });
    expect(moved.before).toMatchObject({ location: start.location, rotation: start.rotation });
    expect(moved.after).toMatchObject({
      location: { x: 10, y: -20, z: 30.5 },
      rotation: start.rotation,
      scale: { x: 2, y: 2, z: 2 },
    });
    const turned = await write('set_actor_transform', {
      path,
      rotation: { pitch: 0, yaw: 450, roll: 0 },
    });
    const there = await answer(at.client, 'get_actor', { path });
    expect(there).toMatchObject({ location: { x: 10, y: -20, z: 30.5 }, scale: { x: 2, y: 2, z: 2 } });
    expect(there.rotation).toEqual((turned.after as Facts).rotation);
    const { yaw } = there.rotation as { yaw: number };
    expect((((yaw - 90) % 360) + 360) % 360).toBeCloseTo(0, 3);
  });

  it('new actors, of engine classes and of Blueprints, and destroys them', async () => {
    const spawned = await write('spawn_actor', {
      class: 'PointLight',
      name: 'Nachtlicht Ü',
      location: { x: 1, y: 2, z: 3 },
    });
    expect(spawned.before).toBeNull();
    const light = spawned.after as { path: string; label: string };
    expect(spawned.after).toMatchObject({
      label: 'Nachtlicht Ü',
      class: 'PointLight',
      location: { x: 1, y: 2, z: 3 },
    });
    const door = (await write('spawn_actor', { class: DOOR_CLASS })).after as { path: string; class: string };
    expect(door.class).toBe('BP_Door_C');
    expect(await answer(at.client, 'get_actor', { path: light.path })).toMatchObject({
      label: 'Nachtlicht Ü',
    });
    expect((await answer(at.client, 'list_actors')).total).toBe(21);
    for (const { path } of [light, door]) {
      const { before, after } = await write('destroy_actor', { path });
      expect(before).toMatchObject({ path });
      expect(after).toBeNull();
      expect(await refusal(at.client, 'get_actor', { path })).toMatch(/^NotFound: /);
    }
    expect((await answer(at.client, 'list_actors')).total).toBe(19);
  });

  it('the selection', async () => {
    const both = [TAVERN_DOOR, WINDOW];
    expect(await write('select_actors', { paths: both })).toMatchObject({ before: [], after: both });
    expect(each(await answer(at.client, 'get_selection'), 'path')).toEqual(both);
    expect(await write('select_actors', { paths: [] })).toMatchObject({ before: both, after: [] });
    expect(await answer(at.client, 'get_selection')).toMatchObject({ items: [], total: 0 });
  });

  it('the open level, and with it the list of actors', async () => {
    expect(await write('open_level', { path: ISLAND })).toMatchObject({ before: HARBOUR, after: ISLAND });
    expect(await answer(at.client, 'get_editor_state')).toMatchObject({ level: ISLAND });
    expect(each(await answer(at.client, 'list_actors', { query: 'lighthouse' }), 'label')).toContain(
      'Lighthouse',
    );
    expect(await refusal(at.client, 'destroy_actor', { path: TAVERN_DOOR })).toMatch(/not open/);
    await write('open_level', { path: HARBOUR });
    expect(await answer(at.client, 'get_actor', { path: TAVERN_DOOR })).toMatchObject({
      label: 'TavernDoor',
    });
  });

  it('to the console, and gets its output', async () => {
    expect((await write('run_console_command', { command: 't.MaxFPS 30' })).output).toEqual([
      expect.stringMatching(/t\.MaxFPS = "30"/),
    ]);
    expect((await write('run_console_command', { command: 'T.MAXFPS' })).output).toEqual([
      expect.stringMatching(/"30"/),
    ]);
    expect((await write('run_console_command', { command: 'stat fps' })).output).toEqual([
      expect.stringMatching(/FPS$/),
      expect.stringMatching(/ms$/),
    ]);
  });

  it('no Python, and gets the requirements for it', async () => {
    const text = await refusal(at.client, 'execute_python', { code: 'print("x")' });
    expect(text).toMatch(/^Unsupported: The sample has no Python/);
    expect(text).toMatch(/Hint: .*bEnableRemotePythonExecution=True/);
    expect(at.server.audits.at(-1)).toMatchObject({
      tool: 'execute_python',
      access: 'danger',
      outcome: 'failed',
    });
    const { items } = await json(at.client, 'unreal://journal');
    expect((items as Facts[])[0]).toMatchObject({
      tool: 'execute_python',
      outcome: 'failed',
      error: { kind: 'Unsupported' },
    });
  });
});
