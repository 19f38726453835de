import { rmSync } from 'node:fs';
import { writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';

const PACKAGE = { className: 'Package', classPackage: '/Script/CoreUObject' };
const ENGINE = '/Engine/EngineMaterials/DefaultMaterial';
const OUTSIDE = "not in this project's files";

function asset(uses: readonly string[], soft: readonly string[] = []): Uint8Array {
  return writePackage({
    imports: [
      { name: '/Script/Engine', ...PACKAGE },
      { name: 'Material', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
      ...uses.map(name => ({ name, ...PACKAGE })),
    ],
    exports: [{ name: 'M', classIndex: -2, isAsset: true }],
    softReferences: [...soft],
  });
}

/** A door that uses wood, which was moved, iron, which was removed, a material of the engine and one of a plugin of it. */
function doors(): TempProject {
  const project = new TempProject();
  const outside = [ENGINE, '/Niagara/Modules/Spawn'];
  project.write('Content/M_Door.uasset', asset(['/Game/M_Wood', '/Sea/M_Wave', ...outside], ['/Game/M_Irn']));
  project.write('Content/Moved/M_Wood.uasset', asset([]));
  project.write('Content/M_Iron.uasset', asset([]));
  project.write('Content/M_Gate.uasset', asset(['/game/m_door']));
  project.write('Plugins/Sea/Sea.uplugin', '{}');
  project.write('Plugins/Sea/Content/M_Foam.uasset', asset([]));
  return project;
}

const WOOD = 'no such package in the project. Similar: /Game/Moved/M_Wood.';
const IRON = 'no such package in the project. Similar: /Game/M_Iron.';
const WAVE = 'no such package in the project';

describe('a target of a reference that does not exist', () => {
  it('is marked in the references of an asset, with similar paths, and so is what the project does not have', async () => {
    const opened = await doors().open();
    const { references } = await opened.call('asset.references', { path: '/Game/M_Door' });
    expect(references).toEqual([
      { path: ENGINE, soft: false, outside: OUTSIDE },
      { path: '/Game/M_Irn', soft: true, missing: IRON },
      { path: '/Game/M_Wood', soft: false, missing: WOOD },
      { path: '/Niagara/Modules/Spawn', soft: false, outside: OUTSIDE },
      { path: '/Sea/M_Wave', soft: false, missing: WAVE },
    ]);
    const gate = await opened.call('asset.references', { path: '/Game/M_Gate' });
    expect(gate.references).toEqual([{ path: '/Game/M_Door', soft: false }]);
  });

  it('is marked over several steps', async () => {
    const params = { path: '/Game/M_Gate', direction: 'dependencies', depth: 3 } as const;
    const { items } = await (await doors().open()).call('asset.reach', params);
    const marks = items.map(({ path, missing, outside }) => [path, missing ?? outside]);
    expect(Object.fromEntries(marks)).toEqual({
      '/Game/M_Door': undefined,
      [ENGINE]: OUTSIDE,
      '/Game/M_Wood': WOOD,
      '/Niagara/Modules/Spawn': OUTSIDE,
      '/Sea/M_Wave': WAVE,
      '/Game/M_Irn': IRON,
    });
  });

  it('is named where its own references are asked for', async () => {
    const opened = await doors().open();
    const { notes, referencers } = await opened.call('asset.references', { path: '/Game/M_Wood' });
    expect(notes).toEqual([`/Game/M_Wood itself is referred to: ${WOOD}`]);
    expect(referencers).toEqual([{ path: '/Game/M_Door', soft: false }]);
  });

  it('is listed in the description of the asset, and in hits of a search', async () => {
    const opened = await doors().open();
    expect(await opened.call('asset.describe', { path: '/Game/M_Door' })).toMatchObject({
      missingReferences: [`/Game/M_Wood: ${WOOD}`, `/Sea/M_Wave: ${WAVE}`, `/Game/M_Irn: ${IRON}`],
    });
    expect(await opened.call('asset.describe', { path: '/Game/M_Gate' })).not.toHaveProperty(
      'missingReferences',
    );
    const params = { query: 'M_Wood', kind: 'asset', offset: 0, limit: 9 } as const;
    const { items } = await opened.call('asset.search', params);
    expect(items.find(({ path }) => path === '/Game/M_Door')?.where).toEqual([
      `refers to /Game/M_Wood (${WOOD})`,
    ]);
  });

  it('is no longer marked once it exists, and is marked once it is removed', async () => {
    const project = doors();
    const opened = await project.open();
    const marks = async () => {
      const { references } = await opened.call('asset.references', { path: '/Game/M_Door' });
      return references.filter(({ missing }) => missing !== undefined).map(({ path }) => path);
    };
    expect(await marks()).toEqual(['/Game/M_Irn', '/Game/M_Wood', '/Sea/M_Wave']);
    const wood = project.write('Content/M_Wood.uasset', asset([]));
    expect(await marks()).toEqual(['/Game/M_Irn', '/Sea/M_Wave']);
    rmSync(wood);
    expect(await marks()).toContain('/Game/M_Wood');
  });
});
