import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { portableSchema } from './portable-schema.js';

const SCALARS = [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }];
const OPEN = { type: 'object', additionalProperties: true };
const ANY = [
  ...SCALARS,
  { anyOf: [OPEN] },
  { type: 'array', items: { anyOf: [...SCALARS, { anyOf: [OPEN] }] } },
];

/** The portable form of the schema of one argument. */
function portable(schema: JsonValue): JsonValue | undefined {
  const { properties } = portableSchema({ type: 'object', properties: { a: schema } });
  return (properties as JsonObject).a;
}

describe('a portable schema', () => {
  it('has alternatives instead of several types', () => {
    expect(portable({ type: ['string', 'null'], description: 'A name.' })).toEqual({
      description: 'A name.',
      anyOf: [{ type: 'string' }, { type: 'null' }],
    });
  });

  it.each<[string, JsonValue, JsonObject]>([
    ['an empty one', {}, {}],
    ['true', true, {}],
    [
      'one with notes alone',
      { description: 'Anything.', default: 1 },
      { description: 'Anything.', default: 1 },
    ],
  ])('lists all types for %s', (_what, schema, notes) => {
    expect(portable(schema)).toEqual({ ...notes, anyOf: ANY });
    expect(portable({ type: 'array', items: schema })).toEqual({
      type: 'array',
      items: { ...notes, anyOf: ANY },
    });
    expect(portable({ anyOf: [schema] })).toEqual({ anyOf: [{ ...notes, anyOf: ANY }] });
  });

  it('says of an open object that it is open', () => {
    const { $schema: _, ...record } = z.toJSONSchema(z.record(z.string(), z.unknown()));
    expect(portable(record as JsonValue)).toEqual(OPEN);
    expect(portable({ type: 'object', additionalProperties: { type: ['string', 'number'] } })).toEqual({
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    });
  });

  it('keeps objects beside other types in a union of their own, for hosts that merge the objects of one', () => {
    const [point, name] = [{ type: 'object', properties: { x: { type: 'number' } } }, { type: 'string' }];
    expect(portable({ anyOf: [point, name] })).toEqual({ anyOf: [{ anyOf: [point] }, name] });
    expect(portable({ anyOf: [point, point] })).toEqual({ anyOf: [point, point] });
    expect(portable({ anyOf: [name, { type: 'array', items: point }] })).toEqual({
      anyOf: [name, { type: 'array', items: point }],
    });
  });

  it('keeps names of properties that are keywords, and what is data', () => {
    const schema = {
      type: 'object',
      properties: { type: { type: 'string' }, items: { enum: [{}] }, propertyNames: { const: {} } },
      required: ['type'],
      default: { items: {} },
      propertyNames: { type: 'string', pattern: '^a' },
      additionalProperties: false,
    };
    expect(portable(schema)).toEqual(schema);
  });

  it('is the same object by value where it is portable already', () => {
    const { $schema: _, ...schema } = z.toJSONSchema(
      z.strictObject({
        a: z.string().optional(),
        b: z.array(z.int()),
        c: z.union([z.string(), z.array(z.int())]),
      }),
    );
    expect(portableSchema(schema as JsonObject)).toEqual(schema);
  });
});
