import { expect, it } from 'vitest';
import { addressOfRecord } from './record-link.js';

const RECORD = { chain: 'audit', seq: 1, at: '2026-11-18T01:00:00.000Z', world: 'universe' };

it('a record of a write leads to the object at the revision that the write made', () => {
  const about = { universe: 'sol', command: 'removeStar', object: 'a/b?c' };
  expect(addressOfRecord({ ...RECORD, about, outcome: 'done', revision: 12 })).toBe(
    '#/universe/sol?rev=12&sel=a%2Fb%3Fc',
  );
});

it('a record of a call that did not happen leads to the object as it is now', () => {
  const about = { universe: 'sol', object: 'moon' };
  expect(addressOfRecord({ ...RECORD, about, outcome: 'failed', revision: 12 })).toBe(
    '#/universe/sol?sel=moon',
  );
  expect(addressOfRecord({ ...RECORD, about, outcome: 'done', dryRun: true, revision: 12 })).toBe(
    '#/universe/sol?sel=moon',
  );
});

it('a note leads to the world in its details, and nowhere without one', () => {
  const { world: _, ...note } = RECORD;
  expect(addressOfRecord({ ...note, kind: 'gate', details: { world: 'unity' } })).toBe('#/unity');
  expect(addressOfRecord({ ...note, kind: 'gate', details: { principal: 'all' } })).toBeUndefined();
});
