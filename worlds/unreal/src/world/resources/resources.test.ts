import { REVISION_2025_11_25 } from '@worldwire/protocol';
import type { Reply } from '@worldwire/server/internal';
import { Principal, Rights } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import { ASSETS, DOOR, disk, hall, Stage } from '../stage.test.js';

describe('the resources', () => {
  it('are the project, with its provenance', async () => {
    const stage = await Stage.open();
    expect(await stage.json('unreal://project')).toEqual({
      name: 'Doors',
      engineVersion: '5.4.4',
      modules: [],
      plugins: [],
      provenance: 'live',
      revision: 0,
    });
  });

  it('are the state of the editor, as in the tool', async () => {
    const stage = await Stage.open({ sources: [hall(), disk()] });
    expect(await stage.json('unreal://editor/state')).toEqual(await stage.call('get_editor_state'));
  });

  it('are the log, with the given number of lines', async () => {
    const stage = await Stage.open();
    await stage.call('log_message', { message: 'one' });
    expect(await stage.json('unreal://log')).toMatchObject({ lines: [{ text: 'Ready.' }, { text: 'one' }] });
    expect(await stage.json('unreal://log?lines=1')).toMatchObject({ lines: [{ text: 'one' }] });
    expect(await stage.json('unreal://log?lines=')).toHaveProperty('lines');
    for (const lines of ['0', '-1', 'x', '1001', '1e3']) {
      await expect(stage.json(`unreal://log?lines=${lines}`)).rejects.toThrow('lines must be a whole number');
    }
  });

  it('are the assets, filtered and page by page', async () => {
    const stage = await Stage.open();
    expect(await stage.json('unreal://assets')).toEqual({
      items: ASSETS,
      total: 4,
      returned: 4,
      provenance: 'live',
      revision: 0,
    });
    const doors = 'unreal://assets?path=%2FGame%2FDoors&class=Blueprint&cursor=';
    expect(await stage.json(doors)).toMatchObject({ items: [ASSETS[0]] });
    stage.source.on('asset.list', ({ cursor }) => ({
      items: [],
      ...(cursor === undefined && { nextCursor: 'a b' }),
    }));
    expect(await stage.json('unreal://assets')).toMatchObject({ nextCursor: 'live:a b' });
    expect(await stage.json('unreal://assets?cursor=live%3Aa%20b')).toEqual({
      items: [],
      returned: 0,
      provenance: 'live',
      revision: 0,
    });
    expect(stage.source.called('asset.list').at(-1)).toEqual({ cursor: 'a b', limit: 200 });
  });

  it.each(['unreal://asset/Game/Doors/BP_Door', 'unreal://asset//Game/Doors/BP_Door.BP_Door'])(
    '%s is an asset',
    async uri => {
      const stage = await Stage.open();
      expect(await stage.json(uri)).toEqual({
        ...ASSETS[0],
        savedBy: '5.4.4',
        provenance: 'live',
        revision: 0,
      });
    },
  );

  it('are the contents of a Blueprint as plain text', async () => {
    const stage = await Stage.open();
    expect(await stage.read('unreal://blueprint/Game/Doors/BP_Door')).toMatchObject({
      mimeType: 'text/plain',
      text: 'Begin Object Class=Blueprint Name="BP_Door"\nEnd Object\n',
    });
  });

  it('name the tool with pages for a text that is too long', async () => {
    const stage = await Stage.open({ limits: { resultBytes: 10_000 } });
    stage.source.on('asset.contents', () => ({ text: 'x'.repeat(9_000) }));
    await expect(stage.read('unreal://blueprint/Game/Doors/BP_Door')).rejects.toThrow(
      'get_blueprint_contents',
    );
  });

  it('are pictures with the type of the source', async () => {
    const stage = await Stage.open();
    const found = await stage.read('unreal://texture/Game/Doors/T_Wood');
    expect(found).toMatchObject({ mimeType: 'image/png', blob: 'AQID' });
  });

  it('return the error of the source for an asset without a picture', async () => {
    const stage = await Stage.open();
    stage.source.on('asset.picture', ({ path }) => {
      throw new UnrealError('not-found', `${path} has no picture. It is cooked.`);
    });
    await expect(stage.read('unreal://texture/Game/Doors/T_Wood')).rejects.toThrow(
      /T_Wood has no picture\. It is cooked\..*NotFound.*describe_asset/,
    );
    stage.source.on('asset.picture', () => {
      throw new UnrealError('unsupported', 'This editor gives no pictures.', 'Update the editor.');
    });
    await expect(stage.read('unreal://texture/Game/Doors/T_Wood')).rejects.toThrow(
      /gives no pictures\..*NotFound.*Update the editor\. describe_asset/,
    );
    await expect(stage.read('unreal://texture/Game/None')).rejects.toThrow('There is no /Game/None.');
    stage.source.on('asset.describe', () => {
      throw new UnrealError('gone', 'The editor does not answer.');
    });
    await expect(stage.read('unreal://texture/Game/Doors/T_Wood')).rejects.toThrow('does not answer');
  });

  it('are a level and its first actors', async () => {
    const stage = await Stage.open();
    expect(await stage.json('unreal://level/Game/Maps/Hall')).toMatchObject({
      path: '/Game/Maps/Hall',
      actors: [{ path: DOOR }, { name: 'Lamp_1' }],
      total: 2,
      provenance: 'live',
    });
    expect(stage.source.called('actor.list')).toEqual([{ level: '/Game/Maps/Hall', limit: 200 }]);
  });

  it('are actors', async () => {
    const stage = await Stage.open();
    expect(await stage.json(`unreal://actor${DOOR}`)).toMatchObject({ path: DOOR, label: 'Front door' });
    expect(await stage.json(`unreal://actor/${encodeURIComponent(DOOR)}`)).toMatchObject({ path: DOOR });
  });

  it.each([
    'unreal://asset/Game/None',
    'unreal://blueprint/Game/None',
    'unreal://texture/Game/None',
    'unreal://level/Game/None',
    `unreal://actor${DOOR}_none`,
    'unreal://nothing',
    'unreal://asset/',
    'unreal://log?colour=red',
  ])('are not %s', async uri => {
    const stage = await Stage.open();
    await expect(stage.read(uri)).rejects.toThrow(/There is no |Resource not found/);
  });

  it.each(['unreal://asset/Game/..%2FSecret', 'unreal://asset/Game', 'unreal://actor/Door_1'])(
    'refuse the unknown %s',
    async uri => {
      const stage = await Stage.open();
      await expect(stage.read(uri)).rejects.toThrow('is not the path of');
      expect(stage.source.calls).toEqual([]);
    },
  );

  it('fail with the reason and a hint', async () => {
    const stage = await Stage.open({ sources: [hall().gone()] });
    await expect(stage.read('unreal://project')).rejects.toThrow(/NotReady.*get_editor_state/);
  });

  it('are listed with the first assets, each under its most detailed URI', async () => {
    const stage = await Stage.open();
    const { resources } = (await stage.ask('resources/list')) as unknown as {
      resources: { uri: string; mimeType?: string }[];
    };
    expect(resources.map(({ uri }) => uri)).toEqual([
      'unreal://project',
      'unreal://editor/state',
      'unreal://log',
      'unreal://assets',
      'unreal://journal',
      'unreal://blueprint/Game/Doors/BP_Door',
      'unreal://texture/Game/Doors/T_Wood',
      'unreal://level/Game/Maps/Hall',
      'unreal://asset/Game/Tables/DT_Keys',
    ]);
    for (const { uri } of resources) await stage.read(uri);
  });

  it('are never listed without bound', async () => {
    const stage = await Stage.open();
    stage.source.on('asset.list', () => ({
      items: Array.from({ length: 5_000 }, (_, index) => ({
        path: `/Game/A${index}`,
        name: `A${index}`,
        class: 'Material',
      })),
    }));
    let listed = 0;
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page = await stage.ask('resources/list', cursor === undefined ? {} : { cursor });
      listed += (page.resources as unknown[]).length;
      cursor = page.nextCursor as string | undefined;
    }
    expect(listed).toBe(205);
    expect(stage.source.called('asset.list')[0]).toEqual({ limit: 200 });
  });

  it('are listed without assets when no source lists any', async () => {
    const stage = await Stage.open({ sources: [hall().gone()] });
    const { resources } = await stage.ask('resources/list');
    expect(resources).toHaveLength(5);
    expect(stage.logged).toContain('assets could not be listed as resources');
  });
});

describe('a subscription', () => {
  /** The answer to a subscription. */
  async function subscribe(stage: Stage, uri: string): Promise<Reply | undefined> {
    const client = { name: 'watcher', version: '1' };
    const wish = { protocolVersion: REVISION_2025_11_25.id, capabilities: {}, clientInfo: client };
    const { session } = stage.kernel.initialize(wish, new Principal('ann', 'token', Rights.CALLS));
    const request = { kind: 'request', id: 1, method: 'resources/subscribe', params: { uri } } as const;
    return new Promise(resolve => {
      stage.kernel.start(request, session, { detach() {}, send: () => true }, reply => resolve(reply));
    });
  }

  it.each([
    'unreal://asset/Game/None',
    'unreal://blueprint/Game/None',
    'unreal://texture/Game/None',
    'unreal://level/Game/None',
    `unreal://actor${DOOR}_none`,
    'unreal://asset/Game',
    'unreal://asset/Game/..%2FSecret',
    'unreal://log?lines=none',
    'unreal://assets?cursor=live%3A2',
    'unreal://journal?cursor=2',
  ])('is refused for %s, where nothing is', async uri => {
    const stage = await Stage.open();
    expect(JSON.stringify(await subscribe(stage, uri))).toMatch(/error/);
    expect(stage.source.watched).toEqual([]);
  });

  it.each([`unreal://actor${DOOR}`, 'unreal://level/Game/Maps/Hall', 'unreal://assets?path=%2FGame%2FDoors'])(
    'is accepted for %s',
    async uri => {
      const stage = await Stage.open();
      expect(JSON.stringify(await subscribe(stage, uri))).not.toMatch(/error/);
    },
  );

  it('is accepted while no source can answer', async () => {
    const stage = await Stage.open({ sources: [hall().gone()] });
    expect(JSON.stringify(await subscribe(stage, 'unreal://asset/Game/None'))).not.toMatch(/error/);
  });

  it('is accepted for a resource of any source', async () => {
    const editor = hall().on('asset.describe', ({ path }) => {
      throw new UnrealError('not-found', `There is no ${path}.`);
    });
    const stage = await Stage.open({ sources: [editor, disk()] });
    const uri = 'unreal://asset/Game/Doors/BP_Door';
    expect(JSON.stringify(await subscribe(stage, uri))).not.toMatch(/error/);
    expect(JSON.stringify(await subscribe(stage, 'unreal://asset/Game/None'))).toMatch(/error/);
  });

  it('is checked one resource at a time', async () => {
    const stage = await Stage.open();
    let [running, most] = [0, 0];
    stage.source.on('asset.describe', async ({ path }) => {
      most = Math.max(most, ++running);
      await new Promise(resolve => setImmediate(resolve));
      running--;
      throw new UnrealError('not-found', `There is no ${path}.`);
    });
    const uris = Array.from({ length: 100 }, (_, at) => `unreal://asset/Game/None${at}`);
    const replies = await Promise.all(uris.map(uri => subscribe(stage, uri)));
    for (const reply of replies) expect(JSON.stringify(reply)).toMatch(/There is no/);
    expect(most).toBe(1);
  });
});

describe('completion', () => {
  const ASSET = { type: 'ref/resource', uri: 'unreal://asset/{+path}{?maxBytes}' };
  const NARROWED = { type: 'ref/resource', uri: 'unreal://assets{?path,class,cursor,maxBytes}' };

  it.each([
    ['/Game/Doors/B', ['/Game/Doors/BP_Door']],
    ['Game/Doors/', ['Game/Doors/BP_Door', 'Game/Doors/T_Wood']],
    ['game/doors/t', ['Game/Doors/T_Wood']],
    ['Gam', ASSETS.map(({ path }) => path.slice(1))],
    ['', ASSETS.map(({ path }) => path)],
    ['t_w', ['/Game/Doors/T_Wood']],
    ['Door', []],
    ['x'.repeat(2_000), []],
  ])('of %j goes on with the paths of assets', async (typed, values) => {
    const stage = await Stage.open();
    expect(await stage.complete(ASSET, 'path', typed)).toEqual(values);
  });

  it('offers matching paths', async () => {
    const stage = await Stage.open();
    const of = (kind: string) => {
      const query = kind === 'texture' ? 'width,height,maxBytes' : 'maxBytes';
      const ref = { type: 'ref/resource', uri: `unreal://${kind}/{+path}{?${query}}` };
      return stage.complete(ref, 'path', '/Game');
    };
    expect(await of('blueprint')).toEqual(['/Game/Doors/BP_Door']);
    expect(await of('texture')).toEqual(['/Game/Doors/T_Wood']);
    expect(await of('level')).toEqual(['/Game/Maps/Hall']);
    expect(await of('actor')).toEqual([DOOR, DOOR.replace('Door_1', 'Lamp_1')]);
  });

  it.each([
    ['/Game/T', ['/Game/Tables', '/Game/Tables/DT_Keys']],
    ['/Game/Ma', ['/Game/Maps', '/Game/Maps/Hall']],
    ['game/ma', ['Game/Maps', 'Game/Maps/Hall']],
    ['/Game/Maps/', ['/Game/Maps/Hall']],
    ['tab', ['/Game/Tables']],
    ['/Gam', ['/Game', '/Game/Doors', '/Game/Maps', '/Game/Tables', ...ASSETS.map(({ path }) => path)]],
    ['/None', []],
  ])('of the folder %j goes on with folders, and then with assets', async (typed, values) => {
    const stage = await Stage.open();
    expect(await stage.complete(NARROWED, 'path', typed)).toEqual(values);
    const unused = { type: 'ref/prompt', name: 'find_unused_assets' };
    expect(await stage.complete(unused, 'path', typed)).toEqual(values);
  });

  it('of a class includes the classes of the assets', async () => {
    const stage = await Stage.open();
    const all = ['Blueprint', 'DataTable', 'Texture2D', 'World'];
    expect(await stage.complete(NARROWED, 'class', '')).toEqual(all);
    expect(await stage.complete(NARROWED, 'class', 'blue')).toEqual(['Blueprint']);
    expect(await stage.complete(NARROWED, 'class', 'lue')).toEqual([]);
    expect(stage.source.called('asset.list')[0]).toEqual({ limit: 1_000 });
  });

  it('of a Blueprint offers widget and animation Blueprints, too', async () => {
    const stage = await Stage.open();
    const paths = { AnimBlueprint: '/Game/A/ABP_Walk', WidgetBlueprint: '/Game/U/WBP_Menu' };
    const all = [
      ...ASSETS,
      ...Object.entries(paths).map(([kind, path]) => ({ path, name: path, class: kind })),
    ];
    stage.source.on('asset.list', ({ class: kind }) => ({ items: all.filter(item => item.class === kind) }));
    const blueprints = ['/Game/A/ABP_Walk', '/Game/Doors/BP_Door', '/Game/U/WBP_Menu'];
    const template = { type: 'ref/resource', uri: 'unreal://blueprint/{+path}{?maxBytes}' };
    for (const ref of [template, { type: 'ref/prompt', name: 'explain_blueprint' }]) {
      expect(await stage.complete(ref, 'path', '/Game/')).toEqual(blueprints);
    }
  });

  it('requests a bounded number, with a deadline', async () => {
    const stage = await Stage.open();
    await stage.complete(ASSET, 'path', '/Game/Doors');
    expect(stage.source.calls).toMatchObject([
      { params: { query: 'Game/Doors', limit: 100 }, options: { deadline: 3_000 } },
    ]);
  });

  it('offers nothing without a source, and does not hide internal errors', async () => {
    const stage = await Stage.open({ sources: [hall().gone()] });
    expect(await stage.complete(ASSET, 'path', '/Game')).toEqual([]);
    expect(stage.logged).toContain('a completion failed');
    stage.source.on('asset.list', () => {
      throw new TypeError('a bug');
    });
    await expect(stage.complete(ASSET, 'path', '/Game')).rejects.toThrow('failed to serve');
  });

  it('falls back to the files', async () => {
    const editor = hall().on('asset.list', () => {
      throw new UnrealError('closed', 'Off.');
    });
    const stage = await Stage.open({ sources: [editor, disk()] });
    expect(await stage.complete(ASSET, 'path', '/Game/M')).toEqual(['/Game/Maps/Hall']);
  });
});
