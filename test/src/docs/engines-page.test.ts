import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATION_NAMES } from '@worldwire/engine';
import type { ContractResult } from '@worldwire/engine/testing';
import { describe, expect, it } from 'vitest';
import { enginesPage } from '../../../scripts/engines/engines-page.mjs';
import { ROOT } from './pages.js';

/** The rows of the table of operations: a name, and a cell for each engine. */
function operationRows(page: string): Map<string, readonly string[]> {
  const rows = [...page.matchAll(/^\| `([a-z.]+)` \| (.*) \|$/gm)];
  return new Map(rows.map(([, name, cells]) => [name as string, (cells as string).split(' | ')]));
}

describe('docs/engines.md', () => {
  const page = readFileSync(join(ROOT, 'docs/engines.md'), 'utf8');
  const rows = operationRows(page);

  it('has a row for every operation of the port, and no other', () => {
    expect([...rows.keys()]).toEqual(OPERATION_NAMES);
  });

  it('says for every operation and engine whether it works, and why not', () => {
    const width = rows.get('engine.describe')?.length ?? 0;
    expect(width).toBeGreaterThan(1);
    for (const [name, cells] of rows) {
      expect(cells, name).toHaveLength(width);
      for (const cell of cells) expect(cell, name).toMatch(/^(works|yes, without a case|no \[\d+\])$/);
    }
  });

  it('lists each reason that a cell names', () => {
    const numbers = new Set([...page.matchAll(/no \[(\d+)\]/g)].map(([, number]) => Number(number)));
    for (const number of numbers) expect(page).toMatch(new RegExp(`^${number}\\. .+`, 'm'));
  });
});

describe('the page of engines', () => {
  const info = { name: 'Some', version: '1', platform: 'linux', runtime: 'x', features: [] };
  const result = (over: Partial<ContractResult>): ContractResult => ({
    engine: 'Some',
    info: { ...info, operations: ['scene.list'] },
    date: '2026-01-01T00:00:00.000Z',
    unsupported: { 'view.capture': 'there is no display' },
    cases: [],
    ...over,
  });
  const lists = { claim: 'lists', needs: ['scene.list'] as const };
  const draws = { claim: 'draws', needs: ['view.capture'] as const };
  const cells = (results: readonly ContractResult[], name: string) =>
    operationRows(enginesPage(results, ['scene.list', 'view.capture'])).get(name);

  it('says that an operation works if a case that needs it held, and fails if one failed', () => {
    const works = { ...lists, outcome: 'works' as const };
    expect(cells([result({ cases: [works] })], 'scene.list')).toEqual(['works']);
    expect(cells([result({})], 'scene.list')).toEqual(['yes, without a case']);
    const failed = { ...lists, claim: 'lists more', outcome: 'failed' as const, reason: 'no' };
    expect(cells([result({ cases: [works, failed] })], 'scene.list')).toEqual(['**fails**']);
  });

  it('gives the reason of the engine for an operation that it does not have', () => {
    const page = enginesPage([result({})], ['scene.list', 'view.capture']);
    expect(operationRows(page).get('view.capture')).toEqual(['no [1]']);
    expect(page).toContain('\n1. there is no display\n');
  });

  it('takes the run with a display and the one without as one engine', () => {
    const without = result({ cases: [{ ...draws, outcome: 'unsupported', reason: 'there is no display' }] });
    const display = result({
      info: { ...info, operations: ['scene.list', 'view.capture'] },
      unsupported: {},
      cases: [{ ...draws, outcome: 'works' }],
    });
    for (const results of [
      [without, display],
      [display, without],
    ])
      expect(cells(results, 'view.capture')).toEqual(['works']);
  });

  it('has a column for each engine', () => {
    expect(cells([result({}), result({ engine: 'Other' })], 'view.capture')).toEqual(['no [1]', 'no [1]']);
  });
});
