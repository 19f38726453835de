import { type JsonObject, REVISION_2026_07_28, REVISIONS } from '@worldwire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prompt } from '../api/prompt.js';
import { resource, template } from '../api/resource.js';
import { skill } from '../api/skill.js';
import { tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { Lab } from '../kernel/lab.test.js';
import { page } from './pagination.js';

const names = Array.from({ length: 7 }, (_, n) => `n${n}`);
const world: Partial<World> = {
  pageSize: 3,
  tools: names.map(name => tool({ name, description: 'Does it.', access: 'read', call: () => name })),
  prompts: names.map(name => prompt({ name, get: () => [] })),
  resources: names.map(name => resource({ uri: `lab://${name}`, name, read: () => name })),
  templates: names.map(name => template({ uriTemplate: `lab://${name}/{x}`, name, read: () => name })),
};
const skilled: Partial<World> = {
  pageSize: 3,
  skills: names.map(name =>
    skill({
      frontmatter: { name, description: 'Guides.' },
      body: 'Do it.',
      files: names.map(file => ({ path: file, mimeType: 'text/plain', content: file })),
    }),
  ),
};
const LISTS = [
  ['tools/list', 'tools'],
  ['prompts/list', 'prompts'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
] as const;

/** Follows the cursors to the end, and keeps the pages. */
async function walk(
  ask: (params: JsonObject) => Promise<{ result: JsonObject }>,
  member: string,
): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let cursor: unknown;
  do {
    const { result } = await ask(cursor === undefined ? {} : { cursor: cursor as string });
    pages.push(result[member] as unknown[]);
    cursor = result.nextCursor;
  } while (cursor !== undefined && pages.length < 50);
  return pages;
}

describe('a list', () => {
  it.each(LISTS)('%s comes in pages that make the whole, in every revision', async (method, member) => {
    for (const revision of REVISIONS) {
      const lab = new Lab(world);
      const pages = await walk(params => lab.ask(lab.caller(revision), method, params), member);
      expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(pages.flat()).toMatchObject(names.map(name => ({ name })));
    }
  });

  it('of skills, and of a folder, comes in pages that make the whole', async () => {
    const lab = new Lab(skilled);
    const caller = lab.caller(REVISION_2026_07_28);
    const skills = await walk(params => lab.ask(caller, 'skills/list', params), 'skills');
    expect(skills.map(({ length }) => length)).toEqual([3, 3, 1]);
    const uri = 'skill://n0';
    const files = await walk(
      params => lab.ask(caller, 'resources/directory/read', { uri, ...params }),
      'resources',
    );
    expect(files.flat()).toMatchObject(['SKILL.md', ...names].map(name => ({ name })));
  });

  it('has no cursor where everything is on one page', async () => {
    const lab = new Lab({ ...world, pageSize: 7 });
    for (const [method] of LISTS) {
      expect((await lab.ask(lab.session('2025-11-25'), method)).result).not.toHaveProperty('nextCursor');
    }
  });

  it("has the operator's page size where the world has none", async () => {
    const lab = new Lab({ tools: world.tools! }, { limits: { pageSize: 2 } });
    expect((await lab.ask(lab.session('2025-11-25'), 'tools/list')).result.tools).toHaveLength(2);
  });

  it.each(LISTS)('%s refuses a cursor the server did not give, in every revision', async method => {
    const beyond = Buffer.from('at:8').toString('base64url');
    const huge = Buffer.from('at:99999999999').toString('base64url');
    const negative = Buffer.from('at:-1').toString('base64url');
    for (const revision of REVISIONS) {
      const lab = new Lab(world);
      for (const cursor of ['nonsense', '3', beyond, huge, negative, 3, {}, ['YXQ6Mw']]) {
        const { error } = await lab.ask(lab.caller(revision), method, { cursor });
        expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('params.cursor') });
      }
    }
  });
});

describe('page', () => {
  it('gives every item once, in order, for any size', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 20 }), (items, size) => {
        const seen: number[] = [];
        let params: JsonObject = {};
        for (let turns = 0; turns <= items.length; turns++) {
          const { items: some, next } = page(items, params, size);
          seen.push(...some);
          if (next.nextCursor === undefined) break;
          expect(some).toHaveLength(size);
          params = { cursor: next.nextCursor };
        }
        expect(seen).toEqual(items);
      }),
    );
  });

  it('gives a page or a refusal for any cursor, never anything else', () => {
    const items = [1, 2, 3, 4, 5];
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.anything()), cursor => {
        try {
          const { items: some } = page(items, { cursor } as JsonObject, 2);
          expect(items.join()).toContain(some.join());
        } catch (thrown) {
          expect(thrown).toMatchObject({ name: 'WireError', code: -32602 });
        }
      }),
    );
  });
});
