import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { prompt } from '../api/prompt.js';
import { resource, template } from '../api/resource.js';
import { tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { Lab } from '../kernel/lab.test.js';

const world: Partial<World> = {
  tools: [tool({ name: 't', description: 'Does it.', access: 'read', call: () => 'ok' })],
  prompts: [prompt({ name: 'p', get: () => [] })],
  resources: [
    resource({ uri: 'lab://plain', name: 'plain', read: () => 'x' }),
    resource({ uri: 'lab://kept', name: 'kept', cache: { ttlMs: 9_000, scope: 'public' }, read: () => 'x' }),
  ],
};
const LISTS = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];

describe.each(REVISIONS)('caching hints ($id)', revision => {
  const ask = async (parts: Partial<World>, method: string, params = {}) => {
    const lab = new Lab(parts);
    return (await lab.ask(lab.caller(revision), method, params)).result;
  };
  const hint = (ttlMs: number, cacheScope: string) =>
    revision.id >= '2026-07-28' ? { ttlMs, cacheScope } : {};
  const hints = ({ ttlMs, cacheScope }: { ttlMs?: unknown; cacheScope?: unknown }) => ({
    ...(ttlMs !== undefined && { ttlMs }),
    ...(cacheScope !== undefined && { cacheScope }),
  });

  it('let lists be kept and shared, and exist since 2026-07-28 alone', async () => {
    for (const method of LISTS) expect(hints(await ask(world, method))).toEqual(hint(300_000, 'public'));
  });

  it('of lists are the world’s own where it has any', async () => {
    const own: Partial<World> = { ...world, listCache: { ttlMs: 5, scope: 'private' } };
    for (const method of LISTS) expect(hints(await ask(own, method))).toEqual(hint(5, 'private'));
  });

  it('forbid to keep a list that a template fills', async () => {
    const filled = template({ uriTemplate: 'lab://{x}', name: 'x', list: () => [], read: () => 'x' });
    const result = await ask({ ...world, templates: [filled] }, 'resources/list');
    expect(hints(result)).toEqual(hint(0, 'private'));
  });

  it('of a read are the resource’s own, and forbid to keep it where it has none', async () => {
    expect(hints(await ask(world, 'resources/read', { uri: 'lab://kept' }))).toEqual(hint(9_000, 'public'));
    expect(hints(await ask(world, 'resources/read', { uri: 'lab://plain' }))).toEqual(hint(0, 'private'));
  });
});
