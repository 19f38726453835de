import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CommonArgument } from '../api/common-arguments.js';
import { countItems } from '../api/planned-effect.js';
import { prompt } from '../api/prompt.js';
import { resource, template } from '../api/resource.js';
import { skill } from '../api/skill.js';
import { tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { Lab } from '../kernel/lab.test.js';

const named = (name: string) => tool({ name, description: 'Does it.', access: 'read', call: () => 'ok' });
const page = (uri: string) => resource({ uri, name: 'page', read: () => 'text' });
const pages = (uriTemplate: string) => template({ uriTemplate, name: 'pages', read: () => 'text' });
const guide = (name: string, path?: string) =>
  skill({
    frontmatter: { name, description: 'Guides.' },
    body: 'Do it.',
    ...(path !== undefined && { files: [{ path, mimeType: 'text/plain', content: 'x' }] }),
  });
const headed = (shape: z.ZodRawShape) =>
  tool({
    name: 'headed',
    description: 'Has headers.',
    access: 'read',
    input: z.object(shape),
    call: () => 'ok',
  });
const planned = (common: readonly CommonArgument[]) =>
  tool({
    ...{ name: 'grow', description: 'Grows.', access: 'write', common, call: () => 'ok' },
    plan: () => ({ effect: { sentence: 'Grows.', items: [], totals: countItems([]) }, digest: 'd' }),
  });
const header = (name: string) => ({ 'x-mcp-header': name });

const MISTAKES: readonly (readonly [string, Partial<World>, RegExp])[] = [
  ['a tool registered twice', { tools: [named('a'), named('a')] }, /tool a is registered twice/],
  ['a tool with a blank in its name', { tools: [named('two words')] }, /"two words" is not a name/],
  ['a tool without a name', { tools: [named('')] }, /is not a name/],
  ['a tool with a name of 129 characters', { tools: [named('a'.repeat(129))] }, /is not a name/],
  [
    'a tool with a plan and no dry run',
    { tools: [planned(['expectDigest'])] },
    /grow has a plan, so that dryRun/,
  ],
  [
    'a prompt registered twice',
    { prompts: [prompt({ name: 'p', get: () => [] }), prompt({ name: 'p', get: () => [] })] },
    /prompt p is registered twice/,
  ],
  [
    'a prompt with a slash in its name',
    { prompts: [prompt({ name: 'p/q', get: () => [] })] },
    /is not a name/,
  ],
  [
    'a resource registered twice',
    { resources: [page('lab://a'), page('lab://a')] },
    /lab:\/\/a is registered twice/,
  ],
  ['a resource without a scheme', { resources: [page('just/a/path')] }, /valid URI: "just\/a\/path"/],
  ['a template registered twice', { templates: [pages('lab://{a}'), pages('lab://{a}')] }, /twice/],
  ['a template whose variables touch', { templates: [pages('lab://{a}{b}')] }, /touch/],
  ['a template with two variables in one place', { templates: [pages('lab://{a,b}')] }, /lab:\/\/\{a,b\}/],
  ['a template with an operator it does not know', { templates: [pages('lab://{#a}')] }, /not a name/],
  ['a template with a brace left open', { templates: [pages('lab://x/{a')] }, /lab:\/\/x\/\{a/],
  ['a template that names a variable twice', { templates: [pages('lab://{a}/{a}')] }, /twice/],
  ['a template with more after its query', { templates: [pages('lab://x{?a}/y')] }, /nothing may follow/],
  ['a skill registered twice', { skills: [guide('s'), guide('s')] }, /skill s is registered twice/],
  ['a skill with capitals', { skills: [guide('Guide')] }, /"Guide" is not a skill name/],
  ['a skill with two hyphens in a row', { skills: [guide('a--b')] }, /not a skill name/],
  ['a skill that ends with a hyphen', { skills: [guide('a-')] }, /not a skill name/],
  ['a skill file outside its skill', { skills: [guide('s', '../x')] }, /invalid path/],
  ['a skill file with an absolute path', { skills: [guide('s', '/etc/x')] }, /invalid path/],
  ['a skill file in place of the manifest', { skills: [guide('s', 'SKILL.md')] }, /given twice/],
  [
    'a resource that takes the place of a skill',
    { skills: [guide('s')], resources: [page('skill://s/SKILL.md')] },
    /registered twice/,
  ],
  [
    'a header of two arguments',
    { tools: [headed({ a: z.string().meta(header('Zone')), b: z.string().meta(header('zone')) })] },
    /headed uses one x-mcp-header twice/,
  ],
  [
    'a header that is no field name',
    { tools: [headed({ a: z.string().meta(header('not a name')) })] },
    /not a header name/,
  ],
  [
    'a header for a list',
    { tools: [headed({ a: z.array(z.string()).meta(header('A')) })] },
    /not a string, integer or boolean/,
  ],
  [
    'a header for a fraction',
    { tools: [headed({ a: z.number().meta(header('A')) })] },
    /not a string, integer or boolean/,
  ],
  [
    'a header inside a list',
    { tools: [headed({ a: z.array(z.object({ b: z.string().meta(header('B')) })) })] },
    /no header can reach/,
  ],
];

describe('a world with a mistake', () => {
  it.each(MISTAKES)('does not start: %s', (_mistake, parts, says) => {
    expect(() => new Lab(parts)).toThrow(says);
  });
});

describe('a world without one', () => {
  it('starts with every kind of name that is allowed', () => {
    const tools = [named('a'), named('A.b-c_9'), named('x'.repeat(128))];
    const skills = [guide('a'), guide('a-b-9', 'deep/er/file.txt'), guide('z'.repeat(64))];
    expect(() => new Lab({ tools, skills, prompts: [prompt({ name: 'a', get: () => [] })] })).not.toThrow();
  });

  it('finds the arguments that headers mirror, however deep', () => {
    const lab = new Lab({
      tools: [
        headed({
          zone: z.string().meta(header('Zone')),
          at: z.object({ level: z.int().meta(header('Level')) }),
          other: z.string(),
        }),
      ],
    });
    expect(lab.kernel.tool('headed')?.headers).toEqual([
      { header: 'mcp-param-zone', path: ['zone'] },
      { header: 'mcp-param-level', path: ['at', 'level'] },
    ]);
  });

  it('describes a tuple without a boolean in place of a schema', () => {
    const point = z.tuple([z.number(), z.string()]);
    const lab = new Lab({ tools: [headed({ point })] });
    const prefixItems = [{ type: 'number' }, { type: 'string' }];
    expect(lab.kernel.tool('headed')?.inputSchema.properties).toEqual({
      point: { type: 'array', prefixItems, minItems: 2, maxItems: 2 },
    });
  });
});
