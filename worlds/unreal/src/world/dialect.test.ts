import type { JsonObject } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { unrealDialect } from './dialect.js';
import { TEMPLATES } from './prompts/templates.js';

const render = unrealDialect(() => TEMPLATES).methods['prompts/render']?.params as (
  params: JsonObject,
) => JsonObject;
const name = 'explain_blueprint';
const values = { path: '/Game/Doors/BP_Door' };

describe('prompts/render', () => {
  it('accepts the values of a prompt as variables or as arguments', () => {
    for (const given of [{ variables: values }, { arguments: values }]) {
      expect(render({ name, ...given })).toEqual({ name, arguments: values });
      expect(render({ uri: `unreal://prompt/${name}`, ...given })).toEqual({ name, arguments: values });
    }
    expect(render({ name })).toEqual({ name, arguments: {} });
  });

  it('takes null for a member that is absent', () => {
    const given = { name, uri: null, variables: values, arguments: null };
    expect(render(given)).toEqual({ name, arguments: values });
    expect(render({ ...given, name: null, uri: `unreal://prompt/${name}` })).toEqual({
      name,
      arguments: values,
    });
    expect(render({ name, variables: null, arguments: null })).toEqual({ name, arguments: {} });
  });

  it('refuses both at once', () => {
    for (const standard of [values, {}]) {
      const given = { name, variables: values, arguments: standard };
      expect(() => render(given)).toThrow(expect.objectContaining({ code: -32602 }));
      expect(() => render(given)).toThrow('but not both');
    }
  });

  it.each(['variables', 'arguments'])('refuses %s that are not strings, with the name', key => {
    for (const given of ['x', ['x'], 7]) {
      expect(() => render({ name, [key]: given })).toThrow(`params.${key} must be an object`);
    }
    for (const value of [7, {}]) {
      expect(() => render({ name, [key]: { path: value } })).toThrow(`params.${key}.path must be a string`);
    }
  });
});
