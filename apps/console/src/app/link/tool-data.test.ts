import { describe, expect, it } from 'vitest';
import { dataOf, failureOf, picturesOf, textsOf } from './tool-data.js';

describe('the data of a result', () => {
  it('is its structured content', () => {
    const content = [{ type: 'text', text: '{"revision":1}' }];
    expect(dataOf({ content, structuredContent: { revision: 2 } })).toEqual({ revision: 2 });
  });

  it('is the JSON of its text where the server sends only text', () => {
    expect(dataOf({ content: [{ type: 'text', text: '{"revision":1}' }] })).toEqual({ revision: 1 });
  });

  it('is absent where the text is no object', () => {
    for (const text of ['', 'Invalid arguments', '7', '[1]', 'null'])
      expect(dataOf({ content: [{ type: 'text', text }] })).toBeUndefined();
    expect(dataOf({})).toBeUndefined();
  });
});

describe('the reason of a failure', () => {
  it('is the message of the world, or the text', () => {
    expect(failureOf({ structuredContent: { ok: false, error: { message: 'No such object.' } } })).toBe(
      'No such object.',
    );
    expect(failureOf({ content: [{ type: 'text', text: 'NotFound: x' }] })).toBe('NotFound: x');
    expect(failureOf({})).toContain('no reason');
  });
});

describe('the parts of a result', () => {
  it('are read only in the form that the protocol has', () => {
    const content = [{ type: 'text' }, { type: 'text', text: 'a' }, null, 'b'] as never;
    expect(textsOf({ content })).toEqual(['a']);
    expect(textsOf({ content: 'a' as never })).toEqual([]);
  });

  it('give pictures as data: addresses, and no other address', () => {
    const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    expect(picturesOf({ content: [image] })).toEqual(['data:image/png;base64,AAAA']);
    expect(picturesOf({ content: [{ ...image, mimeType: 'text/html' }] })).toEqual([]);
    expect(picturesOf({ content: [{ ...image, data: '"><script>' }] })).toEqual([]);
  });
});
