import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, sessionVisitor, type Visitor } from '../universe/official-clients.js';
import { answer, json, refusal } from './answers.js';
import { DOOR_CLASS, HARBOUR, ISLAND, island, TAVERN_DOOR } from './saltmere.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';
import { Watching } from './watching.js';

const DOOR = `unreal://actor${TAVERN_DOOR}`;
const LEVEL = `unreal://level${HARBOUR}`;

describe.each(ERAS)('%s is notified', (_era, visit) => {
  let server: UnrealServer;
  let client: Visitor;
  let other: Visitor;
  beforeAll(async () => {
    server = await startUnreal({ grants: ALL });
    [client, other] = await Promise.all([visit(server.url), visit(server.url)]);
  });
  afterAll(async () => {
    await Promise.all([client.close(), other.close()]);
    await server.close();
  });

  it('of an actor that another client changes, of its level and of the journal', async () => {
    const uris = [DOOR, LEVEL, 'unreal://journal', 'unreal://assets'];
    const watching = await Watching.of(client, ...uris);
    await answer(other, 'set_property', { object: TAVERN_DOOR, property: 'OpenAngle', value: 12 });
    await watching.updated(...uris);
    expect(await json(client, DOOR)).toMatchObject({ properties: { OpenAngle: 12 } });
    await answer(other, 'call_function', { object: TAVERN_DOOR, function: 'Open' });
    await watching.updated(DOOR, 'unreal://journal');
    await answer(other, 'destroy_actor', { path: TAVERN_DOOR });
    await watching.updated(DOOR, LEVEL);
    await expect(client.read(DOOR)).rejects.toMatchObject({ data: { uri: DOOR } });
  });

  it('of the state of the editor when another level is opened, and of both levels', async () => {
    const levels = [LEVEL, `unreal://level${ISLAND}`];
    const watching = await Watching.of(client, 'unreal://editor/state', ...levels);
    await answer(other, 'open_level', { path: ISLAND });
    await watching.updated('unreal://editor/state', ...levels);
    expect(await json(client, 'unreal://editor/state')).toMatchObject({ level: ISLAND });
    await answer(other, 'open_level', { path: HARBOUR });
    await watching.updated('unreal://editor/state', ...levels);
  });

  it('of new lines in the log', async () => {
    const watching = await Watching.of(client, 'unreal://log');
    await answer(other, 'log_message', { message: 'Do you hear me?' });
    await watching.updated('unreal://log');
    expect((await client.read('unreal://log?lines=1')).text).toContain('Do you hear me?');
  });

  it('of an asset under the URI that it watches', async () => {
    const spelled = `unreal://asset${DOOR_CLASS}.BP_Door`;
    const watching = await Watching.of(client, spelled, `unreal://blueprint${DOOR_CLASS}`);
    const object = `${DOOR_CLASS}.Default__BP_Door_C`;
    await answer(other, 'set_property', { object, property: 'KeyName', value: 'IronKey' });
    await watching.updated(spelled, `unreal://blueprint${DOOR_CLASS}`);
    expect((await client.read(`unreal://blueprint${DOOR_CLASS}`)).text).toContain('IronKey');
  });

  it('not of resources that it does not watch, and not of refused writes', async () => {
    const third = await visit(server.url);
    const [note, wood] = [island('Note_0'), '/Game/Materials/M_Wood'];
    const watching = await Watching.of(third, `unreal://actor${note}`, `unreal://asset${wood}`);
    await answer(other, 'spawn_actor', { class: 'PointLight' });
    expect(await refusal(other, 'destroy_actor', { path: note })).toMatch(/not open/);
    await refusal(other, 'set_property', { object: wood, property: 'TwoSided', value: 'perhaps' });
    // Notifications are ordered: all earlier ones have arrived.
    await answer(other, 'set_property', { object: wood, property: 'TwoSided', value: true });
    const updates = await watching.updated(`unreal://asset${wood}`);
    expect(new Set(updates)).toEqual(new Set([`unreal://asset${wood}`]));
    await third.close();
  });
});

// A subscription of 2026-07-28 omits such URIs from its acknowledgement instead.
it('a subscription to a missing resource is refused', async () => {
  const server = await startUnreal({ grants: ALL });
  const client = await sessionVisitor(server.url);
  const missing: [uri: string, message: RegExp][] = [
    ['unreal://asset/Game/None', /There is no/],
    [`unreal://level${HARBOUR}None`, /There is no/],
    [`unreal://actor${TAVERN_DOOR}_None`, /There is no/],
    ['unreal://assets?path=%2FGame%2FNone', /is neither a package nor a folder/],
  ];
  for (const [uri, message] of missing) {
    await expect(client.watch(uri, () => {})).rejects.toThrow(message);
  }
  await client.close();
  await server.close();
});
