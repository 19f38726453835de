import { describe, expect, it } from 'vitest';
import { readArguments } from './flags.js';

const FLAGS = {
  port: { type: 'string', multiple: true, value: 'N', about: '' },
  host: { type: 'string', about: '' },
  json: { type: 'boolean', short: 'j', about: '' },
} as const;

function read(...args: readonly string[]) {
  return readArguments('serve', FLAGS, args);
}

describe('arguments', () => {
  it('are flags and words in any order', () => {
    const { values, words } = read('a', '--port', '1', '-j', 'b', '--port=2', '--host', 'h');
    expect({ ...values }).toEqual({ port: ['1', '2'], host: 'h', json: true });
    expect(words).toEqual(['a', 'b']);
  });

  it('after -- are all words', () => {
    expect(read('--', '--port').words).toEqual(['--port']);
  });

  it.each([
    ['--prot', 'there is no flag --prot. Did you mean --port?'],
    ['-x', 'there is no flag -x. Flags: --port, --host, --json.'],
    ['--__proto__', 'there is no flag --__proto__.'],
    ['--port', '--port needs a value: --port N'],
    ['--host=', '--host needs a value: --host VALUE'],
    ['--json=yes', '--json does not take a value.'],
  ])('such as %s are refused with what would be understood', (argument, says) => {
    expect(() => read(argument)).toThrow(says);
  });

  it('do not take the next flag for a value', () => {
    expect(() => read('--port', '--json')).toThrow('--port needs a value');
  });
});
