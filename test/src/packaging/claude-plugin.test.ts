import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT, readText } from './root.js';

// The documented rules: https://code.claude.com/docs/en/plugins/manifest-reference and …/marketplace-reference. Claude Code ignores
// unknown members, so that a misspelt one would pass there; here it is an error.
const NAME = z.string().regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
const PERSON = z.strictObject({
  name: z.string().min(1),
  email: z.email().optional(),
  url: z.url().optional(),
});
/** Relative to the folder that has .claude-plugin, and inside of it. */
const INSIDE = z.string().regex(/^\.\/(?!.*\.\.)[^\\]+$/);
/** Names of Anthropic's own marketplaces, and those that look like them. */
const RESERVED =
  /claude|anthropic|^(agent-skills|life-sciences|knowledge-work-plugins|first-party-plugins|healthcare)$/;

const PLUGIN = z.strictObject({
  name: NAME,
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  description: z.string().max(200),
  author: PERSON,
  homepage: z.url(),
  repository: z.url(),
  license: z.literal('Apache-2.0'),
  keywords: z.array(z.string()),
  mcpServers: z.record(
    NAME,
    z.strictObject({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const MARKETPLACE = z.strictObject({
  $schema: z.url(),
  name: NAME.refine(name => !RESERVED.test(name), 'is reserved'),
  description: z.string(),
  owner: PERSON,
  plugins: z
    .array(z.strictObject({ name: NAME, description: z.string(), source: INSIDE, category: z.string() }))
    .min(1),
});

const marketplace = JSON.parse(readText('.claude-plugin/marketplace.json')) as z.infer<typeof MARKETPLACE>;
const plugin = JSON.parse(readText('packaging/claude-code/.claude-plugin/plugin.json')) as z.infer<
  typeof PLUGIN
>;

describe('the plugin for Claude Code', () => {
  it('has the documented form', () => {
    expect(PLUGIN.safeParse(plugin).error?.issues ?? []).toEqual([]);
  });

  it('starts the published program at the version of the plugin', () => {
    const servers = Object.values(plugin.mcpServers);
    expect(servers).toEqual([
      { command: 'npx', args: ['-y', `worldwire@${plugin.version}`, 'stdio', 'universe'] },
    ]);
  });

  it.each([
    ['a name with a space', { name: 'World wire' }],
    ['a version of two numbers', { version: '0.1' }],
    ['a misspelt member', { mcpServer: {} }],
  ])('is refused with %s', (_, change) => {
    expect(PLUGIN.safeParse({ ...plugin, ...change }).success).toBe(false);
  });
});

describe('the marketplace for Claude Code', () => {
  it('has the documented form', () => {
    expect(MARKETPLACE.safeParse(marketplace).error?.issues ?? []).toEqual([]);
  });

  it('lists the plugin by its own name, at the folder where it is', () => {
    expect(marketplace.plugins.map(({ name }) => name)).toEqual([plugin.name]);
    for (const { source } of marketplace.plugins) {
      expect(existsSync(join(ROOT, source, '.claude-plugin/plugin.json'))).toBe(true);
    }
  });

  it.each([
    ['a reserved name', { name: 'claude-plugins-official' }],
    ['no owner', { owner: undefined }],
    ['a source outside', { plugins: [{ ...marketplace.plugins[0], source: './../elsewhere' }] }],
    ['a source without "./"', { plugins: [{ ...marketplace.plugins[0], source: 'packaging/claude-code' }] }],
  ])('is refused with %s', (_, change) => {
    expect(MARKETPLACE.safeParse({ ...marketplace, ...change }).success).toBe(false);
  });
});
