import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Journal, JournalConflict, JournalDamaged, JournalUnavailable } from '../index.js';
import { changeFile, entryAt, newLog, seeded } from '../testing/index.js';
import { openSqlite } from './index.js';

const FLIPS = 250;
const LOGS = ['alpha', 'beta'];
const ENTRIES = 60;
const PRINCIPALS = ['ann', 'bob'];

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worldwire-damage-'));
  path = join(folder, 'journal.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Two logs with entries, operation keys, snapshots and creation keys. */
async function fill(): Promise<void> {
  const journal = await openSqlite(path);
  for (const id of LOGS) {
    await journal.create(
      newLog(id, { operation: { principal: 'ann', key: `make ${id}`, fingerprint: 'f' } }),
    );
    for (let after = 0; after < ENTRIES; after += 1) {
      const [principal, key] = [PRINCIPALS[after % 2]!, `key-${after}`];
      const entry = entryAt(after + 1, id, { principal, key, events: `${id} ${after} `.repeat(5) });
      const operations = [{ principal, key, fingerprint: `f-${after}`, first: after + 1, last: after + 1 }];
      await journal.append({ id, after, entries: [entry], operations });
    }
    await journal.saveSnapshot(id, {
      revision: 40,
      state: JSON.stringify({ id, filler: 'x'.repeat(2_000) }),
    });
    await journal.saveSnapshot(id, { revision: 50, state: JSON.stringify({ id, kept: 50 }) }, undefined, 1);
    await journal.saveSnapshot(id, { revision: 60, state: JSON.stringify({ id, newest: 60 }) });
    await journal.saveBookmark(id, { name: `mark ${id}`, revision: 7, at: 'then', principal: 'ann' });
  }
  await journal.close();
}

/** Every read of the journal, each with a name. */
function reads(journal: Journal): ReadonlyMap<string, () => Promise<unknown>> {
  const all = new Map<string, () => Promise<unknown>>([['list', () => journal.list({ limit: 10 })]]);
  for (const id of LOGS) {
    all.set(`find ${id}`, () => journal.find(id));
    all.set(`read ${id}`, () => journal.read(id, 0, 1_000));
    all.set(`one of ${id}`, () => journal.read(id, 29, 1));
    all.set(`read back ${id}`, () => journal.readBack(id, undefined, 25));
    all.set(`snapshot ${id}`, () => journal.snapshot(id));
    all.set(`origin ${id}`, () => journal.origin(id));
    all.set(`kept ${id}`, async () => {
      const snapshot = await journal.snapshotAt(id, 55);
      // A page that lost the row leads to an older snapshot, which is right too.
      return snapshot?.revision === 0 ? undefined : snapshot;
    });
    all.set(`bookmark ${id}`, async () => (await journal.bookmarks(id))[0]);
    const operation = { principal: 'ann', key: `make ${id}`, fingerprint: 'f' };
    all.set(`created ${id}`, () => journal.create(newLog(id, { operation })));
    for (let after = 0; after < ENTRIES; after += 1) {
      all.set(`key ${after} of ${id}`, () => journal.recorded(id, PRINCIPALS[after % 2]!, `key-${after}`));
    }
  }
  return all;
}

async function outcomes(file: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  const journal = await openSqlite(file).catch(error => error);
  if (journal instanceof Error) {
    expect(journal).toBeInstanceOf(JournalUnavailable);
    return found;
  }
  for (const [name, read] of reads(journal)) {
    found.set(name, await read().catch(error => error));
  }
  found.set('damage', await journal.verify());
  await journal.close();
  return found;
}

describe('a file with a flipped bit', () => {
  it(`gives what was written or says that it is damaged, at ${FLIPS} random places`, async () => {
    await fill();
    const whole = await outcomes(path);
    expect(whole.get('read alpha')).toHaveLength(ENTRIES);
    expect(whole.get('damage')).toEqual([]);
    const bytes = await readFile(path);
    const random = seeded(Number(process.env.DAMAGE_SEED ?? 13));
    const file = join(folder, 'damaged.db');
    let noticed = 0;
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const place = Math.floor(random() * bytes.length);
      const bit = Math.floor(random() * 8);
      const damaged = Buffer.from(bytes);
      damaged[place]! ^= 1 << bit;
      await writeFile(file, damaged);
      const found = await outcomes(file);
      const damage = found.get('damage') as readonly string[] | undefined;
      if (damage === undefined || damage.length > 0) noticed += 1;
      for (const [name, outcome] of found) {
        const where = `${name}, bit ${bit} of byte ${place}`;
        if (name === 'damage' || outcome instanceof JournalDamaged) continue;
        // A key that became another one cannot be found, nor a row of a page that lost it. Both are listed as damage.
        if (/^(key|created|origin|kept|bookmark)/.test(name) && isMiss(outcome))
          expect(damage, where).not.toEqual([]);
        else expect(outcome, where).toEqual(whole.get(name));
      }
      for (const suffix of ['', '-wal', '-shm', '.id']) await rm(file + suffix, { force: true });
    }
    expect(noticed).toBeGreaterThan(FLIPS / 4);
  }, 300_000);
});

function isMiss(outcome: unknown): boolean {
  return outcome === undefined || outcome instanceof JournalConflict;
}

describe('rows that were changed outside the journal', () => {
  const damages: readonly [string, string, RegExp][] = [
    [
      'an entry',
      `UPDATE entry SET body = replace(body, 'writer', 'Writer') WHERE revision = 7`,
      /Revision 7 of log "alpha"/,
    ],
    ['the time of an entry', `UPDATE entry SET at = '2020' WHERE revision = 7`, /Revision 7 of log/],
    [
      'the principal of an entry',
      `UPDATE entry SET principal = 'eve' WHERE revision = 7`,
      /Revision 7 of log/,
    ],
    ['a removed entry', 'DELETE FROM entry WHERE revision = 7', /Revision 7 of log "alpha" is missing/],
    ['a missing end', 'DELETE FROM entry WHERE revision > 55', /Revision 56 of log "alpha" is missing/],
    [
      'exchanged entries',
      `UPDATE entry SET revision = -revision WHERE revision IN (7, 8);
       UPDATE entry SET revision = CASE revision WHEN -7 THEN 8 ELSE 7 END WHERE revision < 0`,
      /Revision 7 of log "alpha" is damaged/,
    ],
    ['a head that is behind', 'UPDATE log SET revision = 50', /head of log "alpha"/],
    ['another name', `UPDATE log SET name = 'Other'`, /head of log "alpha"/],
  ];

  it.each(damages)('%s is detected and reported with its revision', async (_what, sql, message) => {
    await fill();
    await changeFile(path, sql);
    const journal = await openSqlite(path);
    await expect(journal.read('alpha', 0, 1_000)).rejects.toThrow(JournalDamaged);
    await expect(journal.read('alpha', 0, 1_000)).rejects.toThrow(message);
    expect((await journal.verify()).join('\n')).toMatch(message);
    await journal.close();
  });

  it('explains how to restore it, without the path of the file', async () => {
    await fill();
    await changeFile(path, `UPDATE entry SET at = '2020' WHERE revision = 7`);
    const journal = await openSqlite(path);
    const { message } = await journal.read('alpha', 6, 1).catch(error => error);
    expect(message).toMatch(/Stop the server.*backup/);
    expect(message).not.toContain(folder);
    // Undamaged data can still be read.
    expect(await journal.read('alpha', 7, 5)).toHaveLength(5);
    await journal.close();
  });

  it('takes a damaged operation key for one, and not for a new one', async () => {
    await fill();
    await changeFile(path, `UPDATE operation SET fingerprint = 'other' WHERE key = 'key-4'`);
    const journal = await openSqlite(path);
    await expect(journal.recorded('alpha', 'ann', 'key-4')).rejects.toThrow(/operation key of log "alpha"/);
    await journal.close();
  });

  it('lists the damage of logs after a damaged head', async () => {
    await fill();
    await changeFile(
      path,
      `UPDATE log SET name = 'Other' WHERE id = 'alpha';
      UPDATE entry SET at = '2020' WHERE log = 2 AND revision = 5`,
    );
    const journal = await openSqlite(path);
    const findings = (await journal.verify()).join('\n');
    expect(findings).toMatch(/head of log "alpha"/);
    expect(findings).toMatch(/Revision 5 of log "beta"/);
    await expect(journal.list({ limit: 10 })).rejects.toThrow(/head of log "alpha"/);
    expect(await journal.find('beta')).toMatchObject({ id: 'beta', revision: ENTRIES });
    await journal.close();
  });

  it('ends the verification at a damaged head whose id no log can have', async () => {
    await fill();
    await changeFile(path, `UPDATE log SET id = 'al' || char(0) WHERE id = 'alpha'`);
    const journal = await openSqlite(path);
    expect((await journal.verify()).join('\n')).toMatch(/of log "al/);
    await journal.close();
  });

  it('lists every damage when it is verified, and none in a whole file', async () => {
    await fill();
    let journal = await openSqlite(path);
    expect(await journal.verify()).toEqual([]);
    await journal.close();
    await changeFile(
      path,
      `UPDATE entry SET at = '2020' WHERE log = 1 AND revision IN (3, 5);
      UPDATE snapshot SET state = '{}' WHERE log = 2;
      UPDATE operation SET last = 9 WHERE log = 2 AND key = 'key-1';
      DELETE FROM operation WHERE log = 1 AND key = 'key-9'`,
    );
    journal = await openSqlite(path);
    const findings = (await journal.verify()).join('\n');
    for (const expected of [
      /Revision 3 of log "alpha"/,
      /Revision 5 of log "alpha"/,
      /snapshot of log "beta"/,
      /An operation key of log "beta"/,
      /operation key of revision 10 of log "alpha" is missing/,
    ]) {
      expect(findings).toMatch(expected);
    }
    expect(findings).not.toMatch(/Revision 4 /);
    await journal.close();
  });
});

it('keeps the state that a log began with, beside a newer snapshot', async () => {
  await fill();
  const journal = await openSqlite(path);
  expect(await journal.origin('alpha')).toEqual({ revision: 0, state: newLog('alpha').state });
  expect(await journal.snapshot('alpha')).toMatchObject({ revision: 60 });
  await journal.close();
});
