import { type WrittenImport, type WrittenProperty, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';

const HALL = '/Game/Maps/Hall';
const PACKAGE = { className: 'Package', classPackage: '/Script/CoreUObject' };
const CLASS = { className: 'Class', classPackage: '/Script/CoreUObject' };
const IMPORTS: readonly WrittenImport[] = [
  { name: '/Script/Engine', ...PACKAGE },
  { name: 'World', ...CLASS, outer: -1 },
  { name: 'Level', ...CLASS, outer: -1 },
  { name: 'LevelInstance', ...CLASS, outer: -1 },
  { name: '/Game/Layers/DL_Night', ...PACKAGE },
  { name: 'DL_Night', className: 'DataLayerAsset', classPackage: '/Script/Engine', outer: -5 },
  { name: '/Game/Layers/HLOD_Near', ...PACKAGE },
  { name: 'HLOD_Near', className: 'HLODLayer', classPackage: '/Script/Engine', outer: -7 },
  { name: '/Game/Maps/Room', ...PACKAGE },
  { name: 'Room', className: 'World', classPackage: '/Script/Engine', outer: -9 },
];

/** The only actor of a level. */
async function actorWith(...properties: readonly WrittenProperty[]) {
  const project = new TempProject();
  project.write(
    'Content/Maps/Hall.umap',
    writePackage({
      customVersions: { '9C54D522A8264FBE9421074661B482D0': 3 },
      imports: IMPORTS,
      exports: [
        { name: 'Hall', classIndex: -2, isAsset: true },
        { name: 'PersistentLevel', classIndex: -3, outer: 1, tail: writer => void writer.i32(1, 3) },
        { name: 'Room_1', classIndex: -4, outer: 2, properties },
      ],
    }),
  );
  const { items } = await (await project.open()).call('actor.list', { level: HALL });
  const { instanceOf, dataLayers, hlodLayer } = items[0] ?? {};
  return { instanceOf, dataLayers, hlodLayer };
}

describe('an actor of a level', () => {
  it('has no level, data layers or HLOD layer unless it stores them', async () => {
    expect(await actorWith()).toEqual({});
  });

  it('has the level that a level instance shows', async () => {
    const soft = { name: 'WorldAsset', type: 'SoftObjectProperty', value: ['/Game/Maps/Room', 'Room', ''] };
    expect(await actorWith(soft)).toEqual({ instanceOf: '/Game/Maps/Room' });
    const hard = { name: 'WorldAsset', type: 'ObjectProperty', value: -10 };
    expect(await actorWith(hard)).toEqual({ instanceOf: '/Game/Maps/Room' });
  });

  it('has the data layers that are assets', async () => {
    const value = [-6];
    const layers = { name: 'DataLayerAssets', type: 'ArrayProperty(ObjectProperty)', value };
    expect(await actorWith(layers)).toEqual({ dataLayers: ['DL_Night'] });
  });

  it('has the data layers that are names', async () => {
    const value = [[{ name: 'Name', type: 'NameProperty', value: 'Night' }]];
    const layers = { name: 'DataLayers', type: 'ArrayProperty(StructProperty(ActorDataLayer))', value };
    expect(await actorWith(layers)).toEqual({ dataLayers: ['Night'] });
  });

  it('has its HLOD layer', async () => {
    const layer = { name: 'HLODLayer', type: 'ObjectProperty', value: -8 };
    expect(await actorWith(layer)).toEqual({ hlodLayer: '/Game/Layers/HLOD_Near' });
  });
});
