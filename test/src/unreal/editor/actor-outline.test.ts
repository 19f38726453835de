import { describe, expect, it } from 'vitest';
import { calls, refusal } from '../fake-editor/index.js';
import { open } from './open-bench.js';

const HALL = '/Game/Maps/Hall';
const LEVEL = `${HALL}.Hall:PersistentLevel`;
const [DOOR, FLOOR] = [`${LEVEL}.Door_1`, `${LEVEL}.Floor_1`];
const FILE = '/Game/__ExternalActors__/Maps/Hall/0/AB/X1';

describe.each([true, false])('an actor of an editor, with Python: %s', python => {
  it('has its folder, its parent and its place relative to it', async () => {
    const { bench, editor } = await open({ fake: { python } });
    editor.project.attached.set(FLOOR, [DOOR]);
    editor.project.folders.set(DOOR, 'Doors/Red');
    editor.project.actor(DOOR).root.fill({ RelativeLocation: { X: 1, Y: 2, Z: 3 } });
    expect(await bench.call('actor.get', { path: DOOR })).toMatchObject({
      label: 'The red door',
      folder: 'Doors/Red',
      attachedTo: FLOOR,
      location: { x: 1, y: 2, z: 3 },
      relative: { location: { x: 1, y: 2, z: 3 }, scale: { x: 1, y: 1, z: 1 } },
    });
    const floor = await bench.call('actor.get', { path: FLOOR });
    for (const field of ['folder', 'attachedTo', 'relative']) expect(floor).not.toHaveProperty(field);
  });

  it('has the mesh and the materials of its components by slot', async () => {
    const { bench, editor } = await open({ fake: { python } });
    const component = editor.project.actor(FLOOR).components.find(each => 'StaticMesh' in each.all());
    component?.fill({
      StaticMesh: '/Game/SM_Floor.SM_Floor',
      OverrideMaterials: [null, '/Game/M_Wood.M_Wood', null],
    });
    const look = { mesh: '/Game/SM_Floor', materials: [null, '/Game/M_Wood'] };
    const { components } = await bench.call('actor.get', { path: FLOOR });
    expect(components.find(each => each.name === component?.name)).toMatchObject(look);
  });
});

it('an actor of an editor in a list has its mesh and folder where Python tells them', async () => {
  const { bench, editor } = await open();
  editor.project.folders.set(FLOOR, 'Ground');
  const component = editor.project.actor(FLOOR).components.find(each => 'StaticMesh' in each.all());
  component?.fill({ StaticMesh: '/Game/SM_Floor.SM_Floor' });
  const { items } = await bench.call('actor.list', {});
  expect(items.find(({ path }) => path === FLOOR)).toMatchObject({
    folder: 'Ground',
    mesh: '/Game/SM_Floor',
  });
});

it('an actor of an editor is described also if the editor has none of the functions for folder and parent', async () => {
  const { bench, editor } = await open({ fake: { python: false } });
  const missing = refusal(`Function: GetFolderPath does not exist on object: ${DOOR}`);
  for (const name of ['GetFolderPath', 'GetAttachParentActor']) editor.fail(missing, calls(name));
  const door = await bench.call('actor.get', { path: DOOR });
  expect(door).toMatchObject({ path: DOOR, label: 'The red door' });
  expect(door).not.toHaveProperty('folder');
});

describe('files of single actors in the registry of an editor', () => {
  const opened = async () => {
    const { bench, editor } = await open();
    editor.project.addAsset({
      path: `${FILE}.Lamp_1`,
      class: '/Game/BP_Lamp.BP_Lamp_C',
      metadata: { ActorLabel: 'Lamp' },
      hard: [HALL, '/Game/Props/M_Iron'],
    });
    return bench;
  };
  const lamp = { path: `${LEVEL}.Lamp_1`, actor: `${HALL}: Lamp (BP_Lamp)`, soft: false };

  it('are named by level, label and class in references', async () => {
    const bench = await opened();
    const { referencers } = await bench.call('asset.references', { path: '/Game/Props/M_Iron' });
    expect(referencers).toContainEqual(lamp);
    const params = { path: '/Game/Props/M_Iron', direction: 'referencers', depth: 3 } as const;
    const { items } = await bench.call('asset.reach', params);
    expect(items).toContainEqual({ ...lamp, depth: 1, class: 'BP_Lamp_C' });
    expect(items).toContainEqual({ path: HALL, soft: false, depth: 2, class: 'World' });
  });

  it('are parts of their level', async () => {
    const bench = await opened();
    const { references, referencers } = await bench.call('asset.references', { path: HALL });
    expect(references.map(({ path }) => path)).toEqual(['/Game/Doors/BP_Door', '/Game/Props/M_Iron']);
    expect(referencers).toEqual([]);
  });

  it('are not listed as assets unless their folder is asked for', async () => {
    const bench = await opened();
    const paths = async (path: string) =>
      (await bench.call('asset.list', { path })).items.map(item => item.path);
    expect(await paths('/Game')).not.toContain(FILE);
    expect(await paths('/Game/__ExternalActors__')).toEqual([FILE]);
  });
});
