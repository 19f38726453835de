import assert from 'node:assert/strict';
import { revisionOf, undoOf, withMore } from './write-bench.js';
import type { WriteCase } from './write-driver.js';

const META_REVISION = 'worldwire/ifRevision';

/** The revision, the guard `ifRevision`, and what the world reads back. */
export const REVISION_CASES: readonly WriteCase[] = [
  {
    claim: 'the revision grows by each write and each undo, and is that of the answer',
    check: async bench => {
      const revisions = [await bench.revision()];
      const first = await bench.done(bench.driver.write);
      for (const answer of [first, await bench.done(undoOf(first)), await bench.done(bench.driver.other)]) {
        revisions.push(revisionOf(answer));
        assert.ok((revisions.at(-1) as number) > (revisions.at(-2) as number));
      }
      assert.equal(await bench.revision(), revisions.at(-1));
    },
  },
  {
    claim: 'the revision does not grow by reads, dry runs or refusals',
    check: async bench => {
      await bench.done(bench.driver.write);
      await bench.unchanged(async () => {
        await bench.value();
        await bench.list();
        await bench.plan(bench.driver.other);
        await bench.client.call(bench.driver.missing);
        await bench.client.call(withMore(bench.driver.other, { expectDigest: 'A'.repeat(22) }));
        await bench.client.call(withMore(bench.driver.other, { ifRevision: 0 }));
      });
    },
  },
  {
    claim: 'a write at the expected revision is done',
    check: async bench => {
      await bench.done(bench.driver.beside);
      await bench.done(bench.driver.write, { ifRevision: await bench.revision() });
      await bench.expectValue(1, 'the write is done');
    },
  },
  {
    claim: 'ifRevision 0 is the state before the first write',
    check: async bench => {
      assert.equal(await bench.revision(), 0);
      await bench.done(bench.driver.write, { ifRevision: 0 });
      await bench.expectValue(1, 'the write is done');
    },
  },
  {
    claim: 'a write at an earlier revision is refused with the current one and what changed since',
    check: async bench => {
      const ifRevision = revisionOf(await bench.done(bench.driver.write));
      const bob = await bench.connect({ principal: 'bob' });
      const now = revisionOf(await bench.done(bench.driver.other, {}, bob));
      const { text } = await bench.refused(bench.driver.write, { ifRevision });
      assert.ok(text.includes(String(now)), text);
      assert.match(text, /since/i);
      await bench.expectValue(2, 'the later value stays');
      await bench.done(bench.driver.write, { ifRevision: now });
    },
  },
  {
    claim: 'ifRevision 0 is refused after a write',
    check: async bench => {
      await bench.done(bench.driver.write);
      await bench.refused(bench.driver.other, { ifRevision: 0 });
    },
  },
  {
    claim: 'a revision that is newer than the newest is refused',
    check: async bench => {
      const newest = revisionOf(await bench.done(bench.driver.write));
      for (const ifRevision of [newest + 1, newest + 1_000_000])
        await bench.refused(bench.driver.other, { ifRevision });
    },
  },
  {
    claim: 'an ifRevision that is no revision is refused',
    check: async bench => {
      for (const ifRevision of [-1, 1.5, 'x', '', null, true, 2 ** 60] as const) {
        if (ifRevision === null) continue;
        await bench.refused(bench.driver.write, { ifRevision }, ['InvalidArgument']);
      }
    },
  },
  {
    claim: 'ifRevision is the same in the arguments and in _meta',
    check: async bench => {
      const now = revisionOf(await bench.done(bench.driver.write));
      const stale = await bench.client.call(bench.driver.other, { [META_REVISION]: now - 1 });
      assert.equal(stale.kind, 'Conflict', stale.text);
      await bench.expectValue(1, 'the first value stays');
      const { isError, text } = await bench.client.call(bench.driver.other, { [META_REVISION]: now });
      assert.ok(!isError, text);
    },
  },
  {
    claim: 'a refused write leaves the revision that other callers expect',
    check: async bench => {
      const ifRevision = revisionOf(await bench.done(bench.driver.write));
      await bench.client.call(bench.driver.missing);
      await bench.client.call(withMore(bench.driver.other, { ifRevision: 0 }));
      await bench.done(bench.driver.other, { ifRevision });
    },
  },
  {
    claim: 'of two writes at one revision at the same time one is done',
    check: async bench => {
      const ifRevision = await bench.revision();
      const { write, other } = bench.driver;
      const calls = [write, other].map(call => bench.client.call(withMore(call, { ifRevision })));
      const answers = await Promise.all(calls);
      assert.deepEqual(answers.map(({ kind }) => kind).sort(), ['Conflict', undefined]);
      await bench.expectValue(answers[0]?.isError === true ? 2 : 1, 'the write that was answered is done');
    },
  },
  {
    claim: 'an undo at an earlier revision is refused',
    check: async bench => {
      const undo = undoOf(await bench.done(bench.driver.write));
      const ifRevision = await bench.revision();
      await bench.done(bench.driver.beside);
      await bench.refused(undo, { ifRevision });
      await bench.done(undo, { ifRevision: await bench.revision() });
      await bench.expectValue(0, 'the undo is done');
    },
  },
  {
    claim: 'a value that the world does not take is an error',
    check: async bench => {
      const { isError, text } = await bench.client.call(bench.driver.limited);
      assert.ok(isError, text);
    },
  },
  {
    claim:
      'a value that the world limits is an error with the value that it kept, and the list has the failure',
    needs: ['limited values'],
    check: async bench => {
      const before = await bench.revision();
      const { kind, text } = await bench.client.call(bench.driver.limited);
      assert.equal(kind, 'Conflict', text);
      assert.match(text, /instead of/);
      const [newest] = await bench.list();
      assert.equal(newest?.outcome, 'failed');
      assert.ok((await bench.revision()) > before, 'something was changed');
    },
  },
];
