import assert from 'node:assert/strict';
import { digestOf, revisionOf, withMore } from './write-bench.js';
import type { WriteCase } from './write-driver.js';

const META_KEY = 'worldwire/operationKey';

/** Operation keys: each request once. */
export const KEY_CASES: readonly WriteCase[] = [
  {
    claim: 'a retry with the same key gets the same answer, and is done once',
    check: async bench => {
      const key = { operationKey: 'once' };
      const first = await bench.done(bench.driver.write, key);
      const retried = await bench.unchanged(() => bench.done(bench.driver.write, key));
      const { replayed: _, ...again } = retried;
      assert.deepEqual(again, first);
      const written = (await bench.list()).filter(({ revision }) => revision === revisionOf(first));
      assert.equal(written.length, 1);
    },
  },
  {
    claim: 'a retry does not write the value again that was changed since',
    check: async bench => {
      const key = { operationKey: 'late' };
      const { revision } = await bench.done(bench.driver.write, key);
      await bench.done(bench.driver.other);
      assert.equal((await bench.done(bench.driver.write, key)).revision, revision);
      await bench.expectValue(2, 'the later value stays');
    },
  },
  {
    claim: 'a key is refused for other arguments',
    check: async bench => {
      const operationKey = 'one-request';
      await bench.done(bench.driver.write, { operationKey });
      const { text } = await bench.refused(bench.driver.other, { operationKey });
      assert.match(text, /key/);
      await bench.expectValue(1, 'the first value stays');
    },
  },
  {
    claim: 'a key is refused for another tool or command',
    check: async bench => {
      const operationKey = 'one-tool';
      await bench.done(bench.driver.write, { operationKey });
      await bench.refused(bench.driver.destroy, { operationKey });
    },
  },
  {
    claim: 'calls with one key at the same time are done once',
    check: async bench => {
      const start = await bench.list();
      const call = withMore(bench.driver.write, { operationKey: 'at-once' });
      const answers = await Promise.all([1, 2, 3].map(() => bench.client.call(call)));
      assert.deepEqual(
        answers.map(({ isError }) => isError),
        [false, false, false],
      );
      assert.equal(new Set(answers.map(({ data }) => data.revision)).size, 1);
      assert.equal((await bench.list()).length, start.length + 1);
    },
  },
  {
    claim: 'two requests with one key at the same time: one of them is refused',
    check: async bench => {
      const { write, other } = bench.driver;
      const calls = [write, other].map(call => bench.client.call(withMore(call, { operationKey: 'mixed' })));
      const answers = await Promise.all(calls);
      assert.deepEqual(answers.map(({ kind }) => kind).sort(), ['Conflict', undefined]);
      const done = answers.findIndex(({ isError }) => !isError);
      await bench.expectValue(done === 0 ? 1 : 2, 'the request that was answered is done');
    },
  },
  {
    claim: 'a key belongs to its principal',
    check: async bench => {
      const key = { operationKey: 'same-text' };
      const first = revisionOf(await bench.done(bench.driver.write, key));
      const bob = await bench.connect({ principal: 'bob' });
      const second = revisionOf(await bench.done(bench.driver.other, key, bob));
      assert.ok(second > first);
      await bench.expectValue(2, 'both calls are done');
    },
  },
  {
    claim: 'a key is the same in the arguments and in _meta, and for every client of the principal',
    check: async bench => {
      const { revision } = await bench.done(bench.driver.write, { operationKey: 'two-places' });
      const other = await bench.connect({ client: 'phone', hasSession: true });
      const { isError, data } = await other.call(bench.driver.write, { [META_KEY]: 'two-places' });
      assert.deepEqual([isError, data.revision], [false, revision]);
    },
  },
  {
    claim: 'a retry of a call that was refused gets the same refusal',
    needs: ['refusals by key'],
    check: async bench => {
      const operationKey = 'failed';
      const { kind } = await bench.refused(bench.driver.missing, { operationKey }, ['NotFound']);
      const again = await bench.refused(bench.driver.missing, { operationKey }, ['NotFound']);
      assert.equal(again.kind, kind);
      assert.match(again.text, /first call with this operation key/);
      await bench.refused(bench.driver.write, { operationKey });
    },
  },
  {
    claim: 'a retry of a write that failed after it began gets the same failure, and writes nothing',
    needs: ['failures by key', 'limited values'],
    check: async bench => {
      const call = withMore(bench.driver.limited, { operationKey: 'began' });
      const first = await bench.client.call(call);
      assert.equal(first.kind, 'Conflict', first.text);
      const again = await bench.unchanged(() => bench.client.call(call));
      assert.equal(again.kind, 'Conflict', again.text);
      assert.match(again.text, /first call with this operation key/);
    },
  },
  {
    claim: 'a key that is empty, too long or not visible is refused',
    check: async bench => {
      for (const operationKey of ['', 'a\nb', '\u200b', 'x'.repeat(256)])
        await bench.refused(bench.driver.write, { operationKey }, ['InvalidArgument']);
    },
  },
  {
    claim: 'a retry is answered although its ifRevision and its digest are of an earlier state',
    check: async bench => {
      const ifRevision = await bench.revision();
      const expectDigest = digestOf(await bench.plan(bench.driver.write));
      const guards = { operationKey: 'guarded', ifRevision, expectDigest };
      const { revision } = await bench.done(bench.driver.write, guards);
      await bench.done(bench.driver.other);
      assert.equal((await bench.done(bench.driver.write, guards)).revision, revision);
    },
  },
  {
    claim: 'an undo with a key is done once',
    check: async bench => {
      const { revision } = await bench.done(bench.driver.write);
      const undo = bench.driver.undo(Number(revision));
      const first = await bench.done(undo, { operationKey: 'undone' });
      const again = await bench.unchanged(() => bench.done(undo, { operationKey: 'undone' }));
      assert.equal(again.revision, first.revision);
      await bench.expectValue(0, 'the undo is done');
    },
  },
];
