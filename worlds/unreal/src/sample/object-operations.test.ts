import type { JsonValue } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { type Bench, harbour, island, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

const DOOR = harbour('BP_Door_C_1');
const LOCKED = harbour('BP_Door_C_2');
const LANTERN = harbour('BP_Lantern_C_1');
const FERRY = harbour('BP_Ferry_C_1');

function write(object: string, property: string, value: JsonValue) {
  return bench.call('property.write', { object, property, value });
}

function call(object: string, name: string, inputs: Record<string, JsonValue> = {}) {
  return bench.call('function.call', { object, function: name, arguments: inputs });
}

describe('a property', () => {
  it.each([
    [DOOR, 'ActorLabel', 'StrProperty', 'BackDoor'],
    [DOOR, 'bHidden', 'BoolProperty', true],
    [DOOR, 'Tags', 'ArrayProperty(NameProperty)', ['Wood', 'Old']],
    [DOOR, 'RelativeLocation', 'StructProperty(Vector)', { X: 1, Y: 2.5, Z: -3 }],
    [DOOR, 'OpenAngle', 'DoubleProperty', 110],
    [DOOR, 'KeyName', 'NameProperty', 'IronKey'],
    [`${DOOR}.Hinge`, 'RelativeRotation', 'StructProperty(Rotator)', { Pitch: 0, Yaw: 30, Roll: 0 }],
    [`${DOOR}.Panel`, 'bVisible', 'BoolProperty', false],
    [`${DOOR}.Panel`, 'StaticMesh', 'ObjectProperty(StaticMesh)', '/Game/Meshes/SM_House.SM_House'],
    [`${DOOR}.Panel`, 'StaticMesh', 'ObjectProperty(StaticMesh)', null],
    [`${LANTERN}.Flame`, 'Intensity', 'DoubleProperty', 8_000],
    [`${LANTERN}.Flame`, 'AttenuationRadius', 'DoubleProperty', 1_234.5],
    [`${LANTERN}.Flame`, 'LightColor', 'StructProperty(Color)', { R: 1, G: 128, B: 254, A: 255 }],
    [FERRY, 'Destination', 'SoftObjectProperty(World)', '/Game/Maps/Harbour.Harbour'],
    ['/Game/Materials/M_Wood.M_Wood', 'BlendMode', 'EnumProperty(EBlendMode)', 'BLEND_Masked'],
    ['/Game/Meshes/SM_House', 'LightMapResolution', 'IntProperty', 128],
    ['/Game/Maps/Harbour', 'KillZ', 'DoubleProperty', -500],
    ['/Game/Maps/Harbour', 'DefaultGameMode', 'ClassProperty(GameModeBase)', '/Script/Engine.GameModeBase'],
    ['/Game/Blueprints/BP_Ferry.Default__BP_Ferry_C', 'Speed', 'DoubleProperty', 300],
  ])('of %s, %s, a %s, has the written value: %j', async (object, property, type, value) => {
    const before = await bench.call('property.read', { object, property });
    expect(before.type).toBe(type);
    expect(await write(object, property, value)).toEqual({ before: before.value, after: value });
    expect(await bench.call('property.read', { object, property })).toEqual({ value, type });
  });

  it.each([
    [DOOR, 'ActorLabel', ''],
    [DOOR, 'bHidden', 'yes'],
    [DOOR, 'Tags', ['Wood', 3]],
    [DOOR, 'OpenAngle', 181],
    [DOOR, 'OpenAngle', '90'],
    [DOOR, 'RelativeLocation', { X: 1, Y: 2 }],
    [DOOR, 'RelativeLocation', [1, 2, 3]],
    [DOOR, 'KeyName', 7],
    [`${LANTERN}.Flame`, 'Intensity', -1],
    [`${LANTERN}.Flame`, 'LightColor', { R: 256, G: 0, B: 0 }],
    [`${DOOR}.Panel`, 'StaticMesh', '/Game/Materials/M_Wood.M_Wood'],
    [`${DOOR}.Panel`, 'StaticMesh', '/Game/Meshes/SM_Nothing'],
    [FERRY, 'Destination', '/Game/Blueprints/BP_Door'],
    ['/Game/Materials/M_Wood', 'BlendMode', 'BLEND_Sideways'],
    ['/Game/Meshes/SM_House', 'LightMapResolution', 1.5],
    ['/Game/Maps/Harbour', 'DefaultGameMode', '/Game/Blueprints/BP_Door'],
    ['/Game/Textures/T_Planks', 'ImportedSize', { X: 1, Y: 1 }],
  ])('of %s, %s, does not accept %j', async (object, property, value) => {
    const before = await bench.read(object, property);
    const refused = await bench.refusal('property.write', { object, property, value: value as JsonValue });
    expect(refused.kind).toBe('invalid');
    expect(refused.message).toMatch(/(Send|Write) /);
    expect(await bench.read(object, property)).toEqual(before);
  });

  it('that holds an object accepts any spelling of a path and keeps one', async () => {
    const spelled = [
      '/Game/Meshes/SM_House',
      "StaticMesh'/Game/Meshes/SM_House.SM_House'",
      '/game/meshes/sm_house',
    ];
    for (const value of spelled) {
      expect((await write(`${DOOR}.Panel`, 'staticmesh', value)).after).toBe(
        '/Game/Meshes/SM_House.SM_House',
      );
    }
  });

  it('can be restored with its value before', async () => {
    const { items } = await bench.call('actor.list', { limit: 1_000 });
    const details = await Promise.all(items.map(({ path }) => bench.call('actor.get', { path })));
    const objects = details.flatMap(({ path, components }) => [
      path,
      ...components.map(each => each.path ?? ''),
    ]);
    const assets = (await bench.call('asset.list', {})).items.map(({ path }) => path);
    expect(Math.min(objects.length, assets.length)).toBeGreaterThan(0);
    for (const object of [...objects, ...assets]) {
      const { value: all } = await bench.call('property.read', { object });
      for (const [property, value] of Object.entries(all as Record<string, JsonValue>)) {
        const outcome = await write(object, property, value).catch((error: Error) => error.message);
        if (typeof outcome === 'string') expect(outcome).toContain('can only be read');
        else expect(outcome, `${object}.${property}`).toEqual({ before: value, after: value });
      }
    }
  });

  it('for the transform of an actor is that of its root', async () => {
    await write(`${DOOR}.DefaultSceneRoot`, 'RelativeLocation', { X: 5, Y: 6, Z: 7 });
    expect((await bench.call('actor.get', { path: DOOR })).location).toEqual({ x: 5, y: 6, z: 7 });
    const LIGHT = harbour('PointLight_0');
    await bench.call('actor.transform', { path: LIGHT, location: { x: 1, y: 1, z: 1 } });
    expect(await bench.read(`${LIGHT}.LightComponent0`, 'RelativeLocation')).toEqual({ X: 1, Y: 1, Z: 1 });
  });

  it('that is missing is not found, with the existing names', async () => {
    const missing = await bench.refusal('property.read', { object: DOOR, property: 'Colour' });
    expect(missing).toMatchObject({ kind: 'not-found', enable: expect.stringContaining('OpenAngle') });
    expect(missing.message).not.toContain('OpenAngle');
    const elsewhere = await bench.refusal('property.read', { object: LANTERN, property: 'Intensity' });
    expect(elsewhere.message).toContain(`${LANTERN}.Flame`);
    const component = await bench.refusal('property.read', { object: `${DOOR}.Knob`, property: 'bVisible' });
    expect(component).toMatchObject({ kind: 'not-found', enable: expect.stringContaining('Hinge') });
    const inside = await bench.refusal('property.read', { object: '/Game/Blueprints/BP_Door.BP_Door_C' });
    expect(inside).toMatchObject({
      kind: 'not-found',
      message: expect.stringContaining('Default__BP_Door_C'),
    });
    const level = await bench.refusal('property.read', {
      object: '/Game/Maps/Harbour.Harbour:PersistentLevel',
    });
    expect(level.kind).toBe('not-found');
  });

  it('of an actor in a level that is not open can be read but not written', async () => {
    expect(await bench.read(island('BP_Door_C_1'), 'bLocked')).toBe(true);
    const refused = await bench.refusal('property.write', {
      object: island('BP_Door_C_1'),
      property: 'bLocked',
      value: false,
    });
    expect(refused.kind).toBe('invalid');
  });

  it('is reported as a change of its actor and its level, or of its asset', async () => {
    bench.events();
    await write(`${LANTERN}.Flame`, 'Intensity', 1);
    await write('/Game/Materials/M_Wood', 'TwoSided', true);
    const changes = bench.events().filter(({ kind }) => kind !== 'log');
    expect(changes).toEqual([
      { kind: 'actor', path: LANTERN },
      { kind: 'asset', path: '/Game/Maps/Harbour' },
      { kind: 'asset', path: '/Game/Materials/M_Wood' },
    ]);
  });
});

describe('a function', () => {
  it('opens and closes a door, and swings its hinge', async () => {
    expect(await call(DOOR, 'Open')).toEqual({ result: { bOpened: true } });
    expect(await bench.read(DOOR, 'bIsOpen')).toBe(true);
    expect(await bench.read(`${DOOR}.Hinge`, 'RelativeRotation')).toEqual({ Pitch: 0, Yaw: 95, Roll: 0 });
    expect(await call(DOOR, 'GetPrompt')).toEqual({ result: { Prompt: 'Close the door' } });
    await call(DOOR, 'Close');
    expect(await bench.read(`${DOOR}.Hinge`, 'RelativeRotation')).toEqual({ Pitch: 0, Yaw: 0, Roll: 0 });
  });

  it('opens a locked door only after the right key was used', async () => {
    expect(await call(LOCKED, 'Open')).toEqual({ result: { bOpened: false } });
    expect(await call(LOCKED, 'Unlock', { Key: 'IronKey' })).toEqual({ result: { bUnlocked: false } });
    expect(await call(LOCKED, 'Unlock', { Key: 'BrassKey' })).toEqual({ result: { bUnlocked: true } });
    expect(await call(LOCKED, 'Interact', { Instigator: harbour('PlayerStart_0') })).toEqual({
      result: { bHandled: true },
    });
    expect(await bench.read(LOCKED, 'bIsOpen')).toBe(true);
    const { lines } = await bench.call('log.tail', { lines: 20, query: 'It is locked' });
    expect(lines).toMatchObject([{ category: 'LogBlueprintUserMessages', verbosity: 'Warning' }]);
  });

  it('lights and dims a lantern', async () => {
    await call(LANTERN, 'Interact');
    expect([await bench.read(LANTERN, 'bLit'), await bench.read(`${LANTERN}.Flame`, 'bVisible')]).toEqual([
      false,
      false,
    ]);
    await call(LANTERN, 'Ignite');
    await call(LANTERN, 'SetBrightness', { NewBrightness: 250 });
    expect(await bench.read(`${LANTERN}.Flame`, 'Intensity')).toBe(250);
    expect(await bench.read(`${LANTERN}.Flame`, 'bVisible')).toBe(true);
  });

  it('takes the ferry out to sea and back to its berth', async () => {
    expect(await call(FERRY, 'Depart')).toEqual({ result: { NewLocation: { X: 420, Y: 3_350, Z: -40 } } });
    expect(await call(FERRY, 'Depart')).toEqual({ result: { NewLocation: { X: 420, Y: 3_350, Z: -40 } } });
    expect(await call(FERRY, 'Moor')).toEqual({ result: { NewLocation: { X: 420, Y: 350, Z: -40 } } });
    expect(await call(FERRY, 'NextDeparture', { Hour: 8 })).toEqual({
      result: { bFound: true, RowName: 'Noon' },
    });
    expect(await call(FERRY, 'NextDeparture', { Hour: 22 })).toEqual({
      result: { bFound: false, RowName: 'None' },
    });
  });

  it('turns and switches the beam of the lighthouse', async () => {
    await bench.call('level.open', { path: '/Game/Maps/LighthouseIsland' });
    const lighthouse = island('BP_Lighthouse_C_1');
    expect(await call(lighthouse, 'TurnBeam', { Degrees: 350 })).toEqual({ result: { Yaw: 350 } });
    expect(await call(lighthouse, 'TurnBeam', { Degrees: 20 })).toEqual({ result: { Yaw: 10 } });
    await call(lighthouse, 'SetBeam', { bOn: false });
    expect(await bench.read(`${lighthouse}.Lamp`, 'bVisible')).toBe(false);
  });

  it('of the engine moves, turns, scales, hides, names and destroys', async () => {
    const NewLocation = { X: 9, Y: 8, Z: 7 };
    expect(await call(DOOR, 'K2_SetActorLocation', { NewLocation, bSweep: true })).toMatchObject({
      result: { ReturnValue: true },
    });
    expect(await call(DOOR, 'K2_GetActorLocation')).toEqual({ result: { ReturnValue: NewLocation } });
    const NewRotation = { Pitch: 0, Yaw: 90, Roll: 0 };
    await call(DOOR, 'K2_SetActorRotation', { NewRotation });
    expect(await call(DOOR, 'K2_GetActorRotation')).toEqual({ result: { ReturnValue: NewRotation } });
    await call(DOOR, 'SetActorScale3D', { NewScale3D: { x: 2, y: 2, z: 2 } });
    expect(await call(DOOR, 'GetActorScale3D')).toEqual({ result: { ReturnValue: { X: 2, Y: 2, Z: 2 } } });
    await call(DOOR, 'SetActorHiddenInGame', { bNewHidden: true });
    expect(await bench.read(DOOR, 'bHidden')).toBe(true);
    await call(DOOR, 'SetActorLabel', { NewActorLabel: 'Side door' });
    expect(await call(DOOR, 'GetActorLabel')).toEqual({ result: { ReturnValue: 'Side door' } });
    await call(DOOR, 'K2_DestroyActor');
    expect(await bench.refusal('actor.get', { path: DOOR })).toMatchObject({ kind: 'not-found' });
  });

  it('of components and of the system library can be called', async () => {
    await call(`${LANTERN}.Flame`, 'SetIntensity', { NewIntensity: 12 });
    expect(await bench.read(`${LANTERN}.Flame`, 'Intensity')).toBe(12);
    await call(`${LANTERN}.Post`, 'SetVisibility', { bNewVisibility: false });
    expect(await bench.read(`${LANTERN}.Post`, 'bVisible')).toBe(false);
    const library = '/Script/Engine.Default__KismetSystemLibrary';
    expect(await call(library, 'GetEngineVersion')).toEqual({
      result: { ReturnValue: expect.stringMatching(/^5\.4\.4-/) },
    });
    await call(library, 'PrintString', { InString: 'Ahoy' });
    const { lines } = await bench.call('log.tail', { lines: 1 });
    expect(lines[0]?.text).toContain('Ahoy');
    expect(await bench.refusal('property.read', { object: library, property: 'Any' })).toMatchObject({
      kind: 'not-found',
    });
  });

  it('is refused with invalid arguments', async () => {
    for (const [object, name, inputs] of [
      [DOOR, 'K2_SetActorLocation', {}],
      [DOOR, 'K2_SetActorLocation', { NewLocation: 'here' }],
      [DOOR, 'K2_SetActorLocation', { NewLocation: { X: 0, Y: 0, Z: 0 }, Speed: 3 }],
      [DOOR, 'SetActorHiddenInGame', { bNewHidden: 1 }],
      [LANTERN, 'SetBrightness', { NewBrightness: -5 }],
      [LOCKED, 'Interact', { Instigator: '/Game/Meshes/SM_House' }],
      [DOOR, 'Open', { Wide: true }],
    ] as const) {
      const refused = await bench.refusal('function.call', { object, function: name, arguments: inputs });
      expect(refused, JSON.stringify(inputs)).toMatchObject({
        kind: 'invalid',
      });
      expect(`${refused.message} ${refused.enable}`).toMatch(
        /Send|The arguments are NewLocation|Call it without arguments\./,
      );
    }
    expect((await bench.call('actor.get', { path: DOOR })).location).toEqual({ x: -490, y: -500, z: 0 });
  });

  it('that is unknown is not found, with the known names', async () => {
    const refused = await bench.refusal('function.call', {
      object: DOOR,
      function: 'Explode',
      arguments: {},
    });
    expect(refused.kind).toBe('not-found');
    for (const name of ['Open', 'Close', 'K2_SetActorLocation']) {
      expect(refused.enable).toContain(name);
      expect(refused.message).not.toContain(name);
    }
    const asset = await bench.refusal('function.call', {
      object: '/Game/Meshes/SM_House',
      function: 'Open',
      arguments: {},
    });
    expect(asset).toMatchObject({ kind: 'not-found', enable: expect.stringContaining('actor') });
  });

  it('of a Blueprint can be called', async () => {
    const functions: string[] = [];
    for (const { path, name } of (await bench.call('asset.list', { class: 'Blueprint' })).items) {
      if (name.startsWith('BPI_') || name.endsWith('GameMode')) continue;
      const { blueprint } = await bench.call('asset.describe', { path });
      const actor = await bench.call('actor.spawn', { class: path });
      const refused = await bench.refusal('function.call', {
        object: actor.path,
        function: 'Nothing',
        arguments: {},
      });
      for (const each of blueprint?.functions ?? []) {
        functions.push(each.name);
        expect(refused.enable).toContain(each.name);
      }
    }
    expect(functions.length).toBeGreaterThan(0);
  });

  it('reports a change only if it made one', async () => {
    bench.events();
    await call(DOOR, 'K2_GetActorLocation');
    await call(DOOR, 'GetPrompt');
    expect(bench.events()).toEqual([]);
    await call(DOOR, 'Open');
    expect(bench.events()).toContainEqual({ kind: 'actor', path: DOOR });
  });
});
