import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../text/json.js';
import {
  canonicalMessage,
  type Dialect,
  type DialectMethod,
  defineDialect,
  dialectMethod,
} from './dialect.js';

function define(methods: Dialect['methods']): () => Dialect {
  return () => defineDialect({ name: 'd', methods });
}

const spelling: DialectMethod = { method: 'tools/call', when: params => params.tool !== undefined };

describe('defineDialect', () => {
  it('gives back a dialect whose names stand beside the standard ones', () => {
    const dialect: Dialect = {
      name: 'd',
      methods: {
        list: { method: 'tools/list' },
        '$/cancelRequest': { method: 'notifications/cancelled' },
        exit: { session: 'end' },
      },
    };
    expect(defineDialect(dialect)).toBe(dialect);
  });

  it('refuses to hide a standard method', () => {
    expect(define({ 'tools/call': { method: 'tools/list' } })).toThrow(/Dialect d hides tools\/call/);
    expect(define({ 'tools/call': { result: () => null } })).toThrow(/Dialect d hides tools\/call/);
    expect(define({ 'tools/call': { method: 'tools/call' } })).toThrow(/Dialect d hides tools\/call/);
  });

  it('takes a second spelling of a standard method, but not for another one', () => {
    expect(define({ 'tools/call': spelling })).not.toThrow();
    expect(define({ 'tools/list': spelling })).toThrow(/Dialect d hides tools\/list/);
    expect(define({ run: { method: 'tools/call' }, 'tools/call': spelling })).not.toThrow();
  });

  it('refuses a chain, which would hide the standard method', () => {
    expect(define({ a: { method: 'tools/list' }, 'tools/list': { method: 'b' } })).toThrow(
      /which it also renames/,
    );
  });

  it('refuses a method behind what changes the session', () => {
    expect(define({ bye: { method: 'ping', session: 'end' } })).toThrow(/behind bye/);
  });
});

describe('dialectMethod', () => {
  const dialect = define({ list: { method: 'tools/list' }, 'tools/call': spelling })();
  const find = (method: string, params: JsonObject = {}) => dialectMethod(dialect, { method, params });

  it('finds what the dialect names', () => {
    expect(find('list')).toEqual({ method: 'tools/list' });
  });

  it('finds a standard method where it comes in the spelling of the dialect, and only there', () => {
    expect(find('tools/call', { tool: 'x' })).toBe(spelling);
    expect(find('tools/call', { name: 'x' })).toBeUndefined();
  });

  it('finds nothing else, nor anything without a dialect', () => {
    for (const method of ['tools/list', 'List', 'constructor', '__proto__', '']) {
      expect(find(method)).toBeUndefined();
    }
    expect(dialectMethod(undefined, { method: 'list', params: {} })).toBeUndefined();
  });
});

describe('canonicalMessage', () => {
  const message = { id: 7, method: 'list', params: { from: 'a' } };

  it('has the method behind the name, and everything else as it was', () => {
    expect(canonicalMessage({ method: 'tools/list' }, message)).toEqual({ ...message, method: 'tools/list' });
    expect(canonicalMessage({ session: 'shut' }, message)).toEqual(message);
  });

  it('has the parameters translated', () => {
    const own = { method: 'tools/list', params: ({ from }: JsonObject) => ({ cursor: from ?? null }) };
    expect(canonicalMessage(own, message).params).toEqual({ cursor: 'a' });
  });
});
