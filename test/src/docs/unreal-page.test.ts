import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HARMLESS_FUNCTIONS, KINDS } from '@worldwire/unreal/internal';
import { describe, expect, it } from 'vitest';
import { ROOT } from './pages.js';

const PAGE = readFileSync(join(ROOT, 'docs/unreal.md'), 'utf8');

/** The cells of the table that follows a heading row. */
function tableAfter(head: string): readonly (readonly string[])[] {
  const [, rest = ''] = PAGE.split(`| ${head} |\n`);
  const [table = ''] = rest.split('\n\n');
  return table
    .split('\n')
    .slice(1)
    .map(line => line.slice(2, -2).split(' | '));
}

describe('docs/unreal.md', () => {
  it('has the access of calls and properties by what the object is', () => {
    const rows = Object.values(KINDS).map(({ what, call, exceptCalls, set }) => [
      what,
      exceptCalls === undefined ? call : `${call}, except ${exceptCalls}`,
      set,
    ]);
    expect(tableAfter('object | `call_function` | `set_property`')).toEqual(rows);
  });

  it('has all native functions that the right to write is enough for', () => {
    const rows = Object.entries(HARMLESS_FUNCTIONS).map(([path, names]) => [
      `\`${path.replace('/Script/', '')}\``,
      names === 'all' ? 'all' : names.map(name => `\`${name}\``).join(', '),
    ]);
    expect(tableAfter('native class | functions that are `write`')).toEqual(rows);
  });
});
