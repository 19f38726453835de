import { openProject } from '@worldwire/unreal';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../http/until.js';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, each, json } from './answers.js';
import { CUBE_MAP, DiskProject, REFS } from './disk-project.js';
import { OFFICIALS } from './official.js';
import { startUnreal, type UnrealServer } from './unreal-server.js';
import { Watching } from './watching.js';

const ROOT_FILE = 'Content/SimpleRefs/SimpleRefsRoot.uasset';

let project: DiskProject;
let server: UnrealServer;
beforeEach(async () => {
  project = await DiskProject.whole();
  const { folder } = project;
  server = await startUnreal({ sources: async log => [await openProject({ folder, log, now: Date.now })] });
});
afterEach(async () => {
  await server.close();
  await project.close();
});

describe.each(ERAS)('%s is notified', (_era, visit) => {
  let client: Visitor;
  beforeEach(async () => {
    client = await visit(server.url);
    // A change is a difference from the known state.
    await answer(client, 'list_assets', { limit: 1 });
  });
  afterEach(() => client.close());

  it('that the file of an asset changed, under every URI it watches, and reads the new content', async () => {
    const uris = [`unreal://asset${REFS}`, `unreal://blueprint${REFS}`, 'unreal://assets'];
    const watching = await Watching.of(client, ...uris);
    await project.put('uasset-rs/UE56/SimpleRefs/SimpleRefsRoot.uasset', ROOT_FILE);
    await watching.updated(...uris);
    expect((await json(client, `unreal://asset${REFS}`)).savedBy).toMatch(/^5\.6/);
  });

  it('that a file is deleted and restored', async () => {
    const watching = await Watching.of(client, `unreal://asset${REFS}`);
    const bytes = await project.read(ROOT_FILE);
    await project.remove(ROOT_FILE);
    await watching.updated(`unreal://asset${REFS}`);
    await expect(client.read(`unreal://asset${REFS}`)).rejects.toMatchObject({
      data: { uri: `unreal://asset${REFS}` },
    });
    await project.write(ROOT_FILE, bytes);
    await watching.updated(`unreal://asset${REFS}`);
    expect(await json(client, `unreal://asset${REFS}`)).toMatchObject({ class: 'Blueprint' });
  });

  it('that a level and the watched actor in it changed', async () => {
    const cube = `unreal://actor${CUBE_MAP}.SingleCube:PersistentLevel.StaticMeshActor_1`;
    const watching = await Watching.of(client, cube, `unreal://level${CUBE_MAP}`);
    await project.put('cesium-unreal/SingleCube.umap', 'Content/Maps/SingleCube.umap');
    await watching.updated(cube, `unreal://level${CUBE_MAP}`);
  });

  it('that the descriptor of the project changed, and its settings', async () => {
    const settings = async () => (await json(client, 'unreal://project')).settings;
    expect(await settings()).not.toHaveProperty('Harbour');
    const watching = await Watching.of(client, 'unreal://project');
    await project.write('Config/DefaultGame.ini', '[Harbour]\nBoats=3\n');
    await watching.updated('unreal://project');
    expect(await settings()).toHaveProperty('Harbour', { Boats: '3' });
    await project.write('Config/DefaultGame.ini', '[Harbour]\nBoats=4\n');
    await watching.updated('unreal://project');
    expect(await settings()).toHaveProperty('Harbour', { Boats: '4' });
    await project.remove('Config/DefaultGame.ini');
    await watching.updated('unreal://project');
    await project.write('Demo.uproject', '{"EngineAssociation":"5.6"}');
    await watching.updated('unreal://project');
    expect(await json(client, 'unreal://project')).toMatchObject({ engineVersion: '5.6' });
  });

  it('that the log of the project grew', async () => {
    const watching = await Watching.of(client, 'unreal://log');
    // A line from before the first poll of the file is not reported.
    let last = Promise.resolve();
    const writing = setInterval(() => {
      last = project.log('LogTemp: Display: something new');
    }, 50);
    try {
      await watching.updated('unreal://log');
    } finally {
      clearInterval(writing);
      await last;
    }
    expect((await client.read('unreal://log?lines=1')).text).toContain('something new');
  });
});

describe.each(OFFICIALS)('%s', (_era, connect) => {
  it('is notified that the list of resources changed when a package is added or removed', async () => {
    const client = await connect(server.url);
    onTestFinished(() => client.close());
    const listed = async () => each((await client.call('list_assets', {})).structuredContent ?? {}, 'path');
    expect(await listed()).not.toContain('/Game/New/DT_New');
    let changes = 0;
    await client.resourcesChanged(() => changes++);
    await project.put('ue-shed/Authoring/DT_Scalars.uasset', 'Content/New/DT_New.uasset');
    await until(() => changes > 0, 'the news of a package that came');
    expect(await listed()).toContain('/Game/New/DT_New');
    changes = 0;
    await project.remove('Content/New/DT_New.uasset');
    await until(() => changes > 0, 'the news of a package that went');
    expect(await listed()).not.toContain('/Game/New/DT_New');
  });
});
