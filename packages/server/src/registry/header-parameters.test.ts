import { describe, expect, it } from 'vitest';
import { headerParameters, headerParameterValue } from './header-parameters.js';

const schema = {
  type: 'object',
  properties: {
    zone: { type: 'string', 'x-mcp-header': 'Zone' },
    at: { type: 'object', properties: { level: { type: 'integer', 'x-mcp-header': 'Level' } } },
    note: { type: 'string', description: 'Says "x-mcp-header": here.' },
  },
};

describe('headerParameters', () => {
  it('finds the properties that headers mirror, by lower-case name and path', () => {
    expect(headerParameters('t', schema)).toEqual([
      { header: 'mcp-param-zone', path: ['zone'] },
      { header: 'mcp-param-level', path: ['at', 'level'] },
    ]);
  });

  it('finds none in a schema without properties', () => {
    expect(headerParameters('t', {})).toEqual([]);
    expect(headerParameters('t', { type: 'object', properties: {} })).toEqual([]);
  });

  it('refuses what no header can reach', () => {
    const inner = { type: 'string', 'x-mcp-header': 'A' };
    for (const hidden of [
      { items: inner },
      { anyOf: [inner] },
      { additionalProperties: inner },
      { $defs: { inner } },
    ]) {
      expect(() => headerParameters('t', { type: 'object', ...hidden })).toThrow(/no header can reach/);
    }
  });
});

describe('headerParameterValue', () => {
  const [zone, level] = headerParameters('t', schema);

  it('is the argument at the end of the path', () => {
    expect(headerParameterValue(zone!, { zone: 'north' })).toBe('north');
    expect(headerParameterValue(level!, { at: { level: 0 } })).toBe(0);
  });

  it('is nothing where the call gives none', () => {
    for (const args of [{}, { at: null }, { at: 'x' }, { at: {} }, { at: { level: null } }]) {
      expect(headerParameterValue(level!, args)).toBeUndefined();
    }
  });
});
