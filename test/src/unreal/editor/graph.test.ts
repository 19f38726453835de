import { describe, expect, it } from 'vitest';
import { calls, type FakeRequest } from '../fake-editor/index.js';
import { open } from './open-bench.js';

const DOOR = '/Game/Doors/BP_Door';

const scripts = (name: string) => (request: FakeRequest) =>
  calls('ExecutePythonCommandEx')(request) && codeOf(request).startsWith(`# worldwire ${name}\n`);
const codeOf = ({ body }: FakeRequest) =>
  String((body as { parameters: { PythonCommand?: string } }).parameters.PythonCommand);

describe('references over several steps', () => {
  it('cost one call of Python for each step', async () => {
    const { bench, editor } = await open();
    const material = '/Script/Engine.Material';
    editor.project.addAsset({ path: '/Game/A.A', class: material, hard: ['/Game/B'] });
    editor.project.addAsset({
      path: '/Game/B.B',
      class: material,
      hard: ['/Game/A', DOOR],
      soft: ['/Game/C'],
    });
    editor.project.addAsset({ path: '/Game/C.C', class: material });
    const found = await bench.call('asset.reach', { path: '/Game/A', direction: 'dependencies', depth: 4 });
    expect(found).toEqual({
      items: [
        { path: '/Game/B', soft: false, depth: 1, class: 'Material' },
        { path: DOOR, soft: false, depth: 2, class: 'Blueprint' },
        { path: '/Game/Doors/T_Wood', soft: false, depth: 3, class: 'Texture2D' },
        { path: '/Game/C', soft: true, depth: 2, class: 'Material' },
        { path: '/Game/Props/M_Iron', soft: true, depth: 3, class: 'Material' },
      ],
      deeper: false,
    });
    expect(editor.requests.filter(scripts('neighbours')).length).toBeLessThanOrEqual(5);
    const back = await bench.call('asset.reach', {
      path: '/Game/Doors/T_Wood',
      direction: 'referencers',
      depth: 1,
    });
    expect(back).toEqual({
      items: [{ path: DOOR, soft: false, depth: 1, class: 'Blueprint' }],
      deeper: true,
    });
  });

  it('of a missing asset are an error with the next step', async () => {
    const { bench } = await open();
    const params = { path: '/Game/None', direction: 'referencers', depth: 1 } as const;
    const error = await bench.fails('not-found', bench.call('asset.reach', params));
    expect(error.enable).toContain('find_assets');
  });
});

describe('unused assets of an editor', () => {
  it('are read from the asset registry in pages', async () => {
    const { bench, editor } = await open({ fake: { manyAssets: 1_200 } });
    const found = await bench.call('asset.unused', {});
    expect(found).toMatchObject({ checked: 1_205, roots: { levels: 2 } });
    expect(found.unused).toHaveLength(1_200);
    expect(found.unused[0]).toEqual({
      path: '/Game/Many/M_Many_0001',
      class: 'Material',
      why: 'no referencers',
    });
    expect(editor.requests.filter(scripts('referencers'))).toHaveLength(3);
  });

  it('do not include what the settings name', async () => {
    const { bench, editor } = await open();
    editor.project.addAsset({ path: '/Game/Mode.Mode', class: '/Script/Engine.Blueprint' });
    expect((await bench.call('asset.unused', {})).unused).toMatchObject([{ path: '/Game/Mode' }]);
    editor.project.settings.push({ key: 'GlobalDefaultGameMode', value: '/Game/Mode.Mode_C' });
    expect((await bench.call('asset.unused', {})).unused).toEqual([]);
  });

  it('need Python, and the error has the line that allows it', async () => {
    const { bench } = await open({ fake: { python: false } });
    const error = await bench.fails('closed', bench.call('asset.unused', {}));
    expect(error.enable).toContain('bEnableRemotePythonExecution=True');
    const folder = await open();
    const none = await folder.bench.fails(
      'not-found',
      folder.bench.call('asset.unused', { path: '/Game/Door' }),
    );
    expect(none.enable).toContain('/Game/Doors');
  });
});

describe('a search in an editor', () => {
  it('is not supported, and the error names the option with which the files answer', async () => {
    const { bench } = await open();
    const search = bench.call('asset.search', { query: 'Open', kind: 'any', offset: 0, limit: 5 });
    expect((await bench.fails('unsupported', search)).enable).toContain('--project');
    const described = bench.call('class.describe', { path: '/Script/Harbour.Door' });
    expect((await bench.fails('unsupported', described)).enable).toContain('--project');
  });
});
