import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import type { ActorDetail, ActorInfo, AssetInfo, BlueprintInfo, ObjectNode } from '../port/operations.js';
import { pageOf, readPaging } from '../port/paging.js';
import { readTablePaging, tablePage } from '../port/table-page.js';
import { DOOR, FakeSource, LEVEL, ONE, ORIGIN, Stage } from './stage.test.js';

const MAX_ANSWER = 64 * 1024;
const PATH = '/Game/Doors/BP_Door';
/** Text that is longer in JSON, and longer again in JSON inside JSON. */
const ODD = '"Grüße"\\\n\u0001😀';

const many = (length: number) => Array.from({ length }, (_, index) => index);
const odd = (index: number) => `${ODD} ${index}`;

const ASSETS: readonly AssetInfo[] = many(5_000).map(index => ({
  path: `/Game/Large/Folder_${String(index % 50).padStart(2, '0')}/SM_Asset_${String(index).padStart(5, '0')}`,
  name: `SM_Asset_${index}`,
  class: 'StaticMesh',
  size: index,
}));
const ACTORS: readonly ActorInfo[] = many(5_000).map(index => ({
  path: `/Game/Maps/Hall.Hall:PersistentLevel.Actor_${String(index).padStart(5, '0')}`,
  name: `Actor_${index}`,
  label: odd(index),
  class: 'StaticMeshActor',
  location: ORIGIN,
  rotation: LEVEL,
  scale: ONE,
}));
const TREE: JsonObject = Object.fromEntries(
  many(300).map(index => [odd(index), { Nested: many(100).map(odd) }]),
);
const PROPERTIES: JsonObject = {
  List: many(20_000).map(odd),
  Text: ODD.repeat(20_000),
  Tree: TREE,
  ...Object.fromEntries(many(5_000).map(index => [`Property_${index}`, odd(index)])),
};
const ACTOR: ActorDetail = {
  ...(ACTORS[0] as ActorInfo),
  components: many(3_000).map(index => ({
    path: `${DOOR}.C_${index}`,
    name: `C_${index}`,
    class: 'Component',
  })),
  properties: PROPERTIES,
  notes: many(20).map(index => odd(index).repeat(200)),
};
const BLUEPRINT: BlueprintInfo = {
  parent: '/Script/Engine.Actor',
  interfaces: many(500).map(odd),
  variables: many(2_000).map(index => ({ name: odd(index), type: 'float', default: ODD.repeat(50) })),
  functions: many(1_000).map(index => ({ name: `Function_${index}` })),
  components: many(1_000).map(index => ({ name: odd(index), class: 'SceneComponent' })),
  graphs: many(200).map(index => ({
    name: `Function_${index}`,
    nodes: many(300).map(node => ({
      name: `N${node}`,
      class: 'K2Node_CallFunction',
      title: `Function_${node}`,
    })),
  })),
};
const OBJECTS: readonly ObjectNode[] = many(3).map(index => ({
  class: 'EdGraph',
  name: `G${index}`,
  properties: PROPERTIES,
  children: many(2_000).map(node => ({
    class: 'Node',
    name: `N${node}`,
    properties: { Text: odd(node) },
    children: [],
  })),
}));
const LINES = many(100_000).map(index => ({ category: 'LogTemp', verbosity: 'Log', text: odd(index) }));

function large(): FakeSource {
  const page = <Item extends { readonly path: string }>(items: readonly Item[], paging: object) =>
    pageOf(items, ({ path }) => path, readPaging(paging));
  const rows = Object.fromEntries(
    many(5_000).map(index => [`Row_${index}`, { Text: odd(index), Other: TREE }]),
  );
  return new FakeSource('live')
    .on('project.describe', () => ({
      name: 'Large',
      modules: many(500).map(index => ({ name: odd(index) })),
      plugins: many(500).map(index => ({ name: odd(index), enabled: true })),
      settings: Object.fromEntries(
        many(200).map(index => [`/Script/Section_${index}`, { Key: ODD.repeat(100), Other: odd(index) }]),
      ),
      notes: many(20).map(odd),
    }))
    .on('asset.list', params =>
      page(
        [...ASSETS].sort((a, b) => (a.path < b.path ? -1 : 1)),
        params,
      ),
    )
    .on('asset.describe', ({ path, ...paging }) => {
      const { members, total, ...next } = tablePage(Object.entries(rows), readTablePaging(paging));
      const detail = { path, name: 'Large', class: 'Blueprint', properties: PROPERTIES, ...next };
      const tags = Object.fromEntries(many(500).map(index => [odd(index), ODD.repeat(20)]));
      return { ...detail, tags, blueprint: BLUEPRINT, dataTable: { rows: members, total } };
    })
    .on('asset.contents', ({ format }) =>
      format === 't3d' ? { text: ODD.repeat(100_000) } : { objects: OBJECTS },
    )
    .on('asset.references', () => ({
      references: ASSETS.map(({ path }) => ({ path, soft: false })),
      referencers: ASSETS.map(({ path }) => ({ path, soft: true })),
    }))
    .on('asset.reach', () => ({
      items: ASSETS.map(({ path, class: kind }, index) => ({
        path,
        soft: false,
        depth: 1 + (index % 20),
        class: kind,
      })),
      deeper: true,
    }))
    .on('asset.unused', () => ({
      checked: 5_000,
      unused: ASSETS.map(({ path, class: kind }) => ({ path, class: kind, why: 'no referencers' })),
      roots: { levels: 0 },
      notSearched: ['native code'],
    }))
    .on('level.list', () => [{ path: '/Game/Maps/Hall', name: 'Hall', open: true }])
    .on('actor.list', params => page(ACTORS, params))
    .on('actor.get', () => ACTOR)
    .on('property.read', ({ property }) => ({
      value: property === undefined ? PROPERTIES : (PROPERTIES[property] ?? null),
    }))
    .on('selection.get', () => ACTORS)
    .on('log.tail', ({ lines, cursor = String(LINES.length) }) => {
      const start = Math.max(0, Number(cursor) - lines);
      return {
        lines: LINES.slice(start, Number(cursor)),
        total: { lines: LINES.length },
        ...(start > 0 && { nextCursor: String(start) }),
      };
    });
}

const CALLS: readonly (readonly [string, object])[] = [
  ['get_editor_state', {}],
  ['tail_log', {}],
  ['tail_log', { lines: 1_000 }],
  ['list_assets', { limit: 200 }],
  ['find_assets', { query: 'SM', limit: 200 }],
  ['describe_asset', { path: PATH, limit: 200 }],
  ['get_blueprint_contents', { path: PATH, limit: 200_000 }],
  ['get_blueprint_contents', { path: PATH, format: 'json' }],
  ['get_blueprint_contents', { path: PATH, format: 'outline' }],
  ['get_references', { path: PATH, limit: 200 }],
  ['get_references', { path: PATH, depth: 20, limit: 200 }],
  ['find_unused_assets', { limit: 10_000 }],
  ['list_actors', { limit: 200 }],
  ['get_actor', { path: DOOR }],
  ['get_selection', { limit: 200 }],
  ['get_property', { object: DOOR }],
  ['get_property', { object: DOOR, property: 'List' }],
  ['get_property', { object: DOOR, property: 'Text' }],
  ['get_property', { object: DOOR, property: 'Tree' }],
];

const URIS = [
  'unreal://project',
  'unreal://project?section=section_1',
  'unreal://editor/state',
  'unreal://log?lines=1000',
  'unreal://assets',
  'unreal://journal',
  `unreal://asset${PATH}`,
  'unreal://level/Game/Maps/Hall',
  `unreal://actor${DOOR}`,
];

describe('an answer about a large project', () => {
  it.each(CALLS)(
    'of %s %j has at most 64 KiB, the revision, and says what is left out',
    async (name, args) => {
      const stage = await Stage.open({ sources: [large()] });
      const result = await stage.result(name, args);
      expect(result.isError, result.content[0]?.text).toBeUndefined();
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(MAX_ANSWER);
      const facts = result.structuredContent as JsonObject;
      expect(facts).toMatchObject({ provenance: 'live', revision: 0 });
      if (name === 'get_editor_state') return;
      expect(facts.nextCursor ?? facts.nextOffset ?? facts.note).toBeDefined();
      expect(JSON.parse(result.content.find(({ type }) => type === 'text')?.text ?? '')).toEqual(facts);
    },
  );

  it.each(CALLS)('of %s %j is smaller where the caller asks for less', async (name, args) => {
    const stage = await Stage.open({ sources: [large()] });
    const result = await stage.result(name, { ...args, maxBytes: 8_192 });
    expect(result.isError, result.content[0]?.text).toBeUndefined();
    expect(JSON.stringify(result).length).toBeLessThanOrEqual(8_192);
  });

  it('outlines a Blueprint in two calls and 12 KB, and in more where the caller asks for it', async () => {
    const stage = await Stage.open({ sources: [large()] });
    const bytes = async (name: string, args: object) => JSON.stringify(await stage.result(name, args)).length;
    const found = await bytes('find_assets', { query: 'door', limit: 5 });
    expect(found + (await bytes('describe_asset', { path: PATH }))).toBeLessThanOrEqual(12 * 1024);
    expect(await bytes('describe_asset', { path: PATH, maxBytes: 200_000 })).toBeGreaterThan(60_000);
  });

  it('is larger where the caller asks for more', async () => {
    const stage = await Stage.open({ sources: [large()] });
    const result = await stage.result('get_property', { object: DOOR, property: 'List', maxBytes: 400_000 });
    expect(JSON.stringify(result).length).toBeGreaterThan(200_000);
  });

  it.each(URIS)('of %s has at most 64 KiB, also with its content twice', async uri => {
    const stage = await Stage.open({ sources: [large()] });
    const { text } = await stage.read(uri);
    expect(2 * JSON.stringify(text).length).toBeLessThanOrEqual(MAX_ANSWER);
    expect(JSON.parse(text as string)).toMatchObject({ revision: 0 });
  });

  it('reads a large value to its end over its pages', async () => {
    const stage = await Stage.open({ sources: [large()] });
    const seen: unknown[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const part: { value: unknown[]; nextCursor?: string } = await stage.call('get_property', {
        object: DOOR,
        property: 'List',
        ...(cursor && { cursor }),
      });
      seen.push(...part.value);
      cursor = part.nextCursor;
    }
    expect(seen).toEqual(PROPERTIES.List);
  });

  it('reads 100,000 log lines in pages, each once', async () => {
    const stage = await Stage.open({ sources: [large()] });
    let [seen, pages] = [0, 0];
    for (
      let cursor: string | undefined, first = true;
      first || cursor !== undefined;
      first = false, pages++
    ) {
      const part: { lines: { text: string }[]; returned: number; total: object; nextCursor?: string } =
        await stage.call('tail_log', { lines: 1_000, maxBytes: 1_000_000, ...(cursor && { cursor }) });
      expect(part.lines.at(-1)?.text).toBe(odd(LINES.length - 1 - seen));
      expect(part).toMatchObject({ returned: part.lines.length, total: { lines: 100_000 } });
      seen += part.returned;
      cursor = part.nextCursor;
    }
    expect([seen, pages]).toEqual([100_000, 100]);
  });
});

describe('what a client reads first', () => {
  it('is small: 1 KB of instructions, 40 KB of tools, half of it for reads', async () => {
    const stage = await Stage.open();
    const { instructions } = (await stage.ask('server/discover')) as { instructions: string };
    // The kernel adds which tools are closed.
    expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(850);
    for (const word of ['centimetres', 'degrees', 'Z up', 'get_editor_state', 'undo_write', 'close'])
      expect(instructions).toContain(word);
    const { tools } = (await stage.ask('tools/list')) as unknown as {
      tools: { annotations: { readOnlyHint: boolean } }[];
    };
    const bytes = (list: object) => Buffer.byteLength(JSON.stringify(list));
    expect(bytes(tools)).toBeLessThanOrEqual(40 * 1024);
    expect(bytes(tools.filter(({ annotations }) => annotations.readOnlyHint))).toBeLessThanOrEqual(20 * 1024);
  });
});
