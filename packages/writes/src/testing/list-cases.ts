import assert from 'node:assert/strict';
import type { JsonValue } from '@worldwire/protocol';
import { revisionOf, undoOf } from './write-bench.js';
import type { ListedWrite, WriteCase } from './write-driver.js';

/** The list of writes, the inverses in the journal, and a restart. */
export const LIST_CASES: readonly WriteCase[] = [
  {
    claim:
      'the list has the newest write first, with its revision, its tool and the principal with its client',
    check: async bench => {
      const { driver } = bench;
      const first = revisionOf(await bench.done(driver.write));
      const bob = await bench.connect({ principal: 'bob', client: 'phone' });
      const second = revisionOf(await bench.done(driver.other, {}, bob));
      const [newest, older] = await bench.list();
      assert.deepEqual(
        [newest?.revision, newest?.tool, newest?.by],
        [second, driver.other.tool, 'bob (phone)'],
      );
      assert.deepEqual([older?.revision, older?.tool, older?.by], [first, driver.write.tool, 'ann (desk)']);
    },
  },
  {
    claim: 'the list has each write once, over all its pages',
    check: async bench => {
      const { driver, client } = bench;
      const revisions = [];
      for (const call of [driver.write, driver.other, driver.beside, driver.write, driver.other])
        revisions.push(revisionOf(await bench.done(call)));
      const found: ListedWrite[] = [];
      let next: JsonValue | undefined;
      for (let pages = 0; pages < 20; pages++) {
        const page = await driver.list(client, { limit: 2, ...(next !== undefined && { next }) });
        found.push(...page.items);
        next = page.next;
        if (next === undefined) break;
      }
      assert.equal(next, undefined, 'the last page has no next one');
      assert.deepEqual(
        found.map(({ revision }) => revision),
        revisions.reverse(),
      );
    },
  },
  {
    claim: 'the list has calls that were refused as failed, and writes that were done as done',
    needs: ['refusals in the list'],
    check: async bench => {
      await bench.done(bench.driver.write);
      await bench.client.call(bench.driver.missing);
      const [newest, older] = await bench.list();
      assert.deepEqual([newest?.outcome, older?.outcome], ['failed', 'done']);
    },
  },
  {
    claim: 'the list says which writes were undone, and no longer after the undo was undone',
    needs: ['undone in the list'],
    check: async bench => {
      const written = await bench.done(bench.driver.write);
      const isUndone = async () =>
        (await bench.list()).find(({ revision }) => revision === revisionOf(written))?.isUndone === true;
      assert.equal(await isUndone(), false);
      const undone = await bench.done(undoOf(written));
      assert.equal(await isUndone(), true);
      await bench.done(undoOf(undone));
      assert.equal(await isUndone(), false);
    },
  },
  {
    claim: 'the list is the same for a principal that may only read',
    check: async bench => {
      await bench.done(bench.driver.write);
      const eve = await bench.connect({ principal: 'eve' });
      assert.deepEqual((await bench.driver.list(eve, { limit: 20 })).items, await bench.list());
    },
  },
  {
    claim: 'every inverse in the journal is JSON',
    needs: ['readable journal'],
    check: async bench => {
      const { driver, served } = bench;
      const written = await bench.done(driver.write);
      await bench.done(driver.beside);
      await bench.done(undoOf(written));
      await bench.done(driver.undoSince(0));
      await bench.done(driver.destroy, { expectDigest: (await bench.plan(driver.destroy)).digest as string });
      const inverses = served.inverses?.().filter(inverse => inverse !== null) ?? [];
      assert.ok(inverses.length >= 5, `${inverses.length} inverses`);
      for (const inverse of inverses) assert.deepEqual(JSON.parse(JSON.stringify(inverse)), inverse);
    },
  },
  {
    claim: 'the undo in an answer works after a restart',
    needs: ['restart'],
    check: async bench => {
      const state = await bench.state();
      const written = await bench.done(bench.driver.write);
      await bench.served.restart?.();
      const client = await bench.connect({});
      await bench.done(undoOf(written), {}, client);
      assert.deepEqual(await bench.driver.state(client), state);
    },
  },
  {
    claim: 'an undo since a revision works after a restart, also for undos',
    needs: ['restart'],
    check: async bench => {
      const { driver } = bench;
      const written = await bench.done(driver.write);
      await bench.done(undoOf(written));
      await bench.done(driver.other);
      await bench.done(driver.beside);
      await bench.served.restart?.();
      const client = await bench.connect({});
      await bench.done(driver.undoSince(0), {}, client);
      assert.deepEqual(await driver.read(client), driver.values[0]);
    },
  },
  {
    claim: 'the list and the revision are the same after a restart',
    needs: ['restart'],
    check: async bench => {
      const { driver } = bench;
      await bench.done(driver.write);
      await bench.done(driver.beside);
      const [list, revision] = [await bench.list(), await bench.revision()];
      await bench.served.restart?.();
      const client = await bench.connect({});
      assert.deepEqual((await driver.list(client, { limit: 20 })).items, list);
      assert.equal(revisionOf(await bench.done(driver.reading, {}, client)), revision);
      await bench.done(driver.write, { ifRevision: revision }, client);
    },
  },
  {
    claim: 'a retry after a restart gets the first answer, and is done once',
    needs: ['restart'],
    check: async bench => {
      const { driver } = bench;
      const key = { operationKey: 'restarted' };
      const { revision, before, after } = await bench.done(driver.write, key);
      await bench.served.restart?.();
      const client = await bench.connect({});
      const again = await bench.done(driver.write, key, client);
      assert.deepEqual([again.revision, again.before, again.after], [revision, before, after]);
      assert.equal(revisionOf(await bench.done(driver.reading, {}, client)), revision);
      const refused = await client.call({ ...driver.other, args: { ...driver.other.args, ...key } });
      assert.equal(refused.kind, 'Conflict', refused.text);
    },
  },
];
