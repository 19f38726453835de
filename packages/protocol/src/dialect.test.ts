import { describe, expect, it } from 'vitest';
import { defineDialect, dialectMethod } from './dialect.js';

describe('defineDialect', () => {
  it('gives back a dialect whose names stand beside the standard ones', () => {
    const dialect = {
      name: 'd',
      methods: { list: { method: 'tools/list' }, '$/cancelRequest': { method: 'notifications/cancelled' } },
    };
    expect(defineDialect(dialect)).toBe(dialect);
  });

  it('refuses to hide a standard method', () => {
    expect(() => defineDialect({ name: 'd', methods: { 'tools/call': { method: 'tools/list' } } })).toThrow(
      /Dialect d hides tools\/call/,
    );
  });

  it('refuses a chain, which would hide the standard method', () => {
    const methods = { a: { method: 'tools/list' }, 'tools/list': { method: 'b' } };
    expect(() => defineDialect({ name: 'd', methods })).toThrow(/which it also renames/);
  });
});

describe('dialectMethod', () => {
  const dialect = defineDialect({ name: 'd', methods: { list: { method: 'tools/list' } } });

  it('finds what the dialect names', () => {
    expect(dialectMethod(dialect, 'list')).toEqual({ method: 'tools/list' });
  });

  it('finds nothing else, nor anything without a dialect', () => {
    for (const method of ['tools/list', 'List', 'constructor', '__proto__', '']) {
      expect(dialectMethod(dialect, method)).toBeUndefined();
    }
    expect(dialectMethod(undefined, 'list')).toBeUndefined();
  });
});
