import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { heapBytes } from './heap-bytes.js';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

const COPIES = 100;
const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(',');

const SHAPES: Readonly<Record<string, (copy: number) => string>> = {
  'empty objects': () => `{${many(1_500, n => `"k${n}":{}`)}}`,
  'objects of shapes of their own': copy => `[${many(500, n => `{"${copy}x${n}":1,"y${n}${copy}":2}`)}]`,
  'objects with numbers for keys': () => `[${many(500, n => `{"${1_000 + n}":1}`)}]`,
  'one object with many members': copy => `{${many(2_000, n => `"${copy}_${n}":1`)}}`,
  'empty arrays': () => `[${many(3_000, () => '[]')}]`,
  'arrays of one element': () => `[${many(3_000, () => '[1]')}]`,
  'numbers and texts': () => `[${many(3_000, n => (n % 2 === 0 ? `${n}.5` : '"a"'))}]`,
  'short texts': copy => `[${many(3_000, n => `"s${n}x${copy}"`)}]`,
  'a long text': copy => JSON.stringify(`${'a'.repeat(20_000)}${copy}`),
  'a long text with two bytes for a character': copy => JSON.stringify(`${'木'.repeat(20_000)}${copy}`),
};

/** What one copy of the value keeps of the heap. */
function measured(texts: readonly string[]): number {
  const kept: unknown[] = [];
  gc();
  const before = process.memoryUsage().heapUsed;
  for (const text of texts) kept.push(JSON.parse(text));
  gc();
  return (process.memoryUsage().heapUsed - before) / kept.length;
}

describe('the estimate of what a JSON value holds', () => {
  it.each(Object.entries(SHAPES))('is no less than what it holds: %s', (_name, write) => {
    const texts = Array.from({ length: COPIES }, (_, copy) => write(copy));
    const estimate = heapBytes(JSON.parse(texts[0] as string));
    expect(estimate).toBeGreaterThan(0.95 * measured(texts));
  });
});
