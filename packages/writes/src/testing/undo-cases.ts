import assert from 'node:assert/strict';
import { digestOf, revisionOf, undoOf } from './write-bench.js';
import type { WriteCase } from './write-driver.js';

/** Taking writes back. */
export const UNDO_CASES: readonly WriteCase[] = [
  {
    claim: 'the undo in the answer restores the state exactly, and works as it stands',
    check: async bench => {
      const state = await bench.state();
      const written = await bench.done(bench.driver.write);
      assert.notDeepEqual(await bench.state(), state);
      await bench.done(undoOf(written));
      assert.deepEqual(await bench.state(), state);
    },
  },
  {
    claim: 'the undo of an undo writes again, and its undo takes that back',
    check: async bench => {
      const start = await bench.state();
      const written = await bench.done(bench.driver.write);
      const after = await bench.state();
      const undone = await bench.done(undoOf(written));
      const redone = await bench.done(undoOf(undone));
      assert.deepEqual(await bench.state(), after);
      await bench.done(undoOf(redone));
      assert.deepEqual(await bench.state(), start);
    },
  },
  {
    claim: 'the answer of an undo names the values that it found and left',
    check: async bench => {
      const written = await bench.done(bench.driver.write);
      const { undo: _, ...answer } = await bench.done(undoOf(written));
      const text = JSON.stringify(answer);
      for (const value of bench.driver.values.slice(0, 2))
        assert.ok(text.includes(JSON.stringify(value)), text);
    },
  },
  {
    claim: 'an undo is refused a second time, and says that it was done',
    check: async bench => {
      const undo = undoOf(await bench.done(bench.driver.write));
      await bench.done(undo);
      const { text } = await bench.refused(undo);
      assert.match(text, /undone/);
      assert.ok((await bench.refused(bench.driver.forced(undo))).isError, 'also with force');
    },
  },
  {
    claim: 'a dry run of an undo changes nothing, and its digest applies it',
    check: async bench => {
      const undo = undoOf(await bench.done(bench.driver.write));
      const plan = await bench.unchanged(() => bench.plan(undo));
      const text = JSON.stringify(plan);
      for (const value of bench.driver.values.slice(0, 2))
        assert.ok(text.includes(JSON.stringify(value)), text);
      await bench.done(undo, { expectDigest: digestOf(plan) });
      await bench.expectValue(0, 'the undo is done');
    },
  },
  {
    claim: 'an undo since a revision takes back all writes after it, and none before',
    check: async bench => {
      const { driver } = bench;
      const since = revisionOf(await bench.done(driver.beside));
      const state = await bench.state();
      await bench.done(driver.write);
      await bench.done(driver.other);
      await bench.done(driver.undoSince(since));
      assert.deepEqual(await bench.state(), state);
    },
  },
  {
    claim: 'an undo since a revision can be undone by the line in its answer',
    check: async bench => {
      const { driver } = bench;
      await bench.done(driver.write);
      await bench.done(driver.other);
      const state = await bench.state();
      const undone = await bench.done(driver.undoSince(0));
      await bench.expectValue(0, 'all writes are taken back');
      await bench.done(undoOf(undone));
      assert.deepEqual(await bench.state(), state);
    },
  },
  {
    claim: 'an undo since the newest revision is refused',
    check: async bench => {
      await bench.done(bench.driver.write);
      const undo = bench.driver.undoSince(await bench.revision());
      await bench.refused(undo, {}, ['Conflict', 'NotFound', 'InvalidArgument']);
    },
  },
  {
    claim: 'an undo of own writes leaves those of others',
    check: async bench => {
      const { driver } = bench;
      const since = await bench.revision();
      await bench.done(driver.write);
      await bench.done(driver.beside, {}, await bench.connect({ principal: 'bob' }));
      const besides = await bench.state();
      await bench.done(driver.undoSince(since, { mine: true }));
      await bench.expectValue(0, 'the own write is taken back');
      // Written again, the state is that of before: what bob wrote is still there.
      await bench.done(driver.write);
      assert.deepEqual(await bench.state(), besides);
    },
  },
  {
    claim: 'an undo of own writes without any is refused',
    check: async bench => {
      const bob = await bench.connect({ principal: 'bob' });
      await bench.done(bench.driver.write);
      const undo = bench.driver.undoSince(0, { mine: true });
      await bench.refused(undo, {}, ['Conflict', 'NotFound', 'InvalidArgument'], bob);
    },
  },
  {
    claim: 'an undo is refused where the value was changed since, and names the revision or the value',
    check: async bench => {
      const { driver } = bench;
      const undo = undoOf(await bench.done(driver.write));
      const later = revisionOf(await bench.done(driver.other));
      const { text } = await bench.refused(undo);
      assert.ok(text.includes(JSON.stringify(driver.values[2])) || text.includes(String(later)), text);
      assert.match(text, /force/);
    },
  },
  {
    claim: 'force restores the value that was changed since',
    check: async bench => {
      const { driver } = bench;
      const undo = undoOf(await bench.done(driver.write));
      await bench.done(driver.other);
      const forced = await bench.done(driver.forced(undo));
      await bench.expectValue(0, 'the value before the write is there');
      await bench.done(undoOf(forced));
      await bench.expectValue(2, 'the undo of it restores the later value');
    },
  },
  {
    claim: 'the undo of the newer of two writes leaves the older one',
    check: async bench => {
      const { driver } = bench;
      await bench.done(driver.write);
      const other = await bench.done(driver.other);
      await bench.done(undoOf(other));
      await bench.expectValue(1, 'the first value is there');
    },
  },
  {
    claim: 'an undo of a revision that does not exist is refused with the way to the list',
    check: async bench => {
      await bench.refused(bench.driver.undo(999_999), {}, ['NotFound', 'InvalidArgument', 'Conflict']);
    },
  },
  {
    claim: 'an undo of a call that was refused is refused, and says that nothing was changed',
    needs: ['refusals in the list'],
    check: async bench => {
      await bench.refused(bench.driver.missing, {}, ['NotFound']);
      const [failed] = await bench.list();
      assert.equal(failed?.outcome, 'failed');
      const undo = bench.driver.undo(failed?.revision ?? 0);
      const { text } = await bench.refused(undo, {}, ['InvalidArgument', 'Conflict']);
      assert.match(text, /changed nothing/);
    },
  },
  {
    claim: 'an undo of a write that the world limited does not say that nothing was changed',
    needs: ['limited values'],
    check: async bench => {
      const { limited, undo } = bench.driver;
      assert.equal((await bench.client.call(limited)).kind, 'Conflict');
      const [failed] = await bench.list();
      const { isError, text } = await bench.client.call(undo(failed?.revision ?? 0));
      assert.ok(!isError || !text.includes('changed nothing'), text);
    },
  },
  {
    claim: 'a final write says why it has no undo, and its undo is refused with the same reason',
    needs: ['final writes'],
    check: async bench => {
      const { final } = bench.driver;
      const { undo, revision } = await bench.done(final as never, {
        expectDigest: digestOf(await bench.plan(final as never)),
      });
      assert.match(String(undo), /none|not /i);
      const refused = await bench.refused(bench.driver.undo(Number(revision)), {}, [
        'InvalidArgument',
        'Conflict',
      ]);
      assert.match(refused.text, /cannot be undone/);
    },
  },
  {
    claim: 'a principal that may only read can neither write nor undo',
    check: async bench => {
      const undo = undoOf(await bench.done(bench.driver.write));
      const eve = await bench.connect({ principal: 'eve' });
      await bench.refused(bench.driver.other, {}, ['PermissionDenied'], eve);
      await bench.refused(undo, {}, ['PermissionDenied'], eve);
      assert.deepEqual(await bench.value(eve), bench.driver.values[1]);
    },
  },
  {
    claim: 'another principal can undo a write, and the list names that principal',
    check: async bench => {
      const undo = undoOf(await bench.done(bench.driver.write));
      await bench.done(undo, {}, await bench.connect({ principal: 'bob', client: 'phone' }));
      await bench.expectValue(0, 'the write is taken back');
      assert.equal((await bench.list())[0]?.by, 'bob (phone)');
    },
  },
];
