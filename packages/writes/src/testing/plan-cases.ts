import assert from 'node:assert/strict';
import { digestOf, revisionOf, undoOf } from './write-bench.js';
import type { WriteCase } from './write-driver.js';

/** Dry runs, and the digest that binds a write to its plan. */
export const PLAN_CASES: readonly WriteCase[] = [
  {
    claim: 'a dry run names the values before and after, and a digest',
    check: async bench => {
      const { driver } = bench;
      const plan = await bench.plan(driver.write);
      const { before = null, after = null } = plan;
      assert.deepEqual([driver.valueIn(before), driver.valueIn(after)], driver.values.slice(0, 2));
      assert.equal(plan.dryRun, true);
      assert.ok(digestOf(plan).length >= 16);
    },
  },
  {
    claim: 'a dry run says whether the write can be undone',
    check: async bench => {
      const { undo } = await bench.plan(bench.driver.write);
      assert.match(String(undo), /possible|undo/i);
      assert.doesNotMatch(String(undo), /^(none|not possible)/i);
    },
  },
  {
    claim: 'a dry run says that a final write cannot be undone, as the write does',
    needs: ['final writes'],
    check: async bench => {
      const { undo } = await bench.plan(bench.driver.final as never);
      assert.match(String(undo), /none|not /i);
    },
  },
  {
    claim: 'a dry run changes nothing, and no list has it',
    check: async bench => {
      const before = await bench.list();
      await bench.unchanged(() => bench.plan(bench.driver.write));
      assert.deepEqual(await bench.list(), before);
    },
  },
  {
    claim: 'a dry run of a removal changes nothing, and its after has nothing',
    needs: ['removals'],
    check: async bench => {
      const { after } = await bench.unchanged(() => bench.plan(bench.driver.destroy));
      assert.equal(bench.driver.valueIn(after ?? null), null);
    },
  },
  {
    claim: 'a dry run has the same digest each time',
    check: async bench => {
      const [one, two] = [await bench.plan(bench.driver.write), await bench.plan(bench.driver.write)];
      assert.equal(digestOf(one), digestOf(two));
    },
  },
  {
    claim: 'a dry run of other arguments has another digest',
    check: async bench => {
      const { write, other, destroy, beside } = bench.driver;
      const digests = [];
      for (const call of [write, other, destroy, beside]) digests.push(digestOf(await bench.plan(call)));
      assert.equal(new Set(digests).size, 4);
    },
  },
  {
    claim: 'a dry run has another digest after the value was changed',
    check: async bench => {
      const before = digestOf(await bench.plan(bench.driver.write));
      await bench.done(bench.driver.other);
      assert.notEqual(digestOf(await bench.plan(bench.driver.write)), before);
    },
  },
  {
    claim: 'a dry run of what does not exist fails as the write does',
    check: async bench => {
      const planned = await bench.refused(bench.driver.missing, { dryRun: true }, ['NotFound', 'Conflict']);
      const written = await bench.refused(bench.driver.missing, {}, ['NotFound', 'Conflict']);
      assert.equal(planned.kind, written.kind);
    },
  },
  {
    claim: 'a dry run leaves the operation key unused',
    check: async bench => {
      const key = { operationKey: 'planned-first' };
      await bench.plan(bench.driver.write, key);
      await bench.done(bench.driver.write, key);
      await bench.expectValue(1, 'the write with the key is done');
    },
  },
  {
    claim: 'a dry run is refused at another revision than the expected one',
    check: async bench => {
      await bench.done(bench.driver.beside);
      await bench.refused(bench.driver.write, { dryRun: true, ifRevision: 0 });
      await bench.plan(bench.driver.write, { ifRevision: await bench.revision() });
    },
  },
  {
    claim: 'a dry run has the revision at which it was made',
    check: async bench => {
      await bench.done(bench.driver.beside);
      assert.equal(revisionOf(await bench.plan(bench.driver.write)), await bench.revision());
    },
  },
  {
    claim: 'a write has the values before and after that its dry run had',
    check: async bench => {
      const plan = await bench.plan(bench.driver.write);
      const { before, after, dryRun } = await bench.done(bench.driver.write);
      assert.deepEqual([before, after, dryRun], [plan.before, plan.after, undefined]);
      await bench.expectValue(1, 'the value is what the answer says');
    },
  },
  {
    claim: 'the digest of a dry run applies exactly that plan',
    check: async bench => {
      const plan = await bench.plan(bench.driver.write);
      const { before, after } = await bench.done(bench.driver.write, { expectDigest: digestOf(plan) });
      assert.deepEqual([before, after], [plan.before, plan.after]);
      await bench.expectValue(1, 'the write is done');
    },
  },
  {
    claim: 'the digest of a removal applies it',
    check: async bench => {
      const state = await bench.state();
      await bench.done(bench.driver.destroy, {
        expectDigest: digestOf(await bench.plan(bench.driver.destroy)),
      });
      assert.notDeepEqual(await bench.state(), state);
    },
  },
  {
    claim: 'a digest is refused with other arguments',
    check: async bench => {
      const expectDigest = digestOf(await bench.plan(bench.driver.write));
      const { text } = await bench.refused(bench.driver.other, { expectDigest });
      assert.match(text, /expectDigest/);
      assert.match(text, /dryRun/);
    },
  },
  {
    claim: 'a digest is refused for another tool or command',
    check: async bench => {
      const expectDigest = digestOf(await bench.plan(bench.driver.write));
      await bench.refused(bench.driver.destroy, { expectDigest });
    },
  },
  {
    claim: 'a digest is refused after the value was changed',
    check: async bench => {
      const expectDigest = digestOf(await bench.plan(bench.driver.write));
      await bench.done(bench.driver.other);
      await bench.refused(bench.driver.write, { expectDigest });
      await bench.expectValue(2, 'the later value stays');
    },
  },
  {
    claim: 'a digest is refused after another principal changed the value',
    check: async bench => {
      const expectDigest = digestOf(await bench.plan(bench.driver.write));
      await bench.done(bench.driver.other, {}, await bench.connect({ principal: 'bob' }));
      await bench.refused(bench.driver.write, { expectDigest });
    },
  },
  {
    claim: 'a digest is valid after a write that changed something else',
    check: async bench => {
      const expectDigest = digestOf(await bench.plan(bench.driver.write));
      await bench.done(bench.driver.beside);
      await bench.done(bench.driver.write, { expectDigest });
      await bench.expectValue(1, 'the write is done');
    },
  },
  {
    claim: 'a digest is refused after its plan was applied',
    check: async bench => {
      const expectDigest = digestOf(await bench.plan(bench.driver.write));
      await bench.done(bench.driver.write, { expectDigest });
      await bench.refused(bench.driver.write, { expectDigest });
    },
  },
  {
    claim: 'a digest that no dry run had is refused',
    check: async bench => {
      for (const expectDigest of ['', 'x', 'A'.repeat(22)])
        await bench.refused(bench.driver.write, { expectDigest }, ['Conflict', 'InvalidArgument']);
    },
  },
  {
    claim: 'a refused digest leaves the operation key unused',
    check: async bench => {
      const operationKey = 'refused-first';
      await bench.refused(bench.driver.write, { operationKey, expectDigest: 'A'.repeat(22) });
      await bench.done(bench.driver.write, { operationKey });
      await bench.expectValue(1, 'the call with the key is done');
    },
  },
  {
    claim: 'the digest of an undo is refused after the value was changed',
    check: async bench => {
      const undo = undoOf(await bench.done(bench.driver.write));
      const expectDigest = digestOf(await bench.plan(undo));
      await bench.done(bench.driver.other);
      await bench.refused(undo, { expectDigest });
      await bench.expectValue(2, 'the later value stays');
    },
  },
  {
    claim: 'guards of another type are refused',
    check: async bench => {
      for (const more of [
        { dryRun: 'yes' },
        { dryRun: 1 },
        { expectDigest: 5 },
        { operationKey: 7 },
        { operationKey: {} },
      ])
        await bench.refused(bench.driver.write, more, ['InvalidArgument']);
    },
  },
];
