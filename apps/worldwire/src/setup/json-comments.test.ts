import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigProblem } from '../config/config-text.js';
import { json, jsonc } from './json-format.js';

describe('JSON with comments', () => {
  it.each([
    ['{ "a": 1, // one\n "b": [2, /* two */], }', { a: 1, b: [2] }],
    ['// head\n{ "url": "http://x/*y*/", "q": "\\"//" }\n/* tail */', { url: 'http://x/*y*/', q: '"//' }],
  ])('reads %j', (text, content) => {
    expect(jsonc.parse(text)).toEqual(content);
  });

  it.each([
    ['{\n  // one\n  "a": 1\n  "b": 2\n}', 4],
    ['{ "a": [,] }', 1],
    ['{\n  "a": 1,,\n}', 2],
    ['{\n "a": 1 /* never ends', 2],
    ['[]', 1],
  ])('refuses %j with line %i', (text, line) => {
    expect(() => jsonc.parse(text)).toThrow(ConfigProblem);
    expect(() => jsonc.parse(text)).toThrow(expect.objectContaining({ line }));
  });

  it('is as strict as JSON about everything else', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, at) => {
        const whole = JSON.stringify({ value }, null, 1);
        const cut = whole.slice(0, at % whole.length);
        expect(jsonc.parse(whole)).toEqual(json.parse(whole));
        expect(() => jsonc.parse(cut)).toThrow(ConfigProblem);
      }),
    );
  });
});
