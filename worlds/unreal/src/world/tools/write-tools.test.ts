import { describe, expect, it } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import { DOOR, hall, LEVEL, ONE, ORIGIN, Stage } from '../stage.test.js';

const LAMP = DOOR.replace('Door_1', 'Lamp_1');

describe('the writing tools', () => {
  it('are refused by default, and code is refused even with writes allowed', async () => {
    const closed = await Stage.open({ grants: {} });
    const writes = ['log_message', 'set_property', 'set_actor_transform', 'spawn_actor'];
    const others = ['destroy_actor', 'select_actors', 'open_level', 'call_function'];
    const danger = ['run_console_command', 'execute_python'];
    for (const name of [...writes, ...others, ...danger]) {
      expect(await closed.fail(name)).toMatch(/^PermissionDenied/);
    }
    const open = await Stage.open({ grants: { writes: true } });
    for (const name of [...writes, ...others]) expect(await open.fail(name)).not.toMatch(/^PermissionDenied/);
    for (const name of danger) expect(await open.fail(name)).toMatch(/^PermissionDenied/);
    expect(closed.source.calls).toEqual([]);
    expect(await closed.json('unreal://journal')).toMatchObject({ revision: 0, items: [] });
  });

  it('write to the log', async () => {
    const stage = await Stage.open();
    const result = await stage.result('log_message', { message: 'Hello', verbosity: 'warning' });
    expect(result.structuredContent).toEqual({
      before: null,
      after: 'LogTemp: Hello',
      provenance: 'live',
      revision: 2,
      undo: 'Not possible: a line of the log stays.',
    });
    expect(result._meta).toMatchObject({ 'worldwire/revision': 2 });
    expect(stage.source.called('log.write')).toEqual([{ message: 'Hello', verbosity: 'warning' }]);
    expect(await stage.updated()).toContain('unreal://log');
    stage.source.on('log.write', ({ message }) => ({ line: message.replace(/\s+/g, ' ') }));
    await stage.call('log_message', { message: ' a\tb\nc ' });
    stage.source.on('log.write', () => ({ line: 'something else' }));
    expect(await stage.fail('log_message', { message: 'Hello' })).toMatch(/^Conflict: The editor kept/);
  });

  it('set a property, with the values before and after', async () => {
    const stage = await Stage.open();
    const args = { object: `BP_Door_C'${DOOR}'`, property: 'bOpen', value: true };
    expect(await stage.call('set_property', args)).toEqual({
      before: false,
      after: true,
      provenance: 'live',
      revision: 2,
      undo: 'undo_write {"revision":2}',
    });
    expect(await stage.call('get_property', { object: DOOR, property: 'bOpen' })).toMatchObject({
      value: true,
    });
    expect(await stage.call('set_property', { ...args, value: null })).toMatchObject({ after: null });
    expect(await stage.fail('set_property', { object: DOOR, property: 'bOpen' })).toContain('value');
  });

  it.each([true, false])(
    'show no credentials of the settings, nor does the journal (kept: %s)',
    async kept => {
      const artifact = (ClientSecret: string) => [{ ClientId: 'id', ClientSecret }];
      const source = hall().on('property.write', ({ value }) => ({
        before: artifact('old hush'),
        after: kept ? value : artifact('other hush'),
      }));
      const stage = await Stage.open({ sources: [source], grants: { writes: true, eval: true } });
      const object = '/Script/OnlineSubsystemEOS.Default__EOSSettings';
      const args = { object, property: 'Artifacts', value: artifact('new hush') };
      const masked = [{ ClientId: 'id', ClientSecret: expect.stringContaining('masked') }];
      if (kept)
        expect(await stage.call('set_property', args)).toMatchObject({ before: masked, after: masked });
      else expect(await stage.fail('set_property', args)).not.toContain('hush');
      const journal = await stage.json('unreal://journal');
      expect(JSON.stringify(journal)).not.toContain('hush');
      expect(journal).toMatchObject({
        items: [{ before: masked, after: masked, arguments: { value: masked } }],
      });
      expect(source.called('property.write')).toEqual([args]);
    },
  );

  it.each([
    ' /Script/OnlineSubsystemEOS.Default__EOSSettings',
    "Object'/Script/OnlineSubsystemEOS.Default__EOSSettings'",
    'script/OnlineSubsystemEOS:Default__EOSSettings ',
  ])('leave no credential in the journal for the spelling %j', async object => {
    const source = hall()
      .on('property.write', ({ value }) => ({ before: '', after: value }))
      .on('function.call', () => ({ result: { ReturnValue: 'hush', Token: 'hush', Count: 1 } }));
    const stage = await Stage.open({ sources: [source], grants: { writes: true, eval: true } });
    await stage.call('set_property', { object, property: 'ClientSecret', value: 'hush' });
    const called = { object, function: 'GetClientSecret', arguments: { Password: 'hush' } };
    const masked = expect.stringContaining('masked');
    expect(await stage.call('call_function', called)).toMatchObject({
      result: { ReturnValue: masked, Token: masked, Count: 1 },
    });
    expect(JSON.stringify(await stage.json('unreal://journal'))).not.toContain('hush');
    expect(source.called('function.call')).toMatchObject([{ arguments: { Password: 'hush' } }]);
  });

  it('fail if the editor kept another value, with both values', async () => {
    const source = hall().on('property.write', () => ({ before: 1, after: 100 }));
    const stage = await Stage.open({ sources: [source] });
    const text = await stage.fail('set_property', { object: DOOR, property: 'Weight', value: 500 });
    expect(text).toMatch(/^Conflict: The editor kept 100 instead of 500 \(it was 1\)\.\nHint: /);
    expect(await stage.json('unreal://journal')).toMatchObject({
      items: [
        { tool: 'set_property', outcome: 'failed', before: 1, after: 100, error: { kind: 'Conflict' } },
      ],
    });
  });

  it('cut large values in the answer and in the journal, but compare complete values', async () => {
    const stage = await Stage.open();
    const value = 'x'.repeat(300_000);
    const written = await stage.call('set_property', { object: DOOR, property: 'Text', value });
    expect(JSON.stringify(written).length).toBeLessThan(20_000);
    const source = hall().on('property.write', params => ({ before: '', after: `${params.value}y` }));
    const other = await Stage.open({ sources: [source] });
    const text = await other.fail('set_property', { object: DOOR, property: 'Text', value });
    expect(text.length).toBeLessThan(2_000);
  });

  it('move an actor, by objects or by lists', async () => {
    const stage = await Stage.open();
    const location = { x: 1, y: 2, z: 3 };
    expect(await stage.call('set_actor_transform', { path: DOOR, location: [1, 2, 3] })).toMatchObject({
      before: { location: ORIGIN, rotation: LEVEL, scale: ONE },
      after: { location, rotation: LEVEL, scale: ONE },
    });
    expect(stage.source.called('actor.transform')).toEqual([{ path: DOOR, location }]);
    const more = { rotation: [10, 20, 30], scale: 2 };
    expect(await stage.call('set_actor_transform', { path: DOOR, ...more })).toMatchObject({
      after: { location, rotation: { pitch: 10, yaw: 20, roll: 30 }, scale: { x: 2, y: 2, z: 2 } },
    });
    const whole = { location, rotation: LEVEL, scale: ONE };
    expect(await stage.call('set_actor_transform', { path: DOOR, ...whole })).toMatchObject({ after: whole });
  });

  it('accept the members of a transform in any case', async () => {
    const stage = await Stage.open();
    const place = {
      location: { X: 1, Y: 2, Z: 3 },
      rotation: { Pitch: 10, YAW: 20, roll: 30 },
      scale: { x: 1, Y: 2, z: 3 },
    };
    const small = {
      location: { x: 1, y: 2, z: 3 },
      rotation: { pitch: 10, yaw: 20, roll: 30 },
      scale: { x: 1, y: 2, z: 3 },
    };
    await stage.call('set_actor_transform', { path: DOOR, ...place }, { key: 'k' });
    expect(stage.source.called('actor.transform')).toEqual([{ path: DOOR, ...small }]);
    expect(await stage.call('set_actor_transform', { path: DOOR, ...small }, { key: 'k' })).toMatchObject({
      replayed: true,
    });
    await stage.call('spawn_actor', { class: 'C', ...place });
    expect(stage.source.called('actor.spawn')).toEqual([{ class: 'C', ...small }]);
  });

  const VECTOR = 'must be {x, y, z} or [x, y, z], all numbers';
  const ROTATOR = 'must be {pitch, yaw, roll} or [pitch, yaw, roll], all numbers';

  it.each([
    [{}, 'Give at least one of them'],
    [{ location: { x: 1, y: 2 } }, VECTOR],
    [{ location: { x: 10 } }, VECTOR],
    [{ location: [1, 2] }, VECTOR],
    [{ location: { x: 1, y: 2, z: 3, w: 4 } }, 'Unrecognized key: "w"'],
    [{ location: { x: 1, X: 2, y: 2, z: 3 } }, 'Unrecognized key: "X"'],
    [{ location: { x: 1, y: 2, z: '3' } }, VECTOR],
    [{ location: null }, 'location, rotation and scale are all missing'],
    [{ rotation: { yaw: 10 } }, ROTATOR],
    [{ rotation: { x: 1, y: 2, z: 3 } }, ROTATOR],
    [{ scale: 'large' }, `${VECTOR}, or one number`],
    [{ place: [1, 2, 3] }, 'place'],
  ])('refuse the place %j, and record nothing', async (place, reason) => {
    const stage = await Stage.open();
    const text = await stage.fail('set_actor_transform', { path: DOOR, ...place });
    expect(text).toContain(reason);
    for (const part of Object.keys(place)) expect(text).toContain(part);
    expect(await stage.json('unreal://journal')).toMatchObject({ revision: 0 });
  });

  it('accept equal rotations in other spellings, and reject another transform', async () => {
    const stage = await Stage.open();
    const before = { location: ORIGIN, rotation: LEVEL, scale: ONE };
    const turned = { pitch: 80, yaw: -180, roll: 180 };
    stage.source.on('actor.transform', () => ({ before, after: { ...before, rotation: turned } }));
    const rotation = { pitch: 100, yaw: 0, roll: 0 };
    expect(await stage.call('set_actor_transform', { path: DOOR, rotation })).toMatchObject({
      after: { rotation: turned },
    });
    expect(await stage.fail('set_actor_transform', { path: DOOR, location: [0, 0, 5] })).toMatch(/kept/);
    expect(await stage.fail('set_actor_transform', { path: DOOR, rotation: [90, 0, 0] })).toMatch(/kept/);
    expect(await stage.fail('set_actor_transform', { path: DOOR, scale: 3 })).toMatch(/kept/);
  });

  it('spawn an actor, and check its place', async () => {
    const stage = await Stage.open();
    const args = { class: "Blueprint'/Game/Doors/BP_Door.BP_Door'", name: 'Back door', location: [0, 0, 90] };
    const spawned = await stage.call<{ before: null; after: { path: string } }>('spawn_actor', args);
    expect(spawned).toMatchObject({
      before: null,
      after: { class: '/Game/Doors/BP_Door.BP_Door', label: 'Back door', location: { x: 0, y: 0, z: 90 } },
    });
    expect(await stage.call('get_actor', { path: spawned.after.path })).toMatchObject({ label: 'Back door' });
    expect(stage.source.called('actor.get')).toContainEqual({ path: spawned.after.path });
  });

  it('fail if the spawned actor is missing, at another place, or has another label', async () => {
    const path = '/Game/Maps/Hall.Hall:PersistentLevel.New';
    const spawn = (made: object) =>
      hall().on('actor.spawn', () => ({ path, name: 'New', class: 'C', ...made }));
    const missing = await Stage.open({ sources: [spawn({})] });
    expect(await missing.fail('spawn_actor', { class: 'C' })).toMatch(/^Conflict: The editor kept null/);
    const detail = { path, name: 'New', class: 'C', components: [], properties: {} };
    const elsewhere = { ...detail, location: ORIGIN };
    const moved = await Stage.open({ sources: [spawn({}).on('actor.get', () => elsewhere)] });
    const text = await moved.fail('spawn_actor', { class: 'C', location: [1, 0, 0] });
    expect(text).toContain(`"path":${JSON.stringify(path)}`);
    const named = await Stage.open({ sources: [spawn({}).on('actor.get', () => detail)] });
    expect(await named.fail('spawn_actor', { class: 'C', name: 'Mine' })).toContain('kept');
    expect(await named.call('spawn_actor', { class: 'C', name: 'New' })).toMatchObject({ after: { path } });
  });

  it('accept the result of a source that cannot be read back, and are unsure after a lost connection', async () => {
    const path = '/Game/Maps/Hall.Hall:PersistentLevel.New';
    const source = hall().on('actor.spawn', () => ({ path, name: 'New', class: 'C' }));
    const stage = await Stage.open({ sources: [source] });
    const failing = (kind: 'closed' | 'gone') =>
      source.on('actor.get', () => {
        throw new UnrealError(kind, 'No.');
      });
    failing('closed');
    expect(await stage.call('spawn_actor', { class: 'C' })).toMatchObject({ after: { path } });
    failing('gone');
    expect(await stage.fail('spawn_actor', { class: 'C' })).toMatch(
      /^NotReady: .*not be read back.*may have been done/s,
    );
    expect(await stage.json('unreal://journal')).toMatchObject({
      items: [{ outcome: 'unsure' }, { outcome: 'done' }],
    });
  });

  it('destroy an actor, and check that it is gone', async () => {
    const stage = await Stage.open();
    expect(await stage.call('destroy_actor', { path: DOOR })).toMatchObject({
      before: { path: DOOR, label: 'Front door' },
      after: null,
    });
    expect(await stage.fail('get_actor', { path: DOOR })).toMatch(/^NotFound/);
    expect(await stage.fail('destroy_actor', { path: DOOR })).toMatch(/^NotFound/);
    stage.source.on('actor.destroy', () => ({
      destroyed: { path: LAMP, name: 'Lamp_1', class: 'PointLight' },
    }));
    expect(await stage.fail('destroy_actor', { path: LAMP })).toMatch(/^Conflict: The editor kept \{"path"/);
  });

  it('select actors in any order, and none', async () => {
    const stage = await Stage.open();
    expect(await stage.call('select_actors', { paths: [DOOR, LAMP] })).toMatchObject({
      before: [],
      after: [DOOR, LAMP],
    });
    stage.source.on('selection.set', ({ paths }) => ({ before: [DOOR], after: [...paths].reverse() }));
    expect(await stage.call('select_actors', { paths: [DOOR, LAMP] })).toMatchObject({ after: [LAMP, DOOR] });
    expect(await stage.call('select_actors', { paths: [] })).toMatchObject({ after: [] });
    stage.source.on('selection.set', () => ({ before: [], after: [DOOR] }));
    expect(await stage.fail('select_actors', { paths: [DOOR, LAMP] })).toMatch(/^Conflict: The editor kept/);
    expect(await stage.fail('select_actors', { paths: [] })).toMatch(/^Conflict/);
    expect(await stage.fail('select_actors', { paths: Array(501).fill(DOOR) })).toMatch(/paths/);
  });

  it('open a level by any spelling of its path', async () => {
    const stage = await Stage.open();
    expect(await stage.call('open_level', { path: "World'/Game/Maps/Hall.Hall'" })).toMatchObject({
      before: '/Game/Maps/Hall',
      after: '/Game/Maps/Hall',
    });
    stage.source.on('level.open', () => ({ before: null, after: '/Game/Maps/Hall.Hall' }));
    expect(await stage.call('open_level', { path: '/game/maps/hall' })).toMatchObject({ before: null });
    stage.source.on('level.open', () => ({ before: null, after: null }));
    expect(await stage.fail('open_level', { path: '/Game/Maps/Hall' })).toMatch(/^Conflict/);
    expect(await stage.fail('open_level', { path: 'Hall' })).toMatch(/^InvalidArgument/);
  });

  it('call a function with parameters by name', async () => {
    const stage = await Stage.open();
    const args = { object: DOOR, function: 'Open', arguments: { Speed: 2 } };
    expect(await stage.call('call_function', args)).toEqual({
      before: null,
      after: null,
      result: { ReturnValue: 'Open', Speed: 2 },
      provenance: 'live',
      revision: 2,
      undo: expect.stringMatching(/^Not possible: the effect of the call is unknown/),
    });
    expect(stage.source.called('function.call')).toEqual([args]);
    stage.source.on('function.call', () => ({ result: { ReturnValue: 'x'.repeat(500_000), Small: 1 } }));
    const large = await stage.call('call_function', { object: DOOR, function: 'Describe' });
    expect(JSON.stringify(large).length).toBeLessThan(20_000);
    expect(large).toMatchObject({
      result: { Small: 1 },
      note: expect.stringContaining('because of their size'),
    });
  });

  it('run a console command and Python, with limited output', async () => {
    const stage = await Stage.open();
    expect(await stage.call('run_console_command', { command: 'stat fps' })).toMatchObject({
      output: ['ran stat fps'],
      revision: 2,
    });
    expect(await stage.call('execute_python', { code: 'print(1)', mode: 'statement' })).toMatchObject({
      result: 'None',
      output: [{ type: 'Info', text: 'print(1)' }],
    });
    expect(stage.source.called('python.run')).toEqual([{ code: 'print(1)', mode: 'statement' }]);
    const text = 'x'.repeat(10_000);
    stage.source.on('python.run', () => ({
      result: text.repeat(10),
      output: Array(100).fill({ type: 'Info', text }),
    }));
    const printed = await stage.call('execute_python', { code: 'loop()' });
    expect(JSON.stringify(printed).length).toBeLessThan(60_000);
    expect(printed.note).toContain('more lines');
    stage.source.on('console.run', () => ({ output: Array(100).fill(text) }));
    const output = await stage.call('run_console_command', { command: 'dump' });
    expect(JSON.stringify(output).length).toBeLessThan(60_000);
    expect(await stage.json('unreal://journal')).toMatchObject({
      items: [
        { tool: 'run_console_command' },
        { arguments: { code: 'loop()', mode: 'file' } },
        { tool: 'execute_python' },
        { tool: 'run_console_command' },
      ],
    });
  });

  it('show the line that opens a closed gate', async () => {
    const stage = await Stage.open();
    stage.source.on('python.run', () => {
      throw new UnrealError('closed', 'Python is off.', 'bEnableRemotePythonExecution=True');
    });
    expect(await stage.fail('execute_python', { code: '1' })).toBe(
      'Unsupported: Python is off.\nHint: bEnableRemotePythonExecution=True',
    );
    expect(await stage.json('unreal://journal')).toMatchObject({ items: [{ outcome: 'failed' }] });
  });
});
