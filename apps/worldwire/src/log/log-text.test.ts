import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableLine } from './log-text.js';

const TIME = '2026-11-16T15:04:05.006Z';

function line(fields: object, hasColours = false): string {
  return readableLine(`${JSON.stringify({ level: 'info', time: TIME, pid: 1, ...fields })}\n`, hasColours);
}

describe('a line of the log for people', () => {
  it('has the time, the level, the message and the fields', () => {
    expect(line({ msg: 'done', world: 'sol', ms: 3, why: 'a b', list: [1], none: null })).toMatch(
      /^\d\d:\d\d:05\.006 info {2}done world=sol ms=3 why="a b" list=\[1\] none=null\n$/,
    );
  });

  it('has colours where the terminal has them, and is the same text', () => {
    const fields = { level: 'warn', msg: 'careful', file: 'x' };
    const coloured = line(fields, true);
    expect(coloured).toContain('\u001B[33mwarn \u001B[0m');
    expect(stripVTControlCharacters(coloured)).toBe(line(fields));
  });

  it('has the frames of an error below it', () => {
    const err = {
      type: 'TypeError',
      message: 'no\nsuch',
      stack: 'TypeError: no\nsuch\n    at a (b.js:1)\n    at c',
    };
    expect(line({ msg: 'failed', err }).split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(/ info {2}failed err="TypeError: no\\nsuch"$/),
      '    at a (b.js:1)',
      '    at c',
    ]);
  });

  it('is one line without control characters, whatever a client sends', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, text, text, (msg, key, value) => {
        const shown = line({ msg, [`x${key}`]: { value }, y: value });
        expect(shown.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069\u200E\u200F\u061C]/u);
      }),
    );
    expect(line({ msg: 'a\n12:00:00 fatal forged', y: '\u001B[2J\u009B2J\u202E' })).toContain(
      'a\\x0a12:00:00 fatal forged y="\\u001b[2J\\x9b2J\\u202e"',
    );
  });

  it('shows what is not JSON as a message', () => {
    expect(readableLine('odd \u001B[31m\n', false)).toBe('--:--:--.---       odd \\x1b[31m\n');
  });
});
