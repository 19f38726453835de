import assert from 'node:assert/strict';
import type { JsonValue } from '@worldwire/protocol';
import { digestOf, revisionOf, undoOf, type WriteBench } from './write-bench.js';
import type { ToolCall, WriteCase } from './write-driver.js';

const REFUSED = ['Conflict', 'NotFound', 'InvalidArgument'];

const CASES: readonly WriteCase[] = [
  {
    claim: 'a batch does what its writes do, as one revision and one write of the list',
    check: async bench => {
      const { driver } = bench;
      await bench.done(driver.write);
      await bench.done(driver.beside);
      const alone = await bench.state();
      await bench.done(driver.undoSince(0));
      const before = await bench.list();
      const { revision } = await bench.done(batchOf(bench, driver.write, driver.beside));
      assert.deepEqual(await bench.state(), alone);
      const [newest, next] = await bench.list();
      assert.equal(newest?.revision, revision);
      assert.equal(next?.revision, before[0]?.revision);
    },
  },
  {
    claim: 'the undo of a batch takes all back, its undo does all again, and that can be undone',
    check: async bench => {
      const start = await bench.state();
      const written = await bench.done(batchOf(bench, bench.driver.write, bench.driver.beside));
      const after = await bench.state();
      const undone = await bench.done(undoOf(written));
      assert.deepEqual(await bench.state(), start);
      const redone = await bench.done(undoOf(undone));
      assert.deepEqual(await bench.state(), after);
      await bench.done(undoOf(redone));
      assert.deepEqual(await bench.state(), start);
      await bench.refused(undoOf(written), {}, REFUSED);
    },
  },
  {
    claim: 'an undo since a revision takes a batch back with the writes around it',
    check: async bench => {
      const { driver } = bench;
      const start = await bench.state();
      await bench.done(driver.write);
      await bench.done(batchOf(bench, driver.other, driver.beside));
      await bench.done(driver.write);
      await bench.done(driver.undoSince(0));
      assert.deepEqual(await bench.state(), start);
    },
  },
  {
    claim: 'a dry run of a batch changes nothing, and its digest applies it',
    check: async bench => {
      const batch = batchOf(bench, bench.driver.write, bench.driver.beside);
      const plan = await bench.unchanged(() => bench.plan(batch));
      assert.ok(JSON.stringify(plan).includes(JSON.stringify(bench.driver.values[1])), 'it has the value');
      await bench.done(batch, { expectDigest: digestOf(plan) });
      await bench.expectValue(1, 'the batch is done');
    },
  },
  {
    claim:
      'the digest of a batch is refused where the value of one of its writes has changed, and for other writes',
    check: async bench => {
      const { driver } = bench;
      const batch = batchOf(bench, driver.write, driver.beside);
      const expectDigest = digestOf(await bench.plan(batch));
      await bench.refused(batchOf(bench, driver.other, driver.beside), { expectDigest });
      await bench.refused(batchOf(bench, driver.write), { expectDigest });
      await bench.done(driver.other);
      await bench.refused(batch, { expectDigest });
    },
  },
  {
    claim: 'a batch finds in a later write what an earlier one leaves, or is refused',
    check: async bench => {
      const { driver } = bench;
      const batch = batchOf(bench, driver.write, driver.other);
      const result = await bench.client.call(batch);
      if (result.isError) {
        assert.match(result.text, /2.*depends on.*1/s);
        await bench.expectValue(0, 'nothing is done');
        return;
      }
      await bench.expectValue(2, 'the last write counts');
      await bench.done(undoOf(result.data));
      await bench.expectValue(0, 'both are taken back');
    },
  },
  {
    claim: 'a batch with a write to something that does not exist changes nothing, wherever it stands',
    check: async bench => {
      const { driver } = bench;
      for (const calls of [
        [driver.missing, driver.write],
        [driver.write, driver.missing],
        [driver.write, driver.missing, driver.beside],
      ])
        await bench.refused(batchOf(bench, ...calls), {}, REFUSED);
      await bench.expectValue(0, 'nothing is done');
    },
  },
  {
    claim:
      'a batch whose last write is limited or refused by the world leaves nothing, and can be sent without it',
    check: async bench => {
      const { driver } = bench;
      await bench.refused(batchOf(bench, driver.beside, driver.limited), {}, REFUSED);
      await bench.done(batchOf(bench, driver.beside, driver.write));
      await bench.expectValue(1, 'the write is done');
    },
  },
  {
    claim: 'a retry of a batch with its key is not done twice',
    check: async bench => {
      const { driver } = bench;
      const batch = batchOf(bench, driver.write, driver.beside);
      const first = await bench.done(batch, { operationKey: 'batch' });
      await bench.done(driver.other);
      const { revision } = await bench.unchanged(() => bench.done(batch, { operationKey: 'batch' }));
      assert.equal(revision, revisionOf(first));
      await bench.expectValue(2, 'the later value stays');
      await bench.refused(batchOf(bench, driver.write), { operationKey: 'batch' });
    },
  },
  {
    claim: 'batches with one key at the same time are done once',
    check: async bench => {
      const start = (await bench.list()).length;
      const batch = batchOf(bench, bench.driver.write, bench.driver.beside);
      const call = { ...batch, args: { ...batch.args, operationKey: 'at-once' } };
      const answers = await Promise.all([1, 2, 3].map(() => bench.client.call(call)));
      assert.equal(new Set(answers.map(({ data }) => data.revision)).size, 1);
      assert.equal((await bench.list()).length, start + 1);
    },
  },
  {
    claim: 'a batch is refused for an older revision than the current one',
    check: async bench => {
      const { driver } = bench;
      const batch = batchOf(bench, driver.write, driver.beside);
      const ifRevision = revisionOf(await bench.done(driver.other));
      await bench.done(driver.beside);
      await bench.refused(batch, { ifRevision });
      await bench.done(batch, { ifRevision: await bench.revision() });
    },
  },
  {
    claim: 'a batch is refused without the right to write',
    check: async bench => {
      const eve = await bench.connect({ principal: 'eve' });
      const batch = batchOf(bench, bench.driver.write);
      for (const more of [{}, { dryRun: true }]) await bench.refused(batch, more, ['PermissionDenied'], eve);
    },
  },
  {
    claim: 'a batch without writes is refused',
    check: async bench => {
      await bench.refused(batchOf(bench), {}, ['InvalidArgument']);
    },
  },
  {
    claim: 'an undo of a batch is refused where one of its values was changed since, and force restores all',
    check: async bench => {
      const { driver } = bench;
      const start = await bench.state();
      const undo = undoOf(await bench.done(batchOf(bench, driver.write, driver.beside)));
      const bob = await bench.connect({ principal: 'bob' });
      await bench.done(driver.other, {}, bob);
      await bench.refused(undo);
      await bench.done(driver.forced(undo));
      assert.deepEqual(await bench.state(), start);
    },
  },
  {
    claim: 'a batch with a write that has no undo says so before, and has none',
    needs: ['final writes'],
    check: async bench => {
      const { driver } = bench;
      const batch = batchOf(bench, driver.write, driver.final as ToolCall);
      const plan = await bench.unchanged(() => bench.plan(batch));
      assert.match(String(plan.undo), /[Pp]art 2 .*no undo/);
      const { revision, undo } = await bench.done(batch, { expectDigest: digestOf(plan) });
      assert.match(String(undo), /[Pp]art 2 .*no undo/);
      await bench.refused(driver.undo(revision as number), {}, REFUSED);
    },
  },
  {
    claim: 'the undo of a batch works after a restart, and so does its undo',
    needs: ['restart'],
    check: async bench => {
      const start = await bench.state();
      const batch = batchOf(bench, bench.driver.write, bench.driver.beside);
      const written = await bench.done(batch, { operationKey: 'before' });
      const after = await bench.state();
      await bench.served.restart?.();
      const again = await bench.connect({});
      const retried = await bench.done(batch, { operationKey: 'before' }, again);
      assert.equal(retried.revision, revisionOf(written));
      const undone = await bench.done(undoOf(written), {}, again);
      assert.deepEqual(await bench.driver.state(again), start);
      await bench.served.restart?.();
      const last = await bench.connect({});
      await bench.done(undoOf(undone), {}, last);
      assert.deepEqual(await bench.driver.state(last), after);
    },
  },
  {
    claim: 'the journal has the inverse of a batch as JSON',
    needs: ['readable journal'],
    check: async bench => {
      await bench.done(batchOf(bench, bench.driver.write, bench.driver.beside));
      const inverses = bench.served.inverses?.() ?? [];
      const newest = inverses.filter(inverse => inverse !== null).at(-1) as JsonValue;
      assert.ok(newest !== undefined, 'it has one');
      assert.deepEqual(JSON.parse(JSON.stringify(newest)), newest);
    },
  },
];

/** Several writes as one. */
export const BATCH_CASES = CASES.map(each => ({
  ...each,
  needs: ['batches' as const, ...(each.needs ?? [])],
}));

function batchOf({ driver }: WriteBench, ...calls: readonly ToolCall[]): ToolCall {
  assert.ok(driver.batch, 'the driver has batches');
  return driver.batch(calls);
}
