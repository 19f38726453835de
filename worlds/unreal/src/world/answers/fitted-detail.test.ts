import { resultBytesOf } from '@worldwire/server/kit';
import { describe, expect, it } from 'vitest';
import type { AssetDetail } from '../../port/operations.js';
import { fittedAsset } from './fitted-detail.js';

const ROOM = 60_000;
const MATERIAL: AssetDetail = { path: '/Game/M_Wood', name: 'M_Wood', class: 'Material' };

describe('the description of an asset with a summary', () => {
  it('has the summary as text', () => {
    const { detail, missing } = fittedAsset({ ...MATERIAL, summary: ['a', '  b'] }, 0, ROOM);
    expect(detail.summary).toBe('a\n  b');
    expect(missing).toEqual([]);
  });

  it('has the first lines of a long summary, and the number of the others', () => {
    const summary = Array.from({ length: 200 }, (_, at) => `line ${at} ${'x'.repeat(90)}`);
    const { detail, missing } = fittedAsset({ ...MATERIAL, summary }, 0, ROOM);
    const lines = detail.summary?.split('\n') ?? [];
    expect(resultBytesOf(detail.summary ?? '')).toBeLessThan(4_200);
    expect(lines.slice(0, -1)).toEqual(summary.slice(0, lines.length - 1));
    expect(lines.at(-1)).toBe(`… ${201 - lines.length} more lines`);
    expect(missing).toEqual([`${201 - lines.length} of 200 lines of the summary`]);
    const raised = fittedAsset({ ...MATERIAL, summary }, 0, 200_000);
    expect(raised.detail.summary?.split('\n')).toEqual(summary);
    expect(raised.missing).toEqual([]);
  });

  it('is not filled with raw properties', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`Property${at}`, 'x'.repeat(50)]),
    );
    const { detail } = fittedAsset({ ...MATERIAL, summary: ['short'], properties }, 0, ROOM);
    expect(resultBytesOf(detail as never)).toBeLessThan(9_000);
    const plain = fittedAsset({ ...MATERIAL, properties }, 0, ROOM).detail;
    expect(resultBytesOf(plain as never)).toBeGreaterThan(20_000);
  });
});

describe('the rows of a table', () => {
  it('that do not fit are shown in part, with their sizes', () => {
    const dataTable = { rows: { Oak: { Text: 'x'.repeat(100_000) }, Elm: { Text: 'y' } }, total: 2 };
    const { detail, missing } = fittedAsset({ ...MATERIAL, dataTable }, 0, ROOM);
    expect(detail.dataTable?.rows.Elm).toEqual({ Text: 'y' });
    expect(missing).toEqual([expect.stringMatching(/^1 of 2 rows in part \(Oak has 10\d{4} characters\)$/)]);
  });
});
