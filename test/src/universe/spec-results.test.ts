import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallResult, ERAS, parsed, said, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const CATEGORIES = [
  'Simulation',
  'Star CRUD',
  'Star hierarchy',
  'Group CRUD',
  'Group hierarchy',
  'Small body fields',
  'Protoplanetary disks',
  'Nebulae',
  'Rings',
  'Snapshot',
];

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
  await server.rest.create('u-1', THREE_STARS);
});
afterAll(() => server.close());

describe.each(ERAS)('a result for %s', (_era, visit) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  const successes: readonly (readonly [string, object])[] = [
    ['get_universe_state', { universeId: 'u-1' }],
    ['get_universe_state', { universeId: 'u-1', include: ['time'] }],
    ['get_universe_state', { universeId: 'sol', ids: ['earth'] }],
    ['list_universe_commands', { universeId: 'u-1' }],
    ['send_universe_command', { universeId: 'u-1', command: { type: 'tick' } }],
    ['send_universe_command', { universeId: 'u-1', command: { type: 'tick' }, returning: 'changes' }],
  ];
  const failures: readonly (readonly [string, object])[] = [
    ['get_universe_state', { universeId: 'u-missing' }],
    ['get_universe_state', { universeId: '' }],
    ['list_universe_commands', {}],
    ['send_universe_command', { universeId: 'u-missing', command: { type: 'tick' } }],
    ['send_universe_command', { universeId: 'u-1', command: { type: 'removeStar', id: 'missing' } }],
    ['send_universe_command', { universeId: 'u-1', command: { type: 'explode' } }],
  ];

  it.each(successes)(
    '[REQ-MCP-10] [MCP-10] is text that is not empty, where %s %j succeeds',
    async (name, args) => {
      expectTexts(await visitor.call(name, args));
    },
  );

  it.each(failures)(
    '[REQ-MCP-10] [MCP-10] is text that is not empty, where %s %j fails',
    async (name, args) => {
      const result = await visitor.call(name, args);
      expectTexts(result);
      expect(result.isError).toBe(true);
    },
  );

  it.each(successes)('[REQ-MCP-11] [MCP-11] is not an error if %s %j succeeds', async (name, args) => {
    expect((await visitor.call(name, args)).isError ?? false).toBe(false);
  });

  it('[REQ-MCP-12] [MCP-12] is the state as JSON, in the text and as structured content', async () => {
    const result = await visitor.call('get_universe_state', { universeId: 'u-1' });
    const { state, revision } = (await server.rest.get('/universes/u-1')).body;
    expect(parsed(result)).toEqual({ ...state, revision });
    expect(result.structuredContent).toEqual(parsed(result));
  });

  it('[REQ-MCP-12] is what came of a command as JSON, in the text and as structured content', async () => {
    const result = await visitor.call('send_universe_command', {
      universeId: 'u-1',
      command: { type: 'tick' },
    });
    const { revision } = (await server.rest.get('/universes/u-1')).body;
    expect(parsed(result)).toMatchObject({ revision, events: [{ type: 'ticked' }] });
    expect(result.structuredContent).toEqual(parsed(result));
  });

  it('[REQ-MCP-13] [MCP-13] refers to all ten categories and to every command in them', async () => {
    const result = await visitor.call('list_universe_commands', { universeId: 'u-1' });
    for (const category of CATEGORIES) expect(said(result)).toContain(`"${category}"`);
    const { categories } = result.structuredContent as unknown as {
      categories: { name: string; commands: { type: string }[] }[];
    };
    expect(categories.map(({ name }) => name)).toEqual(CATEGORIES);
    expect(categories.flatMap(({ commands }) => commands)).toHaveLength(25);
  });
});

function expectTexts({ content }: CallResult): void {
  expect(content.length).toBeGreaterThan(0);
  for (const { type, text } of content) {
    expect(type).toBe('text');
    expect(text).not.toBe('');
  }
}
