import { describe, expect, it } from 'vitest';
import { completed, keep, success } from '../calls/reply.js';
import { hasSerialized, SerializedJson, writeResult } from './serialized-json.js';

const META = { value: { server: 'x' }, text: '{"server":"x"}' };
const whole = { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 }, _meta: { n: 1 } };
const written = () => ({
  content: [{ type: 'text', text: new SerializedJson('"{\\"a\\":1}"') as unknown as string }],
  structuredContent: new SerializedJson('{"a":1}') as unknown as { a: number },
  _meta: { n: 1 },
});

describe('written JSON', () => {
  it('is sent as the value that it represents, in both eras, cached or not', () => {
    expect(success(1, hasSerialized(written()))).toEqual(success(1, whole));
    expect(success(1, keep(hasSerialized(written())))).toEqual(success(1, whole));
    expect(completed(1, hasSerialized(written()), META)).toEqual(completed(1, whole, META));
    const { _meta, ...bare } = whole;
    const { _meta: _, ...bareWritten } = written();
    expect(completed(1, hasSerialized(bareWritten), META)).toEqual(completed(1, bare, META));
  });

  it('is not parsed where the result is known to have it', () => {
    const unparsable = { a: new SerializedJson('<as it is>'), b: [undefined, 1], c: undefined };
    expect(writeResult(hasSerialized(unparsable))).toBe('{"a":<as it is>,"b":[null,1]}');
  });

  it('is encoded by JSON.stringify where a result is not marked', () => {
    expect(JSON.stringify({ ...written(), more: true })).toBe(JSON.stringify({ ...whole, more: true }));
  });
});
