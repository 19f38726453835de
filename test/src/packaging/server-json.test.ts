import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { run } from '../../../apps/worldwire/src/testing/program.js';
import { readText } from './root.js';

// https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json, the parts that we use, and the rules of the official
// registry. Unknown members are errors here, because the schema would let a misspelt one pass.
const SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const EXACT_VERSION = z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/);

const INPUT = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
  value: z.string().optional(),
  default: z.string().optional(),
  placeholder: z.string().optional(),
  choices: z.array(z.string()).optional(),
};

const ARGUMENT = z.discriminatedUnion('type', [
  z
    .strictObject({ ...INPUT, type: z.literal('positional'), valueHint: z.string().optional() })
    .refine(
      ({ value, valueHint }) => value !== undefined || valueHint !== undefined,
      'needs value or valueHint',
    ),
  z.strictObject({ ...INPUT, type: z.literal('named'), name: z.string().startsWith('-') }),
]);

const SERVER = z.strictObject({
  $schema: z.literal(SCHEMA),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  version: EXACT_VERSION.max(255),
  repository: z
    .strictObject({ url: z.url(), source: z.string(), subfolder: z.string().optional() })
    .optional(),
  websiteUrl: z.url().optional(),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        // The only npm registry that the official registry accepts.
        registryBaseUrl: z.literal('https://registry.npmjs.org').optional(),
        identifier: z.string(),
        version: EXACT_VERSION,
        runtimeHint: z.string().optional(),
        transport: z.strictObject({ type: z.literal('stdio') }),
        packageArguments: z.array(ARGUMENT).optional(),
        environmentVariables: z.array(z.strictObject({ ...INPUT, name: z.string() })).optional(),
      }),
    )
    .min(1),
});

const server = JSON.parse(readText('server.json')) as z.infer<typeof SERVER>;
const worldwire = JSON.parse(readText('apps/worldwire/package.json'));

describe('server.json', () => {
  it('has the form of the schema of 2025-12-11', () => {
    expect(SERVER.safeParse(server).error?.issues ?? []).toEqual([]);
  });

  it('names the npm package, which names the server, so that the registry believes it', () => {
    expect(worldwire.mcpName).toBe(server.name);
    expect(server.packages.map(({ identifier }) => identifier)).toEqual([worldwire.name]);
    expect(`git+${server.repository?.url}.git`).toBe(worldwire.repository.url);
    expect(server.repository?.subfolder).toBe(worldwire.repository.directory);
  });

  it('offers the worlds and the variables that the program knows', async () => {
    const [{ packageArguments = [], environmentVariables = [] }] = server.packages as [
      (typeof server.packages)[0],
    ];
    const [help, worlds] = await Promise.all([run(['stdio', '--help']), run(['worlds', '--json'])]);
    for (const { name } of environmentVariables) expect(help.stdout).toContain(name);
    const known = JSON.parse(worlds.stdout).worlds.map(({ name }: { name: string }) => name);
    expect(packageArguments.flatMap(({ choices = [] }) => choices)).toEqual(known);
  });

  it.each([
    ['a long description', { description: 'x'.repeat(101) }],
    ['a name without a namespace', { name: 'worldwire' }],
    ['a range of versions', { version: '^0.1.0' }],
    ['another schema', { $schema: SCHEMA.replace('12-11', '07-09') }],
    ['a misspelt member', { descripton: 'x' }],
    ['a package at latest', { packages: [{ ...server.packages[0], version: 'latest' }] }],
    [
      'an argument without a value',
      { packages: [{ ...server.packages[0], packageArguments: [{ type: 'positional' }] }] },
    ],
    [
      'another npm registry',
      { packages: [{ ...server.packages[0], registryBaseUrl: 'https://npm.example' }] },
    ],
  ])('is refused with %s', (_, change) => {
    expect(SERVER.safeParse({ ...server, ...change }).success).toBe(false);
  });
});
