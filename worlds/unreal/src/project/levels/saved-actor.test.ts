import { type WrittenExport, type WrittenProperty, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';

const HALL = '/Game/Maps/Hall';
const ACTOR = `${HALL}.Hall:PersistentLevel`;

const object = (name: string, value: number): WrittenProperty => ({ name, type: 'ObjectProperty', value });
const text = (name: string, value: string): WrittenProperty => ({ name, type: 'StrProperty', value });
const named = (name: string, value: string): WrittenProperty => ({ name, type: 'NameProperty', value });
const vector = (name: string, x: number, y: number, z: number): WrittenProperty => ({
  name,
  type: 'StructProperty(Vector)',
  value: writer => void writer.f32(x).f32(y).f32(z),
});
const id = (name: string, value: string): WrittenProperty => ({
  name,
  type: 'StructProperty(Guid)',
  value: writer => void writer.guid(value),
});

/** Imports, of which the indices are counted here: classes of the engine, and objects of other packages. */
class Imports {
  readonly list: object[] = [];
  readonly #known = new Map<string, number>();

  of(path: string, className = 'Class', classPackage = '/Script/CoreUObject'): number {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const cut = Math.max(path.lastIndexOf('.'), path.lastIndexOf(':'));
    const outer = cut < 0 ? 0 : this.of(path.slice(0, cut), cut > path.indexOf(':') ? 'Object' : 'Package');
    const name = cut < 0 ? path : path.slice(cut + 1);
    this.list.push({ name, className, classPackage, outer });
    this.#known.set(path, -this.list.length);
    return -this.list.length;
  }
}

/** The level "Hall" with some actors, which begin at the third export. */
function hall(imports: Imports, actors: readonly WrittenExport[], listed: readonly number[]): Uint8Array {
  const world = imports.of('/Script/Engine.World');
  const level = imports.of('/Script/Engine.Level');
  return writePackage({
    customVersions: { '9C54D522A8264FBE9421074661B482D0': 3 },
    imports: imports.list as never,
    exports: [
      { name: 'Hall', classIndex: world, isAsset: true },
      {
        name: 'PersistentLevel',
        classIndex: level,
        outer: 1,
        tail: writer => void writer.i32(listed.length, ...listed),
      },
      ...actors,
    ],
  });
}

/** A file of one actor with one component. */
function external(
  name: string,
  own: readonly WrittenProperty[],
  component: (imports: Imports) => readonly WrittenProperty[],
): Uint8Array {
  const imports = new Imports();
  const light = imports.of('/Script/Engine.PointLight');
  const part = imports.of('/Script/Engine.SceneComponent');
  imports.of(`${HALL}.Hall`, 'World', '/Script/Engine');
  const level = imports.of(`${ACTOR}`, 'Level', '/Script/Engine');
  const properties = component(imports);
  return writePackage({
    imports: imports.list as never,
    exports: [
      {
        name,
        classIndex: light,
        outer: level,
        isAsset: true,
        properties: [object('RootComponent', 2), ...own],
      },
      { name: 'Root', classIndex: part, outer: 1, properties },
    ],
  });
}

describe('an actor of a Blueprint', () => {
  /** Chair_1 stores only its location; its template in BP_Chair has scale and mesh. */
  async function chair() {
    const project = new TempProject();
    const blueprint = new Imports();
    const mesh = blueprint.of('/Script/Engine.StaticMeshComponent');
    const made = blueprint.of('/Script/Engine.BlueprintGeneratedClass');
    const wood = blueprint.of('/Game/M_Wood.M_Wood', 'Material', '/Script/Engine');
    const chairMesh = blueprint.of('/Game/SM_Chair.SM_Chair', 'StaticMesh', '/Script/Engine');
    project.write(
      'Content/BP_Chair.uasset',
      writePackage({
        imports: blueprint.list as never,
        exports: [
          { name: 'BP_Chair_C', classIndex: made, isAsset: true },
          {
            name: 'Seat_GEN_VARIABLE',
            classIndex: mesh,
            outer: 1,
            properties: [
              vector('RelativeScale3D', 3, 3, 3),
              vector('RelativeLocation', 9, 9, 9),
              object('StaticMesh', chairMesh),
              {
                name: 'OverrideMaterials',
                type: 'ArrayProperty(ObjectProperty)',
                value: [wood],
              },
            ],
          },
        ],
      }),
    );
    const child = new Imports();
    const classes = child.of('/Script/Engine.BlueprintGeneratedClass');
    const parent = child.of('/Game/BP_Chair.BP_Chair_C', 'BlueprintGeneratedClass', '/Script/Engine');
    const part = child.of('/Script/Engine.StaticMeshComponent');
    project.write(
      'Content/BP_Stool.uasset',
      writePackage({
        imports: child.list as never,
        exports: [
          { name: 'BP_Stool_C', classIndex: classes, superIndex: parent, isAsset: true },
          {
            name: 'Seat_GEN_VARIABLE',
            classIndex: part,
            outer: 1,
            properties: [vector('RelativeScale3D', 5, 5, 5)],
          },
        ],
      }),
    );
    const imports = new Imports();
    const ofStool = imports.of('/Game/BP_Stool.BP_Stool_C', 'BlueprintGeneratedClass', '/Script/Engine');
    const ofChair = imports.of('/Game/BP_Chair.BP_Chair_C', 'BlueprintGeneratedClass', '/Script/Engine');
    const component = imports.of('/Script/Engine.StaticMeshComponent');
    project.write(
      'Content/Maps/Hall.umap',
      hall(
        imports,
        [
          {
            name: 'Chair_1',
            classIndex: ofChair,
            outer: 2,
            properties: [
              object('RootComponent', 4),
              named('FolderPath', 'Props/Chairs'),
              { name: 'Tags', type: 'ArrayProperty(NameProperty)', value: ['wooden'] },
            ],
          },
          {
            name: 'Seat',
            classIndex: component,
            outer: 3,
            properties: [vector('RelativeLocation', 1, 2, 3)],
          },
          { name: 'Stool_1', classIndex: ofStool, outer: 2, properties: [object('RootComponent', 6)] },
          { name: 'Seat', classIndex: component, outer: 5 },
        ],
        [3, 5],
      ),
    );
    return project.open();
  }

  it('has the values of the template that its level does not store', async () => {
    const { items } = await (await chair()).call('actor.list', { level: HALL, query: 'chair' });
    expect(items).toEqual([
      {
        path: `${ACTOR}.Chair_1`,
        name: 'Chair_1',
        class: 'BP_Chair_C',
        folder: 'Props/Chairs',
        tags: ['wooden'],
        location: { x: 1, y: 2, z: 3 },
        rotation: { pitch: 0, yaw: 0, roll: 0 },
        scale: { x: 3, y: 3, z: 3 },
        mesh: '/Game/SM_Chair',
        materials: ['/Game/M_Wood'],
      },
    ]);
  });

  it('has the values of a parent class that neither its level nor its class stores', async () => {
    const { items } = await (await chair()).call('actor.list', { level: HALL, query: 'stool' });
    expect(items).toMatchObject([
      { scale: { x: 5, y: 5, z: 5 }, location: { x: 9, y: 9, z: 9 }, mesh: '/Game/SM_Chair' },
    ]);
  });

  it('has its mesh and materials in the list of components', async () => {
    const actor = await (await chair()).call('actor.get', { path: `${ACTOR}.Chair_1` });
    expect(actor.components).toEqual([
      {
        path: `${ACTOR}.Chair_1.Seat`,
        name: 'Seat',
        class: 'StaticMeshComponent',
        relative: { location: { x: 1, y: 2, z: 3 }, scale: { x: 3, y: 3, z: 3 } },
        mesh: '/Game/SM_Chair',
        materials: ['/Game/M_Wood'],
      },
    ]);
    expect(actor).toMatchObject({ folder: 'Props/Chairs', tags: ['wooden'] });
  });
});

it('a component has its materials in their slots, with null where it sets none', async () => {
  const project = new TempProject();
  const imports = new Imports();
  const kind = imports.of('/Script/Engine.StaticMeshActor');
  const part = imports.of('/Script/Engine.StaticMeshComponent');
  const wood = imports.of('/Game/M_Wood.M_Wood', 'Material', '/Script/Engine');
  const materials = { name: 'OverrideMaterials', type: 'ArrayProperty(ObjectProperty)' };
  project.write(
    'Content/Maps/Hall.umap',
    hall(
      imports,
      [
        { name: 'Chair', classIndex: kind, outer: 2, properties: [object('RootComponent', 4)] },
        {
          name: 'Mesh',
          classIndex: part,
          outer: 3,
          properties: [{ ...materials, value: [0, wood, 0] }],
        },
        { name: 'Plain', classIndex: kind, outer: 2, properties: [object('RootComponent', 6)] },
        { name: 'Mesh', classIndex: part, outer: 5, properties: [{ ...materials, value: [0, 0] }] },
      ],
      [3, 5],
    ),
  );
  const { items } = await (await project.open()).call('actor.list', { level: HALL });
  expect(items.map(each => each.materials)).toEqual([[null, '/Game/M_Wood'], undefined]);
});

it('a light that stores no rotation has that of its native class', async () => {
  const project = new TempProject();
  const imports = new Imports();
  const sun = imports.of('/Script/Engine.DirectionalLight');
  const light = imports.of('/Script/Engine.DirectionalLightComponent');
  project.write(
    'Content/Maps/Hall.umap',
    hall(
      imports,
      [
        { name: 'Sun', classIndex: sun, outer: 2, properties: [object('RootComponent', 4)] },
        { name: 'LightComponent0', classIndex: light, outer: 3 },
      ],
      [3],
    ),
  );
  const { items } = await (await project.open()).call('actor.list', { level: HALL });
  expect(items).toMatchObject([{ rotation: { pitch: -46, yaw: 0, roll: 0 }, scale: { x: 2.5 } }]);
});

describe('an actor with a file of its own', () => {
  const A = 'A'.repeat(32);
  const B = 'B'.repeat(32);
  const folder = (own: string, label: string, parent?: string) => {
    const imports = new Imports();
    const kind = imports.of('/Script/Engine.ActorFolder');
    imports.of(`${HALL}.Hall`, 'World', '/Script/Engine');
    const level = imports.of(ACTOR, 'Level', '/Script/Engine');
    return writePackage({
      imports: imports.list as never,
      exports: [
        {
          name: `Folder_${own}`,
          classIndex: kind,
          outer: level,
          isAsset: true,
          properties: [
            id('FolderGuid', own),
            text('FolderLabel', label),
            ...(parent === undefined ? [] : [id('ParentFolderGuid', parent)]),
          ],
        },
      ],
    });
  };

  function lamps(): TempProject {
    const project = new TempProject();
    const files = 'Content/__ExternalActors__/Maps/Hall/0/AB';
    project.write('Content/Maps/Hall.umap', hall(new Imports(), [], []));
    project.write(`Content/__ExternalObjects__/Maps/Hall/0/AB/F1.uasset`, folder(A, 'Lights'));
    project.write(`Content/__ExternalObjects__/Maps/Hall/0/AB/F2.uasset`, folder(B, 'Street', A));
    project.write(
      `${files}/X1.uasset`,
      external('Lamp_1', [text('ActorLabel', 'Lamp'), id('FolderGuid', B)], () => [
        vector('RelativeLocation', 100, 0, 0),
      ]),
    );
    project.write(
      `${files}/X2.uasset`,
      external('Moth', [], imports => [
        vector('RelativeLocation', 5, 0, 0),
        object('AttachParent', imports.of(`${ACTOR}.Lamp_1.Root`, 'SceneComponent', '/Script/Engine')),
      ]),
    );
    return project;
  }

  it('has the folder that is an object in another file', async () => {
    const opened = await lamps().open();
    const { items } = await opened.call('actor.list', { level: HALL });
    expect(items[0]).toMatchObject({ name: 'Lamp_1', label: 'Lamp', folder: 'Lights/Street' });
    expect(items[1]).not.toHaveProperty('folder');
    expect(await opened.call('actor.get', { path: `${ACTOR}.Lamp_1` })).toMatchObject({
      folder: 'Lights/Street',
    });
  });

  it('has its place in the level from the file of the actor that it is attached to', async () => {
    const opened = await lamps().open();
    const moth = {
      attachedTo: `${ACTOR}.Lamp_1`,
      location: { x: 105, y: 0, z: 0 },
      relative: { location: { x: 5, y: 0, z: 0 } },
    };
    expect((await opened.call('actor.list', { level: HALL, query: 'moth' })).items).toMatchObject([moth]);
    expect(await opened.call('actor.get', { path: `${ACTOR}.Moth` })).toMatchObject(moth);
  });

  it('is named in the error if its properties are damaged', async () => {
    const project = lamps();
    const file = 'Content/__ExternalActors__/Maps/Hall/0/AB/X3.uasset';
    // The file ends within the properties of the actor.
    project.write(file, external('Torch', [], () => []).slice(0, -24));
    const opened = await project.open();
    const failed = await opened
      .call('actor.get', { path: `${ACTOR}.Torch` })
      .catch((thrown: Error) => thrown);
    expect(failed).toMatchObject({
      message: expect.stringContaining(`${HALL}: Torch (PointLight) cannot be read`),
      enable: expect.stringContaining(file),
    });
  });

  it('has only its relative place if the other actor does not exist', async () => {
    const project = lamps();
    project.write('Content/__ExternalActors__/Maps/Hall/0/AB/X1.uasset', '\0no package');
    const opened = await project.open();
    const { items, notes } = await opened.call('actor.list', { level: HALL });
    expect(items).toMatchObject([{ name: 'Moth', relative: { location: { x: 5 } } }]);
    expect(items[0]).not.toHaveProperty('location');
    expect(notes).toEqual([expect.stringMatching(/^1 actor file of this level cannot be read/)]);
    const { notes: why } = await opened.call('actor.get', { path: `${ACTOR}.Moth` });
    expect(why).toEqual([expect.stringContaining('only the relative transform is known')]);
  });
});
