import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqlite } from '@worldwire/journal/sqlite';
import { changeFile } from '@worldwire/journal/testing';
import type { Log } from '@worldwire/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ANN, addStar, QUIET } from '../testing/service-lab.js';
import { Universes } from './universes.js';

/** A universe of three stars in a file, with a snapshot. The file is changed before it is opened again. */
async function damagedBy(sql: string): Promise<{ universes: Universes; warnings: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'worldwire-load-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'universe.sqlite');
  const warnings: string[] = [];
  const log: Log = { ...QUIET, warn: (_about: unknown, text?: string) => void warnings.push(String(text)) };
  const open = async () => {
    const universes = new Universes({
      journal: await openSqlite(file),
      log,
      now: Date.now,
      mintId: () => 'm',
    });
    onTestFinished(() => universes.close());
    return universes;
  };
  const first = await open();
  await first.create({ id: 'u', name: 'U' }, ANN);
  for (const id of ['a', 'b', 'c']) await first.execute('u', [addStar(id)], ANN);
  await first.close();
  await changeFile(file, sql);
  return { universes: await open(), warnings };
}

describe('a universe whose store is damaged', () => {
  it('is replayed from its entries if the snapshot is damaged, with a warning', async () => {
    const { universes, warnings } = await damagedBy(
      `UPDATE snapshot SET state = replace(state, '"b"', '"x"')`,
    );
    const loaded = await universes.open('u');
    expect(loaded.revision).toBe(3);
    expect(Object.keys(JSON.parse((await loaded.text()).text).stars)).toEqual(['a', 'b', 'c']);
    expect(warnings).toEqual(['the snapshot is damaged; replaying all entries']);
  });

  it('is refused with the damaged revision where an entry is needed and damaged', async () => {
    const { universes } = await damagedBy(
      `DELETE FROM snapshot; UPDATE entry SET at = '2020' WHERE revision = 2`,
    );
    const refusal = await universes.open('u').catch(error => error);
    expect(refusal).toMatchObject({ kind: 'NotReady', hint: expect.stringContaining('backup') });
    expect(refusal.message).toMatch(/Universe "u".*Revision 2 of log "u" is damaged.*restore a backup/);
  });

  it('can be read if only old entries are damaged, which its history reports', async () => {
    const { universes } = await damagedBy(
      `UPDATE entry SET body = replace(body, 'a', 'e') WHERE revision = 1`,
    );
    const loaded = await universes.open('u');
    expect(Object.keys(JSON.parse((await loaded.text()).text).stars)).toEqual(['a', 'b', 'c']);
    await expect(universes.before(loaded, undefined, 10)).rejects.toThrow(/Revision 1 of log "u" is damaged/);
    await expect(universes.undo('u', 1, ANN)).rejects.toThrow(/Revision 1 of log "u" is damaged/);
    await universes.execute('u', [addStar('d')], ANN);
  });
});
