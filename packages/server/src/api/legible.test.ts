import { describe, expect, it } from 'vitest';
import { legible, legibleLines, wholeAndLegible } from './legible.js';

const HIDDEN: readonly (readonly [string, string])[] = [
  ['\n', '\\u000a'],
  ['\u001b', '\\u001b'],
  ['\u202e', '\\u202e'],
  ['\u2066', '\\u2066'],
  ['\u200b', '\\u200b'],
  ['\ufeff', '\\ufeff'],
  ['\u00ad', '\\u00ad'],
  ['\u3164', '\\u3164'],
  ['\u2800', '\\u2800'],
  ['\ufe0f', '\\ufe0f'],
  ['\u00a0', '\\u00a0'],
  ['\ue000', '\\ue000'],
  ['\u{e0041}', '\\u{e0041}'],
  ['\ud800', '\\ud800'],
];

describe.each(HIDDEN)('the hidden character %j', (character, escaped) => {
  it('is escaped wherever a text is shown', () => {
    expect(legible(`a${character}b`)).toBe(`a${escaped}b`);
    expect(wholeAndLegible(`a${character}b`, 100)).toBe(`a${escaped}b`);
  });
});

describe('legible', () => {
  it('leaves text that can be read as it is', () => {
    const text = 'Ключ 1 "é" 木 \\u202e 🙂';
    expect(legible(text)).toBe(text);
    expect(wholeAndLegible(text, 100)).toBe(text);
  });

  it('cuts what is longer than allowed, and shows that it did', () => {
    expect(legible('abcdef', 3)).toBe('abc…');
  });
});

describe('wholeAndLegible', () => {
  it('gives nothing where the text is longer than allowed', () => {
    expect(wholeAndLegible('abc', 3)).toBe('abc');
    expect(wholeAndLegible('abcd', 3)).toBeUndefined();
  });

  it('shows spaces behind the eighth in a row, which would push what follows out of sight', () => {
    expect(wholeAndLegible(`a${' '.repeat(8)}b`, 100)).toBe(`a${' '.repeat(8)}b`);
    expect(wholeAndLegible(`a${' '.repeat(10)}b`, 100)).toBe(`a${' '.repeat(8)}\\u0020\\u0020b`);
  });

  it('counts what is shown and not what was sent', () => {
    expect(wholeAndLegible('a\u202e', 7)).toBe('a\\u202e');
    expect(wholeAndLegible('a\u202e', 6)).toBeUndefined();
  });
});

describe('legibleLines', () => {
  it('keeps the lines of a text, and nothing else that is hidden', () => {
    expect(legibleLines('a\nb\u202e\r\tc')).toBe('a\nb\\u202e\\u000d\tc');
  });
});
