import { describe, expect, it } from 'vitest';
import type { ObjectNode } from '../port/operations.js';
import { decodePng } from './picture/testing/decode-png.js';
import { type Bench, harbour, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

async function paths(filter: Parameters<typeof bench.call<'asset.list'>>[1] = {}): Promise<string[]> {
  return (await bench.call('asset.list', filter)).items.map(({ path }) => path);
}

describe('the list of assets', () => {
  it('has everything of the project, ordered by path', async () => {
    const { items, total, nextCursor } = await bench.call('asset.list', {});
    expect([items.length, nextCursor]).toEqual([total, undefined]);
    const count = (className: string) => items.filter(item => item.class === className).length;
    const classes = ['Blueprint', 'Material', 'MaterialInstanceConstant', 'Texture2D', 'StaticMesh'];
    expect(classes.map(count)).toEqual([6, 3, 2, 3, 6]);
    expect(['DataTable', 'StringTable', 'World'].map(count)).toEqual([1, 1, 2]);
    const lower = items.map(({ path }) => path.toLowerCase());
    expect(lower).toEqual(lower.toSorted());
  });

  it('has each asset once over all pages', async () => {
    const all = await paths();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await bench.call('asset.list', { limit: 7, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.total).toBe(all.length);
      seen.push(...page.items.map(({ path }) => path));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
  });

  it('is filtered by folder, by class in both spellings and by query, in any case', async () => {
    expect(await paths({ path: '/game/maps/' })).toEqual([
      '/Game/Maps/Harbour',
      '/Game/Maps/LighthouseIsland',
    ]);
    expect(await paths({ path: '/Game/Blueprints/BP_Door' })).toEqual(['/Game/Blueprints/BP_Door']);
    expect(await paths({ class: 'texture2d' })).toHaveLength(3);
    expect(await paths({ class: '/Script/Engine.Texture2D' })).toHaveLength(3);
    expect(await paths({ class: 'SoundWave' })).toEqual([]);
    expect(await paths({ query: 'LANTERN', class: 'Blueprint' })).toEqual(['/Game/Blueprints/BP_Lantern']);
    expect(await paths({ path: '/' })).toEqual(await paths());
  });

  it('of a missing folder is an error with the nearest paths', async () => {
    for (const [path, enable] of [
      ['/Engine', '/ contains /Game.'],
      ['/Game/Blueprints/BP_D', /^\/Game\/Blueprints contains \/Game\/Blueprints\/BP_Door, /],
    ] as const) {
      const refusal = await bench.refusal('asset.list', { path });
      expect(refusal).toMatchObject({ kind: 'not-found', message: expect.stringContaining(path) });
      expect(refusal.enable).toMatch(enable);
    }
  });

  it('refuses an invalid page or path', async () => {
    for (const limit of [0, -1, 1.5, 1_001, Number.NaN]) {
      expect(await bench.refusal('asset.list', { limit })).toMatchObject({ kind: 'invalid' });
    }
    expect(await bench.refusal('asset.list', { cursor: 'next please' })).toMatchObject({ kind: 'invalid' });
    expect(await bench.refusal('asset.list', { path: 'Game' })).toMatchObject({ kind: 'invalid' });
  });
});

describe('a Blueprint', () => {
  it('has its parent, interfaces, variables, functions, components and graphs', async () => {
    const {
      blueprint,
      class: className,
      tags,
    } = await bench.call('asset.describe', {
      path: '/Game/Blueprints/BP_Door',
    });
    expect(className).toBe('Blueprint');
    expect(tags?.ParentClass).toBe('/Script/Engine.Actor');
    expect(blueprint).toMatchObject({
      parent: '/Script/Engine.Actor',
      generatedClass: '/Game/Blueprints/BP_Door.BP_Door_C',
      interfaces: ['/Game/Blueprints/BPI_Interactable.BPI_Interactable_C'],
    });
    expect(blueprint?.variables).toContainEqual({
      name: 'OpenAngle',
      type: 'double',
      default: 95,
      category: 'Movement',
    });
    expect(blueprint?.functions.map(({ name }) => name)).toEqual([
      'Open',
      'Close',
      'Unlock',
      'Interact',
      'GetPrompt',
    ]);
    expect(blueprint?.components).toContainEqual({
      name: 'Panel',
      class: 'StaticMeshComponent',
      parent: 'Hinge',
    });
    expect(blueprint?.graphs.map(({ name }) => name)).toEqual([
      'EventGraph',
      'Open',
      'Close',
      'Unlock',
      'Interact',
      'GetPrompt',
    ]);
    expect(blueprint?.graphs[0]?.nodes[0]).toEqual({
      name: 'K2Node_Event_0',
      class: 'K2Node_Event',
      title: 'Event BeginPlay',
    });
  });

  it('is found by any spelling of its path', async () => {
    for (const path of [
      '/Game/Blueprints/BP_Door',
      '/game/blueprints/bp_door',
      '/Game/Blueprints/BP_Door.BP_Door',
      '/Game/Blueprints/BP_Door.BP_Door_C',
      "/Script/Engine.Blueprint'/Game/Blueprints/BP_Door.BP_Door'",
    ]) {
      expect((await bench.call('asset.describe', { path })).path).toBe('/Game/Blueprints/BP_Door');
    }
  });

  it('has the same contents as text and as objects', async () => {
    const path = '/Game/Blueprints/BP_Lantern';
    const tree = await bench.call('asset.contents', { path, format: 'json' });
    const text = await bench.call('asset.contents', { path, format: 't3d' });
    if (!('objects' in tree) || !('text' in text)) throw new Error('one of them has the wrong form');
    const all = tree.objects.flatMap(flat);
    expect(text.text.match(/Begin Object/g)).toHaveLength(all.length);
    for (const { class: className, name } of all) {
      expect(text.text).toContain(`Begin Object Class=${className} Name="${name}"`);
    }
    expect(text.text).toContain('Brightness=5000.000000');
    expect(text.text).toContain(
      `StaticMesh=/Script/Engine.StaticMesh'"/Game/Meshes/SM_LanternPost.SM_LanternPost"'`,
    );
  });

  it('has the current defaults of its variables, also null', async () => {
    const object = '/Game/Blueprints/BP_Ferry.Default__BP_Ferry_C';
    await bench.call('property.write', { object, property: 'DeckTexture', value: null });
    const { blueprint } = await bench.call('asset.describe', { path: '/Game/Blueprints/BP_Ferry' });
    expect(blueprint?.variables.find(({ name }) => name === 'DeckTexture')?.default).toBeNull();
  });

  it('has the inputs and outputs of its functions', async () => {
    const contents = await bench.call('asset.contents', { path: '/Game/Blueprints/BP_Door', format: 't3d' });
    const text = 'text' in contents ? contents.text : '';
    expect(text).toContain('UserDefinedPins(0)=(PinName="Key",PinType="FName")');
    expect(text).toContain('UserDefinedPins(0)=(PinName="bUnlocked",PinType="bool")');
  });

  it('has links only between nodes of one graph', async () => {
    const blueprints = await paths({ class: 'Blueprint' });
    expect(blueprints.length).toBeGreaterThan(0);
    for (const path of blueprints) {
      const contents = await bench.call('asset.contents', { path, format: 'json' });
      const graphs = ('objects' in contents ? contents.objects : [])
        .flatMap(flat)
        .filter(({ class: name }) => name.endsWith('EdGraph'));
      expect(graphs.length, path).toBeGreaterThan(0);
      for (const graph of graphs) {
        const names = new Set(graph.children.map(({ name }) => name));
        const links = graph.children.flatMap(({ pins = [] }) =>
          pins.flatMap(({ linkedTo = [] }) => linkedTo.map(end => end.split('.', 1)[0] as string)),
        );
        expect(links.filter(link => !names.has(link))).toEqual([]);
        expect(links.length, `${path} ${graph.name}`).toBeGreaterThanOrEqual(
          Math.min(1, graph.children.length - 1),
        );
      }
    }
  });
});

describe('other assets', () => {
  it('have their tables, sizes and actors', async () => {
    const { dataTable } = await bench.call('asset.describe', { path: '/Game/Data/DT_FerryTimes' });
    expect(dataTable).toMatchObject({ rowStruct: '/Script/Saltmere.FerryDeparture', total: 3 });
    expect(dataTable?.rows.Noon).toMatchObject({ Hour: 12, To: 'LighthouseIsland' });
    const { stringTable } = await bench.call('asset.describe', { path: '/Game/Data/ST_Harbour' });
    expect(stringTable).toMatchObject({ namespace: 'Harbour', entries: { 'door.locked': 'It is locked.' } });
    const { texture } = await bench.call('asset.describe', { path: '/Game/Textures/T_Planks' });
    expect(texture).toEqual({ width: 128, height: 128, format: 'PF_B8G8R8A8' });
    const { level } = await bench.call('asset.describe', { path: '/Game/Maps/Harbour' });
    expect(level?.actors).toBe((await bench.call('actor.list', {})).total);
    const { properties } = await bench.call('asset.describe', { path: '/Game/Materials/MI_WetStone' });
    expect(properties?.Parent).toBe('/Game/Materials/M_Stone.M_Stone');
  });

  it('have contents', async () => {
    const all = await paths();
    expect(all.length).toBeGreaterThan(0);
    for (const path of all) {
      const json = await bench.call('asset.contents', { path, format: 'json' });
      const text = await bench.call('asset.contents', { path, format: 't3d' });
      expect('objects' in json && json.objects[0]?.name).toBe(path.slice(path.lastIndexOf('/') + 1));
      expect('text' in text && text.text).toMatch(/^Begin Object Class=\S+ Name="/);
    }
    const refused = await bench.refusal('asset.contents', {
      path: '/Game/Maps/Harbour',
      format: 'xml' as 'json',
    });
    expect(refused.kind).toBe('invalid');
  });

  it('include levels, whose contents are the current actors', async () => {
    const path = '/Game/Maps/Harbour';
    await bench.call('actor.transform', { path: harbour('BP_Ferry_C_1'), location: { x: 1, y: 2, z: 3 } });
    const contents = await bench.call('asset.contents', { path, format: 't3d' });
    expect('text' in contents && contents.text).toContain(
      'RelativeLocation=(X=1.000000,Y=2.000000,Z=3.000000)',
    );
  });

  it('that are missing are not found, with a hint', async () => {
    const near = await bench.refusal('asset.describe', { path: '/Game/Doors/Door' });
    expect(near.kind).toBe('not-found');
    expect(near.message).toContain('/Game/Blueprints/BP_Door');
    const far = await bench.refusal('asset.contents', { path: '/Game/Nowhere', format: 'json' });
    expect(far).toMatchObject({ kind: 'not-found', message: expect.stringContaining('List the assets') });
  });
});

function pathsOf(list: readonly { readonly path: string }[]): string[] {
  return list.map(({ path }) => path);
}

describe('references', () => {
  it('go from Blueprints to each other, to meshes, materials, textures and tables', async () => {
    const ferry = await bench.call('asset.references', { path: '/Game/Blueprints/BP_Ferry' });
    expect(pathsOf(ferry.references)).toEqual([
      '/Game/Blueprints/BPI_Interactable',
      '/Game/Blueprints/BP_Lantern',
      '/Game/Data/DT_FerryTimes',
      '/Game/Data/ST_Harbour',
      '/Game/Maps/LighthouseIsland',
      '/Game/Meshes/SM_FerryHull',
      '/Game/Textures/T_Planks',
    ]);
    expect(ferry.references.filter(({ soft }) => soft)).toEqual([
      { path: '/Game/Maps/LighthouseIsland', soft: true },
    ]);
    const lantern = await bench.call('asset.references', { path: '/Game/Blueprints/BP_Lantern' });
    expect(pathsOf(lantern.references)).toContain('/Game/Materials/M_LanternGlass');
    expect(pathsOf(lantern.referencers)).toEqual([
      '/Game/Blueprints/BP_Ferry',
      '/Game/Maps/Harbour',
      '/Game/Maps/LighthouseIsland',
    ]);
  });

  it('are the same in both directions', async () => {
    const all = await paths();
    const found = new Map(
      await Promise.all(
        all.map(async path => [path, await bench.call('asset.references', { path })] as const),
      ),
    );
    expect(found.size).toBe(24);
    for (const kind of ['references', 'referencers'] as const)
      expect([...found.values()].flatMap(each => each[kind]).length, kind).toBeGreaterThan(0);
    for (const [path, { references, referencers }] of found) {
      for (const { path: other, soft } of references)
        expect(found.get(other)?.referencers).toContainEqual({ path, soft });
      for (const { path: other, soft } of referencers)
        expect(found.get(other)?.references).toContainEqual({ path, soft });
    }
  });

  it('leave one asset unused', async () => {
    const unused: string[] = [];
    for (const path of await paths()) {
      const { referencers } = await bench.call('asset.references', { path });
      if (referencers.length === 0) unused.push(path);
    }
    expect(unused).toEqual(['/Game/Textures/T_OldSeaChart']);
  });

  it('follow writes and spawns', async () => {
    const chart = '/Game/Textures/T_OldSeaChart';
    await bench.call('property.write', {
      object: '/Game/Blueprints/BP_Ferry.Default__BP_Ferry_C',
      property: 'DeckTexture',
      value: chart,
    });
    expect((await bench.call('asset.references', { path: chart })).referencers).toEqual([
      { path: '/Game/Blueprints/BP_Ferry', soft: false },
    ]);
    const lighthouse = '/Game/Blueprints/BP_Lighthouse';
    await bench.call('actor.spawn', { class: lighthouse });
    expect((await bench.call('asset.references', { path: lighthouse })).referencers).toContainEqual({
      path: '/Game/Maps/Harbour',
      soft: false,
    });
  });
});

describe('pictures', () => {
  it('of textures are their pixels', async () => {
    const { data, mimeType, width, height } = await bench.call('asset.picture', {
      path: '/Game/Textures/T_Planks',
    });
    const png = decodePng(data);
    expect([mimeType, width, height, png.width, png.height]).toEqual(['image/png', 128, 128, 128, 128]);
    expect(png.at(16, 5)).toEqual([52, 34, 20]);
    expect(new Set(Array.from({ length: 128 }, (_, x) => png.at(x, 40).join())).size).toBeGreaterThan(16);
  });

  it('of materials show a ball of their colour', async () => {
    const png = decodePng((await bench.call('asset.picture', { path: '/Game/Materials/M_Wood' })).data);
    const [red, green, blue] = png.at(48, 44);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    expect(png.at(48, 44)).not.toEqual(png.at(80, 90));
  });

  it('of other assets are not found', async () => {
    const refused = await bench.refusal('asset.picture', { path: '/Game/Blueprints/BP_Door' });
    expect(refused).toMatchObject({ kind: 'not-found', message: expect.stringContaining('textures') });
  });
});

function flat(node: ObjectNode): ObjectNode[] {
  return [node, ...node.children.flatMap(flat)];
}
