import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ownText } from './own-text.js';

const PARENTS = 2_000;
const PARENT_BYTES = 1_000_000;

/** What is left on the heap, in bytes, of texts of 1 MB after a part of each was kept. */
function heldAfter(keep: string): number {
  const program = `
    const ownText = ${ownText.toString()};
    const kept = [];
    const before = process.memoryUsage();
    for (let n = 0; n < ${PARENTS}; n++) {
      const parent = Buffer.alloc(${PARENT_BYTES}, 97 + (n % 26)).toString('latin1');
      kept.push(${keep});
    }
    global.gc();
    const after = process.memoryUsage();
    console.log(after.heapUsed + after.external - before.heapUsed - before.external, kept.length);
  `;
  const args = ['--expose-gc', '--max-old-space-size=4096', '-e', program];
  return Number.parseInt(execFileSync(process.execPath, args, { encoding: 'utf8' }), 10);
}

describe('ownText', () => {
  it('gives the same text', () => {
    for (const text of ['', 'a', 'Ключ 木 🙂', '\ud800', '"\\\u0000\u2028']) expect(ownText(text)).toBe(text);
  });

  it(`keeps none of ${PARENTS} texts of 1 MB alive`, () => {
    expect(heldAfter('ownText(parent.slice(100, 356))')).toBeLessThan((PARENTS * PARENT_BYTES) / 20);
  });
});
