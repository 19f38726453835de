import { setImmediate as turn } from 'node:timers/promises';
import type { AuditIntent } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import type { AuditRecord } from './audit-record.js';
import { followAudit } from './follow-audit.js';
import { openAudit } from './open-audit.js';
import { readAudit } from './read-audit.js';

const LOG = { debug() {}, info() {}, warn() {}, error() {} };
const OPTIONS = { segmentBytes: 2_000 };

function intent(id: number, principal = 'ann'): AuditIntent {
  const at = new Date(id * 1_000).toISOString();
  return {
    id: String(id),
    at,
    world: 'test',
    principal,
    tool: id % 2 === 0 ? 'set' : 'add',
    access: 'write',
  };
}

/** Two chains with 40 records of alternating times, in several segments. */
async function written(): Promise<string> {
  const folder = await temporaryFolder();
  const audits = [await openAudit(folder, LOG, OPTIONS), await openAudit(folder, LOG, OPTIONS)];
  for (let id = 0; id < 40; id++) audits[id % 2]?.begin(intent(id, id % 4 === 0 ? 'bob' : 'ann'));
  for (const audit of audits) audit.close();
  return folder;
}

async function pagesOf(folder: string, limit: number): Promise<AuditRecord[][]> {
  const pages: AuditRecord[][] = [];
  let before: string | undefined;
  do {
    const page = await readAudit(folder, { limit, ...(before !== undefined && { before }) });
    pages.push([...page.records]);
    before = page.older;
  } while (before !== undefined);
  return pages;
}

const ids = (records: readonly AuditRecord[]) => records.map(({ id }) => Number(id));

describe('pages of the audit', () => {
  it.each([1, 7, 40, 100])(
    'have every record once, the latest first, over segments and chains (limit %i)',
    async limit => {
      const folder = await written();
      const pages = await pagesOf(folder, limit);
      expect(ids(pages.flat())).toEqual(Array.from({ length: 40 }, (_, index) => 39 - index));
      expect(Math.max(...pages.map(page => page.length))).toBeLessThanOrEqual(limit);
    },
  );

  it('stay the same while records are added', async () => {
    const folder = await written();
    const { older = '' } = await readAudit(folder, { limit: 10 });
    const audit = await openAudit(folder, LOG, OPTIONS);
    for (let id = 40; id < 60; id++) audit.begin(intent(id));
    audit.close();
    expect(ids((await readAudit(folder, { limit: 3, before: older })).records)).toEqual([29, 28, 27]);
  });

  it('have only records after a cursor', async () => {
    const folder = await written();
    const { newest } = await readAudit(folder, { limit: 1 });
    expect((await readAudit(folder, { limit: 10, after: newest })).records).toEqual([]);
    const audit = await openAudit(folder, LOG, OPTIONS);
    for (let id = 40; id < 60; id++) audit.begin(intent(id));
    audit.close();
    const { records } = await readAudit(folder, { limit: 100, after: newest });
    expect(ids(records.filter(({ id }) => id !== undefined))).toEqual(
      Array.from({ length: 20 }, (_, index) => 59 - index),
    );
  });

  it('have only records that match all of a filter', async () => {
    const folder = await written();
    const of = async (filter: object) => ids((await readAudit(folder, { limit: 100, filter })).records);
    expect(await of({ principal: 'bob', since: 30_000 })).toEqual([36, 32]);
    expect(await of({ tool: 'add', since: 10_000, until: 15_000 })).toEqual([15, 13, 11]);
    expect(await of({ outcome: 'begun', world: 'test' })).toHaveLength(40);
    expect(await of({ outcome: 'done' })).toEqual([]);
  });

  it('have notes on a world by its name', async () => {
    const folder = await temporaryFolder();
    const audit = await openAudit(folder, LOG, OPTIONS);
    const note = (what: string, details: Readonly<Record<string, unknown>>) =>
      audit.note({ kind: 'gate', principal: 'ann', what, details });
    await note('one', { world: 'unity' });
    await note('two', { world: 'universe' });
    await note('three', { world: 'unity', long: 'x'.repeat(3_000) });
    await audit.note({ kind: 'gate', principal: 'ann', what: 'four' });
    audit.close();
    const { records } = await readAudit(folder, { limit: 9, filter: { world: 'unity' } });
    expect(records.map(({ what }) => what)).toEqual(['one']);
  });

  it('are empty without an audit, and refuse a cursor that no page has', async () => {
    const folder = await temporaryFolder();
    expect(await readAudit(folder, { limit: 10 })).toEqual({ records: [], newest: '' });
    await expect(readAudit(folder, { limit: 10, before: '../x' })).rejects.toThrow('The cursor is not valid');
  });
});

describe('following the audit', () => {
  it('gives each new record of all chains once, over new segments', async () => {
    const folder = await written();
    const { newest } = await readAudit(folder, { limit: 1 });
    const stop = new AbortController();
    const seen: number[] = [];
    const following = followAudit(
      folder,
      async record => {
        await turn();
        if (record.id !== undefined) seen.push(Number(record.id));
        if (seen.length === 60) stop.abort();
      },
      { after: newest, signal: stop.signal },
    );
    const audits = [await openAudit(folder, LOG, OPTIONS), await openAudit(folder, LOG, OPTIONS)];
    for (let id = 40; id < 100; id++) {
      audits[id % 2]?.begin(intent(id));
      if (id % 10 === 0) await turn();
    }
    await following;
    for (const audit of audits) audit.close();
    expect(seen.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 60 }, (_, index) => index + 40),
    );
  });
});
