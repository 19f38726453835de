import { describe, expect, it } from 'vitest';
import { readOffers } from './own-offers.js';

const TOOL = {
  name: 'give_hint',
  description: 'Says what is next.',
  input: { type: 'object' },
  access: 'read',
};

function tool(more: object): object {
  return { ...TOOL, ...more };
}

function warningsOf(more: object): string {
  const { offers, warnings } = readOffers({ tools: [tool(more)] });
  expect(offers.tools).toEqual([]);
  return warnings.join('\n');
}

function withProperty(schema: object): object {
  return { input: { type: 'object', properties: { a: schema } } };
}

/** A schema with `levels` objects, one in the other. */
function nested(levels: number): object {
  let schema: object = { type: 'string' };
  for (let level = 1; level < levels; level++) schema = { type: 'array', items: schema };
  return schema;
}

describe('what a game registers', () => {
  it('is read with tools, resources and events', () => {
    const input = { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] };
    const offers = {
      tools: [tool({ input, access: 'write' })],
      resources: [{ name: 'quest_log', description: 'The quests.', mimeType: 'text/plain' }],
      events: [{ name: 'coin_taken', description: 'A coin was taken.' }],
    };
    expect(readOffers(offers)).toEqual({ offers, warnings: [] });
  });

  it.each([
    ['a name with a space', { name: 'a b' }, 'tools[0].name is "a b"'],
    ['a name of 49 characters', { name: 'x'.repeat(49) }, '1 to 48'],
    ['a name that is no text', { name: 7 }, 'tools[0].name is number'],
    ['a long description', { description: 'x'.repeat(1_001) }, '1000 characters at most'],
    ['an unknown access', { access: 'admin' }, '(give_hint).access is "admin"'],
    ['no schema', { input: undefined }, '.input must be a JSON Schema'],
    ['a schema of text', { input: { type: 'string' } }, '.input.type must be "object"'],
    ['a large schema', { input: { type: 'object', description: 'x'.repeat(17_000) } }, '16384 at most'],
    ['patternProperties', { input: { type: 'object', patternProperties: {} } }, '"patternProperties"'],
    ['a pattern', withProperty({ type: 'string', pattern: '(a+)+$' }), '"pattern"'],
    ['a reference', withProperty({ $ref: '#' }), '"$ref"'],
    ['an unknown type', withProperty({ type: 'spaceship' }), '.properties.a.type is not a type'],
    ['no list of types', withProperty({ type: [] }), '.properties.a.type is not a type'],
    [
      'a limit that is no number',
      withProperty({ type: 'number', minimum: 'a' }),
      '.minimum must be a number',
    ],
    ['required names that are no list', { input: { type: 'object', required: 'a' } }, '.required must be'],
    ['no values to choose from', withProperty({ enum: [] }), '.enum must be a list'],
    ['an empty choice', withProperty({ anyOf: [] }), 'must be a list of schemas'],
    ['a title that is no text', { input: { type: 'object', title: 5 } }, '.title must be text'],
    [
      'a description that is no text',
      withProperty({ description: { x: '\u202e' } }),
      '.description must be text',
    ],
    [
      'a divisor of 0',
      withProperty({ type: 'number', multipleOf: 0 }),
      '.multipleOf must be a number above 0',
    ],
    [
      'a negative length',
      withProperty({ type: 'string', minLength: -1 }),
      '.minLength must be a whole number',
    ],
    ['examples that are no list', withProperty({ examples: 'a' }), '.examples must be a list'],
    [
      'too many alternatives',
      withProperty({ anyOf: Array.from({ length: 8 }, () => ({ anyOf: [{}, {}, {}, {}] })) }),
      'has 40 alternatives',
    ],
    ['a prototype', { input: { type: 'object', properties: JSON.parse('{"__proto__":{}}') } }, '"__proto__"'],
  ])('leaves a tool out that has %s, and says why', (_, more, complaint) => {
    expect(warningsOf(more)).toContain(complaint);
  });

  it('may have a schema of 16 levels and no more', () => {
    const input = (levels: number) => ({ type: 'object', properties: { a: nested(levels) } });
    expect(readOffers({ tools: [tool({ input: input(14) })] }).offers.tools).toHaveLength(1);
    expect(warningsOf({ input: input(15) })).toContain('more than 16 levels');
    expect(warningsOf({ input: input(100_000) })).toContain('more than 16 levels');
  });

  it('has at most 64 entries of each kind, and few warnings', () => {
    const tools = Array.from({ length: 1_000 }, (_, index) => tool({ name: `tool_${index}` }));
    const { offers, warnings } = readOffers({ tools });
    expect(offers.tools).toHaveLength(64);
    expect(warnings).toEqual([expect.stringContaining('1000 entries')]);
    const wrong = readOffers({ tools: tools.map(each => ({ ...each, access: 'none' })), events: 'all' });
    expect(wrong.offers).toEqual({ tools: [], resources: [], events: [] });
    expect(wrong.warnings).toHaveLength(9);
    expect(wrong.warnings.at(-1)).toContain('58 more');
  });

  it('has schemas of 64 KiB together', () => {
    const input = { type: 'object', description: 'x'.repeat(15_000) };
    const tools = Array.from({ length: 5 }, (_, index) => tool({ name: `tool_${index}`, input }));
    const { offers, warnings } = readOffers({ tools });
    expect(offers.tools).toHaveLength(4);
    expect(warnings).toEqual([
      expect.stringContaining('(tool_4).input has 15034 bytes, and all tools may have 65536'),
    ]);
  });

  it('has no hidden characters in values and names of schemas', () => {
    const properties = (name: string, more: object) => ({
      input: { type: 'object', properties: { [name]: more } },
    });
    expect(warningsOf(properties('a', { enum: ['x\u202e'] }))).toContain('.enum has hidden characters');
    expect(warningsOf(properties('a\u200b', {}))).toContain('has a name that is longer');
  });

  it('has each name once', () => {
    const { offers, warnings } = readOffers({ tools: [TOOL, tool({ description: 'Another.' })] });
    expect(offers.tools).toEqual([TOOL]);
    expect(warnings).toEqual([expect.stringContaining('"give_hint" again')]);
  });

  it('has hidden characters of its descriptions escaped', () => {
    const [read] = readOffers({ tools: [tool({ description: 'a\u202eb' })] }).offers.tools;
    expect(read?.description).toBe('a\\u202eb');
  });

  it('has a valid media type for each resource', () => {
    const resource = { name: 'log', description: '', mimeType: 'text\n' };
    const { offers, warnings } = readOffers({ resources: [resource] });
    expect(offers.resources).toEqual([]);
    expect(warnings[0]).toContain('.mimeType');
  });
});
