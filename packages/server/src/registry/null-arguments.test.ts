import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { nullArguments, withoutNulls } from './null-arguments.js';

function kept(schema: JsonObject, args: JsonObject): JsonObject {
  return withoutNulls(args, nullArguments({ type: 'object', ...schema }));
}

/** What is kept of `{ a: null }` if `a` has the schema. */
function keptOf(a: JsonValue, more: JsonObject = {}): JsonObject {
  return kept({ properties: { a }, ...more }, { a: null });
}

describe('a null argument', () => {
  it.each<[string, JsonValue]>([
    ['a type', { type: 'string' }],
    ['several types', { type: ['string', 'number'] }],
    ['an enum', { enum: ['x', 'y'] }],
    ['a constant', { const: 1 }],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'array', items: {} }] }],
    ['several conditions', { allOf: [{}, { type: 'string' }] }],
    ['the schema that accepts nothing', false],
  ])('is dropped if it is optional and its schema is %s', (_what, schema) => {
    expect(keptOf(schema)).toEqual({});
  });

  it.each<[string, JsonValue]>([
    ['any value', {}],
    ['true', true],
    ['the type null', { type: 'null' }],
    ['several types with null', { type: ['string', 'null'] }],
    ['an enum with null', { enum: ['x', null] }],
    ['the constant null', { const: null }],
    ['an alternative with null', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    ['a reference to another document', { $ref: 'https://example.org/schema' }],
  ])('is kept if its schema is %s', (_what, schema) => {
    expect(keptOf(schema)).toEqual({ a: null });
  });

  it('is kept if it is required or not declared', () => {
    expect(keptOf({ type: 'string' }, { required: ['a'] })).toEqual({ a: null });
    expect(kept({ properties: {} }, { a: null })).toEqual({ a: null });
    expect(kept({ properties: { toString: { type: 'string' } } }, {})).toEqual({});
  });

  it('is dropped inside objects, lists and references', () => {
    const point = {
      type: 'object',
      properties: { x: { type: 'number' }, y: { type: 'number' } },
      required: ['x'],
    };
    const schema = {
      $defs: { point },
      properties: { at: point, path: { type: 'array', items: { $ref: '#/$defs/point' } } },
    };
    const args = { at: { x: null, y: null }, path: [{ x: 1, y: null }, { x: 2 }, null] };
    expect(kept(schema, args)).toEqual({ at: { x: null }, path: [{ x: 1 }, { x: 2 }, null] });
    expect(args.path[0]).toEqual({ x: 1, y: null });
  });

  it('is dropped in a choice of objects only if none of them accepts it', () => {
    const form = (a: JsonValue) => ({ type: 'object', properties: { a }, additionalProperties: false });
    const choice = (...forms: JsonValue[]) =>
      kept({ properties: { by: { anyOf: forms } } }, { by: { a: null } });
    expect(choice(form({ type: 'string' }), { type: 'string' })).toEqual({ by: {} });
    expect(choice(form({ type: 'string' }), form({ type: 'number' }))).toEqual({ by: {} });
    expect(choice(form({ type: 'string' }), form({ type: 'null' }))).toEqual({ by: { a: null } });
    expect(choice(form({ type: 'string' }), { type: 'object' })).toEqual({ by: { a: null } });
    expect(choice(form(form({ type: 'string' })), { type: 'object' })).toEqual({ by: { a: null } });
  });

  it('is dropped in a schema that refers to itself', () => {
    const schema = { properties: { next: { $ref: '#' }, a: { type: 'string' } } };
    expect(kept(schema, { a: null, next: { a: null, next: { a: 'x' } } })).toEqual({
      next: { next: { a: 'x' } },
    });
  });
});

describe('arguments without null to drop', () => {
  it('are passed on as the same object', () => {
    const schema = nullArguments({
      type: 'object',
      properties: {
        a: { type: 'string' },
        list: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
      },
    });
    const args = { a: 'x', list: [{ b: 'y' }, {}] };
    expect(withoutNulls(args, schema)).toBe(args);
    expect(withoutNulls(args, undefined)).toBe(args);
  });
});
