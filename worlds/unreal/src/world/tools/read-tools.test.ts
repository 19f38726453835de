import { encodePng } from '@worldwire/picture';
import { describe, expect, it, vi } from 'vitest';
import type { AssetInfo } from '../../port/operations.js';
import { readTablePaging, tablePage } from '../../port/table-page.js';
import { UnrealError } from '../../port/unreal-error.js';
import { ASSETS, DOOR, hall, SINCE, Stage } from '../stage.test.js';

describe('the reading tools', () => {
  it('report the connection, the open level and the closed gates', async () => {
    const source = hall();
    const opens = { file: 'Config/DefaultRemoteControl.ini', section: '[x]', line: 'bEnable=True' };
    source.gates = [{ name: 'python', state: 'closed', opens }];
    const stage = await Stage.open({ sources: [source] });
    const result = await stage.result('get_editor_state');
    expect(result.structuredContent).toEqual({
      provenance: 'live',
      revision: 0,
      project: { name: 'Doors', engineVersion: '5.4.4' },
      level: '/Game/Maps/Hall',
      sources: [{ provenance: 'live', status: 'ready', since: SINCE, gates: source.gates }],
    });
    expect(result._meta).toMatchObject({ 'worldwire/revision': 0 });
  });

  it('report the connection when nothing answers', async () => {
    const stage = await Stage.open({ sources: [hall().gone()] });
    expect(await stage.call('get_editor_state')).toMatchObject({
      provenance: 'live',
      sources: [{ status: 'gone', since: SINCE }],
      notes: [expect.stringContaining('does not answer')],
    });
  });

  it('list assets by folder and class, page by page', async () => {
    const stage = await Stage.open();
    const first = await stage.call('list_assets', { path: 'Game/', limit: 3 });
    expect(first).toEqual({
      items: ASSETS.slice(0, 3),
      total: 4,
      returned: 3,
      nextCursor: 'live:3',
      provenance: 'live',
      revision: 0,
    });
    const second = await stage.call('list_assets', { path: '/Game', limit: 3, cursor: first.nextCursor });
    expect(second).toEqual({
      items: ASSETS.slice(3),
      total: 4,
      returned: 1,
      provenance: 'live',
      revision: 0,
    });
    expect(await stage.call('list_assets', { class: "Class'/Script/Engine.Blueprint'" })).toMatchObject({
      items: [],
    });
    expect(await stage.call('list_assets', { path: '/Game/Doors', class: 'Texture2D' })).toMatchObject({
      items: [ASSETS[1]],
    });
  });

  it('find assets by a part of their name', async () => {
    const stage = await Stage.open();
    expect(await stage.call('find_assets', { query: 'wood' })).toMatchObject({ items: [ASSETS[1]] });
    expect(await stage.fail('find_assets', {})).toContain('query');
  });

  it.each(['disk:3', 'live', 'other:1'])('refuse the foreign cursor %j', async cursor => {
    const stage = await Stage.open();
    expect(await stage.fail('list_assets', { cursor })).toMatch(/^InvalidArgument: .*cursor/s);
  });

  it.each([null, ''])('take the cursor %j as none', async cursor => {
    const stage = await Stage.open();
    const first = await stage.call('list_assets', { limit: 3 });
    expect(await stage.call('list_assets', { limit: 3, cursor })).toEqual(first);
  });

  it('return fewer items if they are large, and lose none', async () => {
    const source = hall();
    const items = Array.from({ length: 40 }, (_, index): AssetInfo => {
      return { path: `/Game/${'x'.repeat(5_000)}/${index}`, name: String(index), class: 'Blueprint' };
    });
    source.on('asset.list', ({ limit = 50, cursor = '0' }) => {
      const end = Number(cursor) + limit;
      return {
        items: items.slice(Number(cursor), end),
        ...(end < items.length && { nextCursor: String(end) }),
      };
    });
    const stage = await Stage.open({ sources: [source] });
    const seen: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor !== undefined; pages++) {
      const page = await stage.call<{ items: AssetInfo[]; nextCursor?: string }>('list_assets', {
        limit: 200,
        ...(cursor !== undefined && { cursor }),
      });
      expect(JSON.stringify(page).length).toBeLessThan(70_000);
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(items.map(({ name }) => name));
  });

  it('refuse a single item that is too large', async () => {
    const source = hall().on('asset.list', () => ({
      items: [{ path: `/Game/${'x'.repeat(100_000)}`, name: 'x', class: 'Blueprint' }],
    }));
    const stage = await Stage.open({ sources: [source] });
    expect(await stage.fail('list_assets')).toMatch(/^Unsupported: .*too large/);
  });

  it('describe an asset by any spelling of its path', async () => {
    const stage = await Stage.open();
    const described = await stage.call('describe_asset', { path: "Blueprint'/Game/Doors/BP_Door.BP_Door'" });
    expect(described).toEqual({ ...ASSETS[0], savedBy: '5.4.4', provenance: 'live', revision: 0 });
    expect(stage.source.called('asset.describe')).toEqual([{ path: '/Game/Doors/BP_Door', limit: 50 }]);
    expect(await stage.fail('describe_asset', { path: '/Game/None' })).toMatch(
      /^NotFound: There is no \/Game\/None\.\nHint: /,
    );
    expect(await stage.fail('describe_asset', { path: '/Game/../x' })).toMatch(/^InvalidArgument/);
  });

  it('describe a large asset in part, with a note on the rest', async () => {
    const many = (length: number) => Array.from({ length }, (_, index) => index);
    const source = hall().on('asset.describe', ({ path }) => ({
      path,
      name: 'BP_Door',
      class: 'Blueprint',
      blueprint: {
        variables: many(2_000).map(index => ({ name: `Variable${index}`, type: 'float', default: index })),
        functions: [{ name: 'Open' }],
        components: [],
        graphs: many(3).map(index => ({
          name: `Graph${index}`,
          nodes: many(1_000).map(node => ({ name: `Node${node}`, class: 'K2Node' })),
        })),
      },
      stringTable: { entries: { Long: 'x'.repeat(50_000), Short: 'y' }, total: 2 },
      properties: { Big: 'z'.repeat(100_000), Small: 1 },
    }));
    const stage = await Stage.open({ sources: [source] });
    const result = await stage.result('describe_asset', { path: '/Game/Doors/BP_Door' });
    const detail = result.structuredContent as Record<string, Record<string, unknown>>;
    expect(JSON.stringify(detail).length).toBeLessThan(80_000);
    expect(detail.note).toMatch(/of 2000 variables/);
    expect(detail.note).toMatch(/1 of 2 rows in part \(Long has 5\d+ characters\)/);
    expect(detail.note).toContain('"property":"<row>.<column>"} returns a row in pages.');
    expect(detail.blueprint?.functions).toEqual([{ name: 'Open' }]);
    expect(detail.blueprint?.graphs).toMatchObject([{ nodes: 1_000 }, { nodes: 1_000 }, { nodes: 1_000 }]);
    expect(detail).not.toHaveProperty('nextCursor');
    expect(detail.stringTable?.entries).toMatchObject({ Short: 'y' });
    expect(detail.properties?.Small).toBe(1);
    expect(String(detail.properties?.Big)).toMatch(/^z+…$/);
    expect(result.content[1]).toMatchObject({
      type: 'resource_link',
      uri: 'unreal://asset/Game/Doors/BP_Door',
    });
  });

  it('return a table in pages, which are shorter for large rows', async () => {
    const all = Object.fromEntries(
      Array.from({ length: 1_300 }, (_, row) => [`Row${row}`, { Text: 'x'.repeat(row % 300) }]),
    );
    const source = hall().on('asset.describe', ({ path, ...paging }) => {
      const { members: rows, total, ...next } = tablePage(Object.entries(all), readTablePaging(paging));
      return { path, name: 'DT_Rows', class: 'DataTable', dataTable: { rows, total }, ...next };
    });
    const stage = await Stage.open({ sources: [source] });
    const read: Record<string, unknown> = {};
    let pages = 0;
    for (let cursor: string | undefined = '0'; cursor !== undefined; pages++) {
      const page = await stage.call('describe_asset', { path: '/Game/DT_Rows', limit: 200, cursor });
      const { rows, total } = page.dataTable as { rows: object; total: number };
      expect(total).toBe(1_300);
      expect(JSON.stringify(page).length).toBeLessThan(20_000);
      for (const name of Object.keys(rows)) expect(read).not.toHaveProperty(name);
      Object.assign(read, rows);
      cursor = page.nextCursor as string | undefined;
    }
    expect(read).toEqual(all);
    expect(pages).toBeGreaterThan(7);
    expect(await stage.fail('describe_asset', { path: '/Game/DT_Rows', cursor: 'x' })).toContain('cursor');
  });

  it('return one row of a table by its name, whole, or the nearest names', async () => {
    const all = Object.fromEntries(
      Array.from({ length: 800 }, (_, row) => [`Row${row}`, { Text: 'x'.repeat(row === 7 ? 9_000 : 90) }]),
    );
    const source = hall().on('asset.describe', ({ path, ...paging }) => {
      if (path !== '/Game/DT_Rows') return { path, name: 'BP_Door', class: 'Blueprint' };
      const { members: rows, total, ...next } = tablePage(Object.entries(all), readTablePaging(paging));
      return { path, name: 'DT_Rows', class: 'DataTable', dataTable: { rows, total }, ...next };
    });
    const stage = await Stage.open({ sources: [source] });
    const path = '/Game/DT_Rows';
    for (const row of ['Row7', 'row7']) {
      const found = await stage.call('describe_asset', { path, row });
      expect(found.dataTable).toEqual({ rows: { Row7: all.Row7 }, total: 800 });
      expect(found).not.toHaveProperty('nextCursor');
    }
    const missing = await stage.fail('describe_asset', { path, row: 'Row9999' });
    expect(missing).toContain('The table has no row "Row9999".');
    expect(missing).toContain('Did you mean Row99');
    expect(await stage.fail('describe_asset', { path: '/Game/BP_Door', row: 'Row7' })).toContain(
      '/Game/BP_Door has no rows that can be read: its class is Blueprint.',
    );
  });

  it('read the contents of a Blueprint, as text or as objects', async () => {
    const stage = await Stage.open();
    const path = '/Game/Doors/BP_Door';
    const text = 'Begin Object Class=Blueprint Name="BP_Door"\nEnd Object\n';
    expect(await stage.call('get_blueprint_contents', { path })).toEqual({
      path,
      format: 't3d',
      text,
      offset: 0,
      characters: text.length,
      provenance: 'live',
      revision: 0,
    });
    expect(await stage.call('get_blueprint_contents', { path, format: 'json' })).toMatchObject({
      objects: [{ class: 'Blueprint', name: 'BP_Door' }],
      total: 1,
    });
  });

  it('read a long Blueprint in pages as text, each with a cursor', async () => {
    const whole = `${'😀 line of text\n'.repeat(5_000)}end`;
    const stage = await Stage.open({ sources: [hall().on('asset.contents', () => ({ text: whole }))] });
    const parts: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const result = await stage.result('get_blueprint_contents', { path: '/Game/Doors/BP_Door', offset });
      const part = result.structuredContent as { text: string; nextOffset?: number; characters: number };
      expect(part.text.length).toBeLessThanOrEqual(20_001);
      expect(part.text).not.toMatch(/\p{Cs}/u);
      expect(part.characters).toBe(whole.length);
      parts.push(part.text);
      if (part.nextOffset !== undefined) {
        expect(result.content[1]).toMatchObject({ uri: 'unreal://blueprint/Game/Doors/BP_Door' });
      }
      offset = part.nextOffset;
    }
    expect(parts.join('')).toBe(whole);
    expect(parts.length).toBeGreaterThan(2);
    const past = { path: '/Game/Doors/BP_Door', offset: 1_000_000 };
    expect(await stage.call('get_blueprint_contents', past)).toMatchObject({ text: '' });
  });

  it('read the objects of a long Blueprint in pages of whole objects', async () => {
    const leaf = (index: number) => ({
      class: 'Node',
      name: `N${index}`,
      properties: { At: index },
      children: [],
    });
    const nodes = Array.from({ length: 2_000 }, (_, index) => leaf(index));
    const graph = { class: 'EdGraph', name: 'G', properties: {}, children: nodes };
    const big = {
      class: 'Big',
      name: 'B',
      properties: { Text: 'x'.repeat(200_000), Small: 1 },
      children: [],
    };
    const objects = [{ class: 'Blueprint', name: 'BP', properties: {}, children: [graph] }, big];
    const stage = await Stage.open({ sources: [hall().on('asset.contents', () => ({ objects }))] });
    const seen: { name: string; in?: string; properties: Record<string, unknown> }[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: { objects: typeof seen; total: number; nextOffset?: number } = await stage.call(
        'get_blueprint_contents',
        { path: '/Game/Doors/BP_Door', format: 'json', offset },
      );
      expect(page.total).toBe(2_003);
      seen.push(...page.objects);
      offset = page.nextOffset;
    }
    expect(seen.map(({ name }) => name)).toEqual(['BP', 'G', ...nodes.map(({ name }) => name), 'B']);
    expect(seen[2]).toEqual({ class: 'Node', name: 'N0', in: 'BP.G', properties: { At: 0 } });
    expect(seen.at(-1)?.properties).toEqual({ Text: expect.stringMatching(/^x+…$/), Small: 1 });
  });

  it('list references in both directions, in pages, with soft ones', async () => {
    const stage = await Stage.open();
    const path = '/Game/Doors/BP_Door';
    expect(await stage.call('get_references', { path })).toEqual({
      path,
      references: [{ path: '/Game/Doors/T_Wood', soft: false }],
      referencers: [{ path: '/Game/Maps/Hall', soft: true }],
      total: { references: 1, referencers: 1 },
      returned: 1,
      provenance: 'live',
      revision: 0,
    });
    const references = Array.from({ length: 5 }, (_, index) => ({ path: `/Game/A${index}`, soft: false }));
    const referencers = [{ path: '/Game/A0', soft: true }];
    stage.source.on('asset.references', () => ({ references, referencers }));
    const first = await stage.call('get_references', { path, limit: 3 });
    expect(first).toMatchObject({ references: references.slice(0, 3), referencers, nextCursor: '3' });
    const last = await stage.call('get_references', { path, limit: 3, cursor: '3' });
    expect(last).toMatchObject({ references: references.slice(3), referencers: [] });
    expect(last).not.toHaveProperty('nextCursor');
    expect(await stage.fail('get_references', { path, cursor: 'x' })).toContain('cursor');
  });

  it('list the actors of a level, by class and by a part of their name', async () => {
    const stage = await Stage.open();
    const all = await stage.call('list_actors');
    expect(all).toMatchObject({ total: 2, items: [{ path: DOOR, label: 'Front door' }, { name: 'Lamp_1' }] });
    expect(await stage.call('list_actors', { class: 'PointLight' })).toMatchObject({ total: 1 });
    expect(await stage.call('list_actors', { query: 'Door' })).toMatchObject({ total: 1 });
    const first = await stage.call('list_actors', { path: 'Game/Maps/Hall', limit: 1 });
    expect(await stage.call('list_actors', { limit: 1, cursor: first.nextCursor })).toMatchObject({
      items: [{ name: 'Lamp_1' }],
    });
    expect(await stage.fail('list_actors', { path: '/Game/None' })).toMatch(/^NotFound/);
  });

  it('describe an actor, and omit large values', async () => {
    const stage = await Stage.open();
    expect(await stage.call('get_actor', { path: `BP_Door_C'${DOOR}'` })).toMatchObject({
      path: DOOR,
      components: [{ name: 'Mesh' }],
      properties: { bOpen: false },
    });
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`P${index}`, index]));
    stage.source.on('actor.get', ({ path }) => ({ path, name: 'x', class: 'Y', components: [], properties }));
    const result = await stage.result('get_actor', { path: DOOR });
    expect(JSON.stringify(result.structuredContent).length).toBeLessThan(20_000);
    expect(result.structuredContent).toMatchObject({ note: expect.stringMatching(/of 5000 properties/) });
    expect(result.content[1]?.uri).toBe(`unreal://actor${DOOR}`);
    expect(await stage.fail('get_actor', { path: 'Door_1' })).toMatch(
      /^InvalidArgument: "Door_1" is not the path/,
    );
  });

  it('read one property, or all of them', async () => {
    const stage = await Stage.open();
    expect(await stage.call('get_property', { object: DOOR, property: 'bOpen' })).toEqual({
      object: DOOR,
      property: 'bOpen',
      value: false,
      type: 'bool',
      provenance: 'live',
      revision: 0,
    });
    expect(await stage.call('get_property', { object: '/Game/Doors/BP_Door' })).toMatchObject({
      object: '/Game/Doors/BP_Door.BP_Door',
      value: { Weight: 12.5 },
    });
    expect(await stage.fail('get_property', { object: DOOR, property: 'Nothing' })).toMatch(/^NotFound/);
  });

  it.each([
    ['a text', 'x'.repeat(200_000), /200000 characters/],
    ['a list', Array.from({ length: 50_000 }, () => 12_345), /of 50000/],
    ['an object', { Big: 'x'.repeat(200_000), Small: 1 }, /1 of 2/],
  ])('cut %s that is too large, and say so', async (_, value, note) => {
    const stage = await Stage.open({ sources: [hall().on('property.read', () => ({ value }))] });
    const answer = await stage.call('get_property', { object: DOOR, property: 'Large' });
    expect(JSON.stringify(answer).length).toBeLessThan(62_000);
    expect(answer.note).toMatch(note);
  });

  it('list the selection in pages', async () => {
    const stage = await Stage.open();
    expect(await stage.call('get_selection')).toEqual({
      items: [],
      total: 0,
      returned: 0,
      provenance: 'live',
      revision: 0,
    });
    const paths = [DOOR, DOOR.replace('Door_1', 'Lamp_1')];
    await stage.call('select_actors', { paths });
    const first = await stage.call('get_selection', { limit: 1 });
    expect(first).toMatchObject({ items: [{ path: DOOR }], total: 2, nextCursor: '1' });
    expect(await stage.call('get_selection', { cursor: '1' })).toMatchObject({ items: [{ path: paths[1] }] });
  });

  it('return the end of the log, up to a limit', async () => {
    const stage = await Stage.open();
    expect(await stage.call('tail_log')).toMatchObject({ lines: [{ text: 'Ready.' }], file: 'Doors.log' });
    expect(await stage.call('tail_log', { query: 'nothing' })).toMatchObject({ lines: [] });
    stage.source.on('log.tail', ({ lines }) => ({
      lines: Array.from({ length: 1_000 }, (_, index) => ({ text: `${index} ${'x'.repeat(5_000)}` })).slice(
        -lines,
      ),
    }));
    const { lines, note } = await stage.call<{ lines: { text: string }[]; note: string }>('tail_log', {
      lines: 1_000,
    });
    expect(JSON.stringify(lines).length).toBeLessThan(61_000);
    expect(lines.at(-1)?.text).toMatch(/^999 x+…$/);
    expect(note).toContain('older lines');
    expect(await stage.fail('tail_log', { lines: 0 })).toMatch(/lines/);
  });

  it.each([
    ['list_assets', {}],
    ['find_assets', { query: 'x' }],
    ['get_references', { path: '/Game/Doors/BP_Door' }],
    ['get_blueprint_contents', { path: '/Game/Doors/BP_Door' }],
    ['tail_log', {}],
    ['get_editor_state', {}],
  ])('pass on what a source says that it could not read: %s', async (name, args) => {
    const notes = ['Something is not here.'];
    const source = hall()
      .on('asset.list', () => ({ items: [], notes }))
      .on('asset.references', () => ({ references: [], referencers: [], soft: [], notes }))
      .on('asset.contents', () => ({ text: '', notes }))
      .on('log.tail', () => ({ lines: [], notes }))
      .on('project.describe', () => ({ name: 'Doors', modules: [], plugins: [], hidden: notes }));
    const stage = await Stage.open({ sources: [source] });
    expect(await stage.call(name, args)).toMatchObject({ notes });
  });

  it('return a picture with its size and type', async () => {
    const stage = await Stage.open();
    const result = await stage.result('take_screenshot', { width: 320, height: 200 });
    expect(result.content[0]).toEqual({ type: 'image', data: 'iVBORw==', mimeType: 'image/png' });
    expect(result.structuredContent).toEqual({
      shows: expect.stringContaining('with the level /Game/Maps/Hall'),
      mimeType: 'image/png',
      bytes: 4,
      width: 320,
      height: 200,
      provenance: 'live',
      revision: 0,
    });
  });

  it('take a picture of an actor by its name, and name the path, the format and the size', async () => {
    const stage = await Stage.open();
    const asked: object[] = [];
    const pixels = new Uint8Array(64 * 32 * 3).fill(90);
    const data = await encodePng({ width: 64, height: 32, pixels, form: 'rgb' });
    stage.source.on('screenshot.take', params => {
      asked.push(params);
      return { data, mimeType: 'image/png', width: 64, height: 32 };
    });
    const { items } = (await stage.call('list_actors', {})) as unknown as {
      items: { path: string; name: string }[];
    };
    const [{ path, name } = { path: '', name: '' }] = items;
    for (const focus of [name, path]) {
      const result = await stage.result('take_screenshot', { focus, format: 'jpeg' });
      expect(result.structuredContent).toMatchObject({ focus: path, mimeType: 'image/jpeg', width: 64 });
      expect(String((result.content[0] as { data: string }).data)).toMatch(/^\/9j\//);
    }
    expect(asked).toEqual([{ focus: path }, { focus: path }]);
    expect(await stage.fail('take_screenshot', { focus: 'No such actor' })).toMatch(
      /no actor.*\n.*list_actors/s,
    );
    expect(await stage.fail('take_screenshot', { format: 'webp' })).toMatch(/png.*jpeg/s);
    expect(await stage.fail('get_asset_picture', { path: '/Game/A', format: 'gif' })).toMatch(/png.*jpeg/s);
  });

  it('refuse a picture that is too large for an answer', async () => {
    const stage = await Stage.open({ limits: { resultBytes: 10_000 } });
    const data = new Uint8Array(9_000);
    stage.source.on('screenshot.take', () => ({ data, mimeType: 'image/png' }));
    expect(await stage.fail('take_screenshot')).toMatch(/too large.*\n.*smaller width/s);
  });

  it.each([65_535, 65_536, 65_537])('keep a picture within a maxBytes of %d', async maxBytes => {
    const stage = await Stage.open();
    const data = new Uint8Array(60_000);
    stage.source.on('screenshot.take', () => ({ data, mimeType: 'image/jpeg' }));
    expect(await stage.call('take_screenshot')).toMatchObject({ bytes: 60_000 });
    expect(await stage.fail('take_screenshot', { maxBytes })).toMatch(/too large.*\n.*larger maxBytes/s);
  });

  it('report progress, and stop when the caller leaves', async () => {
    const stage = await Stage.open();
    let aborted = () => {};
    const stopped = new Promise<void>(resolve => {
      aborted = resolve;
    });
    stage.source.on('asset.contents', (_params, { progress, signal }) => {
      progress?.(1, 2, 'exporting');
      signal.addEventListener('abort', () => aborted());
      return new Promise(() => {});
    });
    const asked = stage.ask('tools/call', {
      name: 'get_blueprint_contents',
      arguments: { path: '/Game/Doors/BP_Door' },
      _meta: { progressToken: 'p' },
    });
    asked.catch(() => {});
    await vi.waitUntil(() => stage.notified.length > 0);
    expect(stage.notified).toEqual([
      expect.objectContaining({
        method: 'notifications/progress',
        params: expect.objectContaining({ progress: 1, total: 2, message: 'exporting' }),
      }),
    ]);
    stage.clock += 120_000;
    stage.kernel.sweep();
    await stopped;
    await expect(asked).rejects.toThrow('took longer');
  });

  it('have a title, an output schema and the read-only annotation', async () => {
    const stage = await Stage.open();
    const { tools } = (await stage.ask('tools/list')) as unknown as {
      tools: { name: string; title: string; outputSchema: object; annotations: { readOnlyHint: boolean } }[];
    };
    for (const tool of tools) {
      expect(tool.title, tool.name).toBeTruthy();
      expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' });
    }
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name)).toEqual([
      'get_editor_state',
      'tail_log',
      'take_screenshot',
      'get_asset_picture',
      'list_assets',
      'find_assets',
      'describe_asset',
      'get_blueprint_contents',
      'get_references',
      'find_unused_assets',
      'search_project',
      'list_actors',
      'get_actor',
      'get_selection',
      'get_property',
      'list_writes',
    ]);
  });

  it.each([
    ['unsupported', 'Unsupported'],
    ['closed', 'Unsupported'],
    ['gone', 'NotReady'],
    ['not-found', 'NotFound'],
    ['invalid', 'InvalidArgument'],
    ['timeout', 'Timeout'],
    ['failed', 'Internal'],
  ] as const)('call what is %s %s, in the words of the source', async (kind, named) => {
    const source = hall().on('asset.describe', () => {
      throw new UnrealError(kind, 'The reason.', 'Put bAllow=True into the file.');
    });
    const stage = await Stage.open({ sources: [source] });
    const text = await stage.fail('describe_asset', { path: '/Game/A/B' });
    expect(text).toBe(`${named}: The reason.\nHint: Put bAllow=True into the file.`);
  });

  it('say how to read the tags and properties of a Blueprint that are left out', async () => {
    const long = Object.fromEntries(Array.from({ length: 200 }, (_, nth) => [`Name${nth}`, 'x'.repeat(500)]));
    const none = { components: [], variables: [], functions: [], events: [], graphs: [], interfaces: [] };
    const blueprint = { parent: 'Actor', ...none };
    const source = hall().on('asset.describe', ({ path }) => ({
      ...{ path, name: 'B', class: 'Blueprint', tags: long, properties: long },
      blueprint: blueprint as never,
    }));
    const stage = await Stage.open({ sources: [source] });
    const { note } = await stage.call('describe_asset', { path: '/Game/A/B' });
    expect(note).toMatch(
      / of 200 tags, .* of 200 properties\. A larger maxBytes returns more\. get_property /,
    );
    expect(note).not.toContain('outline');
  });

  it('return a fixed text for an internal error of a source', async () => {
    const source = hall().on('asset.describe', () => {
      throw new TypeError('secret');
    });
    const stage = await Stage.open({ sources: [source] });
    expect(await stage.fail('describe_asset', { path: '/Game/A/B' })).not.toContain('secret');
    expect(stage.logged).toContain('tool failed');
  });
});
