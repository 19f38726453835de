import { parseRegExpLiteral } from '@eslint-community/regexpp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CountingMatcher } from './backtracking.js';
import { superlinear } from './growth.js';

describe('the growth of a regular expression', () => {
  it.each([
    // Nested and adjacent quantifiers.
    /^(a+)+$/,
    /^(a|a)*$/,
    /^(?:\w+\s?)*$/,
    /^\d+\.?\d*$/,
    /^\s*(.*?)\s*$/,
    /^\s*[-+!.]?([^=\n]{1,1000}?)\s*=([^\n]*)$/,
    /^(\/.*?([^/.]+))\.([^.:]+)$/,
    /(\d\.\d+?)0+(?!\d)/g,
    // Starts anew at each character.
    /\s+$/,
    /\/+$/,
    /[^.]*$/,
    /\s*,/g,
    /\b([A-Za-z]\w*)\s*=\s*(.*)$/,
    /(?=(\d{3})+$)/g,
    // Starts anew at each beginning that has no end.
    /<[^>]*>/g,
    /\/\*[\s\S]*?\*\//g,
    /"(?:[^"\\]|\\.)*"/g,
    /script:(.+?:\d+)/,
    /class\s+(\w+)(?::([^{};]{0,1000}))?\{/g,
    // Behind a reference, and in an assertion.
    /^(['"]?)(?=.*\1x)\w+\1y|(?:a*)*b/,
    /(?<=\s+)x/,
  ])('is found where it is above linear: %s', pattern =>
    expect(superlinear(pattern.source, pattern.flags)).toBeDefined(),
  );

  it.each([
    /^\s+/,
    /^[\w-]+$/,
    /(?<!\s)\s+$/,
    /^\s*(\w+)\s*=/,
    /<[^<>]*>/g,
    /"(?:[^"\\]|\\.)*"?/g,
    /\/\*[\s\S]*?(?:\*\/|$)/g,
    /^(?:ab|cd)*$/,
    /^(["'])[^"']*\1$/,
    /[A-Za-z]\w*/g,
    /\d{1,3}(?=px)/,
  ])('is not reported where it is linear: %s', pattern =>
    expect(superlinear(pattern.source, pattern.flags)).toBeUndefined(),
  );
});

describe('the matcher that counts steps', () => {
  const MATCH = [
    /^(?:a|ab)(?:c|bcd)*?$/,
    /(a+)b?\1$/,
    /\b(?:x|y{2,3})+\b/,
    /(?<=a)b|(?<!b)c+(?!d)/,
    /^(?:a?b?)*c/m,
  ];

  it('finds the same ends as the engine', () => {
    for (const pattern of MATCH) {
      const matcher = new CountingMatcher(parseRegExpLiteral(pattern));
      fc.assert(
        fc.property(fc.string({ unit: fc.constantFrom(...'abcdxy \n'), maxLength: 12 }), text => {
          const found = pattern.exec(text);
          expect(matcher.firstEnd(text)).toBe(found === null ? undefined : found.index + found[0].length);
        }),
        { numRuns: 500 },
      );
    }
  });
});
