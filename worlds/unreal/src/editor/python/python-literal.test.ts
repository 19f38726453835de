import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pythonLiteral } from './python-literal.js';
import { SCRIPT_NAMES, scriptText } from './scripts.js';

/** Parses a literal whose only escapes are \uXXXX, as Python does. */
function asPython(literal: string): string {
  expect(literal).toMatch(/^"(?:[A-Za-z0-9 _:,/-]|\\u[0-9a-f]{4})*"$/);
  return literal
    .slice(1, -1)
    .replace(/\\u([0-9a-f]{4})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

describe('a literal for Python', () => {
  it.each([
    '"); import os; os.system("rm -rf /")',
    "'''",
    '\\',
    '\\"',
    'a\nb\r\nc',
    '\u0000\u001f\u007f\u0085\u2028\u2029',
    'Grüße 世界 😀',
    '\ud800 alone',
    '{given} %s $HOME #',
    'file.py',
  ])('says %j, and cannot be left by it', text => {
    expect(JSON.parse(asPython(pythonLiteral({ path: text })))).toEqual({ path: text });
  });

  it('represents any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(JSON.parse(asPython(pythonLiteral(value as never)))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });
});

describe('a script', () => {
  it.each(SCRIPT_NAMES)(
    'named %s has its input in one literal, and nothing that looks like a Python file',
    name => {
      const given = { mark: 'mark', path: '/Game/"x".py\n' };
      const text = scriptText(name, given);
      expect(text.startsWith(`# worldwire ${name}\n`)).toBe(true);
      expect(text.split(pythonLiteral(given))).toHaveLength(2);
      expect(text).not.toContain('.py');
      expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    },
  );
});
