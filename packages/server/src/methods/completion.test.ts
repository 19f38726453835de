import { type JsonObject, REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { prompt } from '../api/prompt.js';
import { resource, template } from '../api/resource.js';
import type { World } from '../api/world.js';
import { Lab } from '../kernel/lab.test.js';

const COLOURS = ['red', 'rose', 'blue'];
const world: Partial<World> = {
  prompts: [
    prompt({
      name: 'paint',
      arguments: {
        colour: { complete: value => COLOURS.filter(colour => colour.startsWith(value)) },
        many: { complete: async () => Array.from({ length: 250 }, (_, n) => `v${n}`) },
        hundred: { complete: () => Array.from({ length: 100 }, (_, n) => `v${n}`) },
        shade: { complete: (value, { colour }) => [`${colour}-${value}`] },
        free: {},
      },
      get: () => [],
    }),
  ],
  resources: [resource({ uri: 'lab://log', name: 'log', read: () => 'hello' })],
  templates: [
    template({
      uriTemplate: 'lab://room/{name}',
      name: 'room',
      complete: { name: value => [`${value}ttic`] },
      read: () => 'room',
    }),
  ],
};
const PAINT = { type: 'ref/prompt', name: 'paint' };
const ROOM = { type: 'ref/resource', uri: 'lab://room/{name}' };

describe.each(REVISIONS)('completion/complete ($id)', revision => {
  const complete = (ref: JsonObject, name: string, value: string, more: JsonObject = {}) => {
    const lab = new Lab(world);
    return lab.ask(lab.caller(revision), 'completion/complete', { ref, argument: { name, value }, ...more });
  };

  it('gives what fits a prompt argument', async () => {
    const { result } = await complete(PAINT, 'colour', 'r');
    expect(result.completion).toEqual({ values: ['red', 'rose'], total: 2, hasMore: false });
  });

  it('gives what fits a template variable', async () => {
    expect((await complete(ROOM, 'name', 'a')).result.completion).toMatchObject({ values: ['attic'] });
  });

  it('gives at most 100 values and says how many there are', async () => {
    const { result } = await complete(PAINT, 'many', '');
    expect(result.completion).toMatchObject({ total: 250, hasMore: true });
    expect((result.completion as JsonObject).values).toHaveLength(100);
    expect((await complete(PAINT, 'hundred', '')).result.completion).toMatchObject({
      total: 100,
      hasMore: false,
    });
  });

  it('shows a completer the arguments that were already chosen', async () => {
    const context = { arguments: { colour: 'red' } };
    const { result } = await complete(PAINT, 'shade', 'dark', { context });
    expect(result.completion).toMatchObject({ values: ['red-dark'] });
  });

  it('gives nothing where nothing can be completed', async () => {
    const nothing = { values: [], total: 0, hasMore: false };
    for (const name of ['free', 'unknown', 'constructor', 'toString', '__proto__']) {
      expect((await complete(PAINT, name, 'x')).result?.completion).toEqual(nothing);
    }
    expect((await complete({ type: 'ref/resource', uri: 'lab://log' }, 'x', '')).result.completion).toEqual(
      nothing,
    );
  });

  it('answers -32602 for a reference that names nothing', async () => {
    for (const ref of [
      { type: 'ref/prompt', name: 'nope' },
      { type: 'ref/prompt' },
      { type: 'ref/resource', uri: 'lab://nope/{x}' },
      { type: 'ref/tool', name: 'paint' },
      {},
    ]) {
      expect((await complete(ref as JsonObject, 'colour', 'r')).error.code).toBe(-32602);
    }
  });

  it('names no list of prompts where the world has none', async () => {
    const { prompts: _, ...rest } = world;
    const lab = new Lab(rest);
    const params = { ref: { type: 'ref/prompt', name: 'nope' }, argument: { name: 'colour', value: 'r' } };
    const { error } = await lab.ask(lab.caller(revision), 'completion/complete', params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('has no prompts') });
  });

  it('answers -32602 for an argument without name or value', async () => {
    const lab = new Lab(world);
    for (const argument of [
      undefined,
      { name: 'colour' },
      { value: 'r' },
      { name: 1, value: 'r' },
      'colour',
    ]) {
      const params = { ref: PAINT, ...(argument !== undefined && { argument }) } as JsonObject;
      expect((await lab.ask(lab.caller(revision), 'completion/complete', params)).error.code).toBe(-32602);
    }
  });
});

describe('a completer', () => {
  it('is never a name that every object has', async () => {
    const lab = new Lab(world);
    for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      const params = { ref: ROOM, argument: { name, value: 'x' } };
      const { result } = await lab.ask(lab.session('2025-11-25'), 'completion/complete', params);
      expect(result?.completion).toEqual({ values: [], total: 0, hasMore: false });
    }
  });
});
