import { describe, expect, it } from 'vitest';
import { Universes } from '../../../worlds/universe/src/service/universes.js';
import { CommandReader, range } from './command-reader.js';
import { allStores } from './stores.js';
import { startUniverse } from './universe-server.js';

const ANN = { principal: 'ann' };
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };
const BEFORE = 5;
const HEAD = BEFORE + 1;

describe.each(await allStores())('a log in $store, after a restart and one commit', ({ open }) => {
  /** Memory then holds the newest entry, and the journal alone has those before it. */
  async function restarted() {
    const journal = await open();
    const service = () => new Universes({ journal, log: QUIET, now: Date.now, mintId: () => 'minted' });
    const first = service();
    await first.create({ id: 'u', name: 'U' }, ANN);
    for (const dt of range(1, BEFORE)) await first.execute('u', [{ type: 'tick', dt }], ANN);
    return { journal, universes: service() };
  }

  it('returns exactly the entries after each revision, from 0 to the newest', async () => {
    const { universes } = await restarted();
    const live = await universes.open('u');
    await universes.execute('u', [{ type: 'tick', dt: HEAD }], ANN);
    for (const n of range(0, HEAD)) {
      const entries = await universes.after(live, n, 100);
      const told = entries.map(({ revision, command }) => [revision, (command as { dt: number }).dt]);
      expect(told, `after(${n})`).toEqual(range(n + 1, HEAD).map(revision => [revision, revision]));
    }
    await universes.close();
  });

  it('streams exactly the commands after each revision', async () => {
    const { journal } = await restarted();
    const server = await startUniverse({ journal });
    await server.rest.get('/universes/u');
    await server.rest.command('u', { type: 'tick', dt: HEAD });
    const readers = range(0, HEAD).map(n =>
      CommandReader.open(server.base, '/universes/u/events', { 'last-event-id': String(n) }),
    );
    for (const [n, opening] of readers.entries()) {
      const reader = await opening;
      await server.rest.command('u', { type: 'tick', dt: 100 + n });
      await reader.reaches(HEAD + n + 1);
      expect(reader.revisions.filter(revision => revision <= HEAD)).toEqual(range(n + 1, HEAD));
      reader.cut();
    }
    await server.close();
  });
});
