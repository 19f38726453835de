import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { LastLines } from './last-lines.js';

async function read(...chunks: (string | Buffer)[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = new PassThrough();
  const last = new LastLines(line => lines.push(line));
  last.read(stream);
  for (const chunk of chunks) stream.write(chunk);
  await new Promise(resolve => stream.end().once('close', resolve));
  expect(last.lines).toEqual(lines.slice(-20));
  return lines;
}

it('lines are put together from what arrives, whatever their ends', async () => {
  const half = Buffer.from('ä');
  expect(await read('one\ntw', 'o\r\n', half.subarray(0, 1), half.subarray(1), '\nlast')).toEqual([
    'one',
    'two',
    'ä',
    'last',
  ]);
});

it('a line without an end is kept in 1,000 characters, however much comes', async () => {
  const lines = await read(...Array.from({ length: 200 }, () => 'x'.repeat(65_536)), '\nnext\n');
  expect(lines).toEqual([`${'x'.repeat(1_000)}…`, 'next']);
});

it('the newest 20 lines are kept, with every hidden character escaped', async () => {
  expect(await read('\u001b[31mred\u202e\u200b\n')).toEqual(['\\u001b[31mred\\u202e\\u200b']);
  expect(await read('line\n'.repeat(1_000))).toHaveLength(1_000);
});
