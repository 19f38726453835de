import { describe, expect, it } from 'vitest';
import { fieldsOf, objectOfTexts, textsOfObject } from './schema-fields.js';

const SCHEMA = {
  type: 'object',
  required: ['id', 'command'],
  properties: {
    count: { type: 'integer', minimum: 1, maximum: 5 },
    id: { type: 'string', description: 'Of the universe.' },
    command: { type: 'object' },
    kind: { enum: ['star', 'moon'] },
    deep: { type: 'boolean' },
  },
};

describe('fields of a schema', () => {
  it('have controls by their types, the required ones first', () => {
    expect(fieldsOf(SCHEMA).map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['id', 'text', true],
      ['command', 'json', true],
      ['count', 'integer', false],
      ['kind', 'choice', false],
      ['deep', 'boolean', false],
    ]);
  });

  it('give the value that they were filled with', () => {
    const fields = fieldsOf(SCHEMA);
    const value = { id: 'sol', command: { type: 'undo' }, count: 2, kind: 'moon', deep: false };
    expect(objectOfTexts(fields, textsOfObject(fields, value))).toEqual(value);
  });

  it('leave out optional fields that are empty, and keep values without a field', () => {
    const fields = fieldsOf(SCHEMA);
    const value = objectOfTexts(fields, { id: 'sol', command: '{}', count: '' }, { count: 3, other: 1 });
    expect(value).toEqual({ id: 'sol', command: {}, other: 1 });
  });

  it('say what is wrong with a value', () => {
    const fields = fieldsOf(SCHEMA);
    const filled = { id: 'sol', command: '{}' };
    expect(() => objectOfTexts(fields, { ...filled, command: '{' })).toThrow('command is not JSON.');
    expect(() => objectOfTexts(fields, { ...filled, command: '' })).toThrow('command is required.');
    expect(() => objectOfTexts(fields, { ...filled, count: '1.5' })).toThrow('count is not a whole number.');
    expect(() => objectOfTexts(fields, { ...filled, count: '9' })).toThrow('count is more than 5.');
    expect(() => objectOfTexts(fields, { ...filled, count: 'x' })).toThrow('count is not a number: "x".');
  });

  it('are none for a schema without properties', () => {
    expect(fieldsOf({})).toEqual([]);
  });
});
