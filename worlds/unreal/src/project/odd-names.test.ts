import { renameSync, unlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type OpenedProject, TempProject } from './temp-project.test.js';

const INPUT = 'ue-shed/Input/IA_Jump.uasset';
const CUBE = 'cesium-unreal/SingleCube.umap';
const TABLE = 'ue-shed/Authoring/DT_Scalars.uasset';

const paths = async (opened: OpenedProject) =>
  (await opened.call('asset.list', {})).items.map(({ path }) => path);

describe('a file whose extension is in capital letters', () => {
  it('is a package like any other', async () => {
    const project = new TempProject();
    await project.fixture(INPUT, 'Content/IA_Jump.UASSET');
    await project.fixture(CUBE, 'Content/Maps/SingleCube.UMap');
    const opened = await project.open();
    expect(await paths(opened)).toEqual(['/Game/IA_Jump', '/Game/Maps/SingleCube']);
    expect(await opened.call('asset.describe', { path: '/Game/IA_Jump' })).toMatchObject({
      path: '/Game/IA_Jump',
      class: 'InputAction',
    });
    const levels = await opened.call('level.list', {});
    expect(levels.map(({ path }) => path)).toEqual(['/Game/Maps/SingleCube']);
    expect((await opened.call('actor.list', { level: '/Game/Maps/SingleCube' })).total).toBe(3);
  });

  it('is one object without its neighbours', async () => {
    const project = new TempProject();
    await project.fixture(CUBE, 'Content/A.umap');
    await project.fixture(INPUT, 'Content/A.UASSET');
    await project.fixture(TABLE, 'Content/A.uasset');
    const opened = await project.open();
    const classOf = async () => (await opened.call('asset.list', {})).items.map(item => item.class);
    expect(await classOf()).toEqual(['DataTable']);
    unlinkSync(project.at('Content/A.uasset'));
    expect(await classOf()).toEqual(['InputAction']);
  });

  it('is reported when it is created, renamed or deleted', async () => {
    const project = new TempProject();
    const opened = await project.open();
    expect(await paths(opened)).toEqual([]);
    await project.fixture(INPUT, 'Content/B.UASSET');
    expect(await paths(opened)).toEqual(['/Game/B']);
    renameSync(project.at('Content/B.UASSET'), project.at('Content/C.Uasset'));
    expect(await paths(opened)).toEqual(['/Game/C']);
    unlinkSync(project.at('Content/C.Uasset'));
    expect(await paths(opened)).toEqual([]);
  });
});

describe('a file with a dot in its name', () => {
  async function dotted(): Promise<OpenedProject> {
    const project = new TempProject();
    await project.fixture(INPUT, 'Content/IA_Jump.old.uasset');
    await project.fixture(TABLE, 'Content/IA_Jump.uasset');
    await project.fixture(CUBE, 'Content/v1.2/SingleCube.umap');
    await project.fixture(CUBE, 'Content/Cube.v2.umap');
    return project.open();
  }

  it('is listed under its full name, and read by the path in the list', async () => {
    const opened = await dotted();
    const { items } = await opened.call('asset.list', {});
    expect(items.map(({ path, name }) => [path, name])).toEqual([
      ['/Game/Cube.v2', 'Cube.v2'],
      ['/Game/IA_Jump', 'IA_Jump'],
      ['/Game/IA_Jump.old', 'IA_Jump.old'],
      ['/Game/v1.2/SingleCube', 'SingleCube'],
    ]);
    for (const { path, class: kind } of items) {
      expect(await opened.call('asset.describe', { path })).toMatchObject({ path, class: kind });
      await opened.call('asset.contents', { path, format: 'json' });
      await opened.call('asset.references', { path });
      expect((await opened.call('asset.list', { path })).items).toMatchObject([{ path }]);
    }
  });

  it('is not confused with an object of another package', async () => {
    const opened = await dotted();
    const classOf = async (path: string) => (await opened.call('asset.describe', { path })).class;
    expect(await classOf('/Game/IA_Jump.IA_Jump')).toBe('DataTable');
    expect(await classOf('/Game/IA_Jump.old')).toBe('InputAction');
    expect(await classOf('/Game/ia_jump.OLD')).toBe('InputAction');
    expect((await opened.call('property.read', { object: '/Game/IA_Jump.old' })).value).toBeTypeOf('object');
  });

  it('has actors like any other level, and its folder is one', async () => {
    const opened = await dotted();
    const [first] = (await opened.call('actor.list', { level: '/Game/Cube.v2' })).items;
    expect(await opened.call('actor.get', { path: first?.path ?? '' })).toMatchObject({ path: first?.path });
    expect((await opened.call('asset.list', { path: '/Game/v1.2' })).items).toHaveLength(1);
  });
});
