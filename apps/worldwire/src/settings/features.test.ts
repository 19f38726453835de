import { tool, type World } from '@worldwire/server';
import { listed } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { offered, readFeatures } from './features.js';

const named = (name: string) => tool({ name, description: name, access: 'read', call: () => name });
const world: World = {
  name: 'lab',
  version: '1',
  tools: [named('get_one'), named('get_two'), named('set_one')],
  prompts: () => [{ name: 'explain', get: () => [] }],
  resources: [{ uri: 'lab://one', name: 'one', read: () => '1' }],
};
const refuse = (key: string, message: string): never => {
  throw new Error(`${key}: ${message}`);
};
const names = (some: World) => listed(some.tools).map(({ name }) => name);

describe('offered', () => {
  it('offers everything by default', () => {
    expect(offered(world, {})).toEqual(world);
  });

  it('offers the tools whose names match, in a fixed list and in one that is asked again', () => {
    expect(names(offered(world, { tools: ['get_*'] }))).toEqual(['get_one', 'get_two']);
    const asked = { ...world, tools: () => listed(world.tools) };
    expect(names(offered(asked, { tools: ['set_one', 'get_t*'] }))).toEqual(['get_two', 'set_one']);
  });

  it('takes a dot for a dot', () => {
    expect(names(offered(world, { tools: ['get.one'] }))).toEqual([]);
  });

  it('leaves out whole kinds', () => {
    const none = offered(world, { tools: false, prompts: false, resources: false });
    expect(Object.keys(none)).toEqual(['name', 'version']);
  });
});

describe('readFeatures', () => {
  it('takes one name for a list of one', () => {
    expect(readFeatures({ tools: 'get_*', dialect: false }, refuse)).toEqual({
      tools: ['get_*'],
      dialect: false,
    });
  });

  it.each([
    [[], 'features: '],
    [{ tool: true }, 'features.tool: unknown feature "tool". Did you mean tools?'],
    [{ resources: ['a'] }, 'features.resources: '],
    [{ tools: [] }, 'features.tools: '],
    [{ tools: [1] }, 'features.tools: '],
  ])('refuses what makes no sense, by name: %j', (value, complaint) => {
    expect(() => readFeatures(value, refuse)).toThrow(complaint);
  });
});
