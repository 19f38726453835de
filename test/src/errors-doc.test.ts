import { readFileSync } from 'node:fs';
import { ERRORS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';

const COLUMNS = ['name', 'code', 'meaning', 'when you see it', 'what to do'];

interface Row {
  readonly name: string;
  readonly code: number;
  readonly meaning: string;
  readonly advice: readonly string[];
}

/** The rows of the table of errors in a Markdown text. */
function rows(markdown: string): Row[] {
  const table = markdown.split('\n').filter(line => line.startsWith('|'));
  const [head, rule, ...body] = table.map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
  if (head?.join() !== COLUMNS.join() || !rule?.every(cell => /^-+$/.test(cell)))
    throw new Error(`The table of errors must have the columns: ${COLUMNS.join(', ')}.`);
  return body.map(([name = '', code = '', meaning = '', ...advice]) => ({
    name,
    code: Number(code),
    meaning,
    advice,
  }));
}

const documented = rows(readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8'));

describe('docs/errors.md', () => {
  it('has every error of the protocol, with its code and meaning, in the same order, and no other', () => {
    const known = Object.entries(ERRORS).map(([name, { code, meaning }]) => ({ name, code, meaning }));
    expect(documented.map(({ name, code, meaning }) => ({ name, code, meaning }))).toEqual(known);
  });

  it('explains when each occurs and what to do', () => {
    for (const { name, advice } of documented) {
      expect([name, advice.length]).toEqual([name, 2]);
      for (const sentence of advice) expect(sentence).toMatch(/^[A-Z`].{10,}\.$/);
    }
  });
});

describe('the comparison', () => {
  const line = '| A | -1 | M. | W. | D. |';

  it('reads a table', () => {
    const markdown = `# T\n\n| ${COLUMNS.join(' | ')} |\n|---|---|---|---|---|\n${line}\n`;
    expect(rows(markdown)).toEqual([{ name: 'A', code: -1, meaning: 'M.', advice: ['W.', 'D.'] }]);
  });

  it('fails where there is no such table', () => {
    for (const markdown of ['', line, `| name | code |\n|---|---|\n${line}`])
      expect(() => rows(markdown)).toThrow(/columns/);
  });
});
