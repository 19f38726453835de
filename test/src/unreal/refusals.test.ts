import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, json, refusal } from './answers.js';
import { DOOR_CLASS, harbour, ISLAND, island, PLANKS, TAVERN_DOOR } from './saltmere.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

/** A valid call of every tool that writes or runs code. */
const WRITES: readonly (readonly [name: string, args: object, danger?: true])[] = [
  ['log_message', { message: 'hello' }],
  ['set_property', { object: TAVERN_DOOR, property: 'OpenAngle', value: 1 }],
  ['call_function', { object: TAVERN_DOOR, function: 'Open' }],
  ['set_actor_transform', { path: TAVERN_DOOR, location: [0, 0, 0] }],
  ['spawn_actor', { class: 'PointLight' }],
  ['destroy_actor', { path: TAVERN_DOOR }],
  ['select_actors', { paths: [TAVERN_DOOR] }],
  ['open_level', { path: ISLAND }],
  ['run_console_command', { command: 't.MaxFPS 1' }, true],
  ['execute_python', { code: '1' }, true],
];

const GONE = harbour('Nobody_0');
const FAR = { x: 1, y: 2 };
const OUT_OF_REACH = /does not fit\. Send \{.*\} with numbers from -8\.8e\+12 to 8\.8e\+12\./;

/** Invalid arguments with a pattern for the error. */
const SENSELESS: readonly (readonly [name: string, args: object, word: RegExp])[] = [
  ['get_editor_state', { verbose: true }, /verbose/],
  ['list_assets', { limit: 0 }, /limit/],
  ['list_assets', { limit: 201 }, /limit/],
  ['list_assets', { limit: 1.5 }, /limit/],
  ['list_assets', { path: '/Game/../../etc' }, /is not the path of a folder/],
  ['list_assets', { path: 7 }, /path/],
  ['list_assets', { class: 'a*b' }, /is not the path of a class/],
  ['list_assets', { cursor: 'disk:/Game' }, /cursor/],
  ['list_assets', { cursor: 'sample:nonsense' }, /cursor/],
  ['find_assets', {}, /query/],
  ['find_assets', { query: '' }, /query/],
  ['find_assets', { query: 'x'.repeat(2_001) }, /query/],
  ['describe_asset', {}, /path/],
  ['describe_asset', { path: '/Game' }, /is not the path of an asset/],
  ['describe_asset', { path: '/Game/a\u0000b' }, /is not the path of an asset/],
  ['get_blueprint_contents', { path: DOOR_CLASS, format: 'xml' }, /format/],
  ['get_blueprint_contents', { path: DOOR_CLASS, offset: -1 }, /offset/],
  ['get_blueprint_contents', { path: DOOR_CLASS, limit: 200_001 }, /limit/],
  ['get_references', { path: '' }, /path/],
  ['get_references', { path: DOOR_CLASS, cursor: 'x' }, /cursor/],
  ['list_actors', { limit: '5' }, /limit/],
  ['list_actors', { path: '/Game//Maps' }, /is not the path of an asset/],
  ['get_actor', { path: '' }, /path/],
  ['get_actor', { path: "a'b" }, /is not the path of an object/],
  ['get_selection', { cursor: '-1' }, /cursor/],
  ['get_property', {}, /object/],
  ['get_property', { object: TAVERN_DOOR, property: '' }, /property/],
  ['tail_log', { lines: 0 }, /lines/],
  ['tail_log', { lines: 1_001 }, /lines/],
  ['take_screenshot', { width: 15 }, /width/],
  ['take_screenshot', { height: 4_097 }, /height/],
  ['log_message', { message: '' }, /message/],
  ['log_message', { message: 'x', verbosity: 'fatal' }, /verbosity/],
  ['set_property', { object: TAVERN_DOOR, property: 'OpenAngle' }, /value/],
  ['set_property', { object: TAVERN_DOOR, property: 'OpenAngle', value: 'wide' }, /OpenAngle/],
  ['set_property', { object: PLANKS, property: 'ImportedSize', value: { X: 1, Y: 1 } }, /can only be read/],
  ['call_function', { object: TAVERN_DOOR, function: 'Unlock' }, /Key/],
  ['call_function', { object: TAVERN_DOOR, function: 'Open', arguments: { Loud: 1 } }, /Loud/],
  ['call_function', { object: TAVERN_DOOR, function: 'Open', arguments: [] }, /arguments/],
  ['set_actor_transform', { path: TAVERN_DOOR }, /location, rotation and scale are all missing/],
  ['set_actor_transform', { path: TAVERN_DOOR, location: FAR }, /location/],
  ['set_actor_transform', { path: TAVERN_DOOR, rotation: [1, 2] }, /rotation/],
  ['set_actor_transform', { path: TAVERN_DOOR, scale: 'big' }, /scale/],
  ['set_actor_transform', { path: TAVERN_DOOR, location: [1e300, 0, 0] }, OUT_OF_REACH],
  ['set_actor_transform', { path: TAVERN_DOOR, scale: -1e13 }, OUT_OF_REACH],
  ['spawn_actor', { class: 'PointLight', rotation: [0, 9e12, 0] }, OUT_OF_REACH],
  ['spawn_actor', {}, /class/],
  ['spawn_actor', { class: 'PointLight', name: '' }, /name/],
  ['spawn_actor', { class: 'Blueprints/../x' }, /is not the path of a class/],
  ['destroy_actor', { path: '/' }, /is not the path of an object/],
  ['select_actors', { paths: TAVERN_DOOR }, /paths/],
  ['select_actors', { paths: Array.from({ length: 501 }, () => TAVERN_DOOR) }, /paths/],
  ['select_actors', { paths: [island('BP_Door_C_1')] }, /not open/],
  ['open_level', { path: '' }, /path/],
  ['run_console_command', { command: '' }, /command/],
  ['run_console_command', { command: 'one\ntwo' }, /one line/],
  ['execute_python', { code: '1', mode: 'shell' }, /mode/],
  ['execute_python', {}, /code/],
];

/** Valid arguments that name missing objects. */
const UNKNOWN: readonly (readonly [name: string, args: object])[] = [
  ['describe_asset', { path: '/Game/Blueprints/BP_Dragon' }],
  ['get_blueprint_contents', { path: '/Game/Blueprints/BP_Dragon' }],
  ['get_references', { path: '/Game/Blueprints/BP_Dragon' }],
  ['list_actors', { path: '/Game/Maps/Moon' }],
  ['get_actor', { path: GONE }],
  ['get_property', { object: GONE }],
  ['get_property', { object: TAVERN_DOOR, property: 'Wings' }],
  ['set_property', { object: TAVERN_DOOR, property: 'Wings', value: 1 }],
  ['call_function', { object: TAVERN_DOOR, function: 'Fly' }],
  ['set_actor_transform', { path: GONE, scale: 1 }],
  ['spawn_actor', { class: 'Dragon' }],
  ['destroy_actor', { path: GONE }],
  ['select_actors', { paths: [GONE] }],
  ['open_level', { path: '/Game/Maps/Moon' }],
];

describe.each(ERAS)('%s', (_era, visit) => {
  let closed: UnrealServer;
  let open: UnrealServer;
  let client: Visitor;
  beforeAll(async () => {
    [closed, open] = await Promise.all([startUnreal(), startUnreal({ grants: ALL })]);
    client = await visit(open.url);
  });
  afterAll(async () => {
    await client.close();
    await Promise.all([closed.close(), open.close()]);
  });

  it('may write only if the operator allows it, and each attempt is in the audit log', async () => {
    const restricted = await visit(closed.url);
    const before = await answer(restricted, 'get_actor', { path: TAVERN_DOOR });
    for (const [name, args, danger] of WRITES) {
      const text = await refusal(restricted, name, args);
      expect(text).toMatch(/^PermissionDenied: .*not allowed here/);
      expect(text).toContain(danger ? '--allow eval' : '--allow writes');
      const access = danger ? 'danger' : 'write';
      expect(closed.audits.at(-1)).toMatchObject({ tool: name, access, outcome: 'denied' });
    }
    expect(closed.audits).toHaveLength(WRITES.length);
    expect(await answer(restricted, 'get_actor', { path: TAVERN_DOOR })).toEqual(before);
    expect(await json(restricted, 'unreal://journal')).toEqual({ revision: 0, items: [] });
    await restricted.close();
  });

  it('may not run code if only writes are allowed, and may not write on a read-only server', async () => {
    for (const [grants, allowed] of [
      [{ writes: true }, true],
      [{ writes: true, eval: true, readOnly: true }, false],
    ] as const) {
      const server = await startUnreal({ grants });
      const restricted = await visit(server.url);
      const code = { command: 'help' };
      expect(await refusal(restricted, 'run_console_command', code)).toMatch(/^PermissionDenied: /);
      const spoken = await restricted.call('log_message', { message: 'x' });
      expect(spoken.isError ?? false).toBe(!allowed);
      await restricted.close();
      await server.close();
    }
  });

  it.each(SENSELESS)(
    '[UNREAL-5.1.3] gets an error for invalid arguments: %s %j',
    async (name, args, word) => {
      const text = await refusal(client, name, args);
      expect(text).toMatch(/^InvalidArgument: /);
      expect(text).toMatch(word);
    },
  );

  it.each(UNKNOWN)('gets an error for a missing object: %s %j', async (name, args) => {
    const text = await refusal(client, name, args);
    expect(text).toMatch(/^NotFound: /);
    expect(text).toMatch(/Hint: |There (is|are)|It has|knows|Did you mean/);
  });

  it('gets a protocol error for an unknown tool', async () => {
    await expect(client.call('fly', {})).rejects.toMatchObject({ code: -32602 });
  });
});
