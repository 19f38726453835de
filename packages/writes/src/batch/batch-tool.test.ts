import { MemoryJournal } from '@worldwire/journal';
import type { JsonObject } from '@worldwire/protocol';
import { type Context, WorldError } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { FailingJournal } from '../testing/failing-journal.js';
import { WriteStage } from '../testing/write-stage.js';

const set = (name: string, value: unknown) => ({ tool: 'set_level', arguments: { name, value } });
const raise = (name: string, by: number) => ({ tool: 'raise_level', arguments: { name, by } });
const code = (name: string, value: number) => ({ tool: 'set_code', arguments: { name, value } });
const line = (text: string) => ({ tool: 'write_line', arguments: { line: text } });
const BOTH = { writes: [set('a', 1), set('b', 2)] };

/** A stage on which a call of a level fails, and another thing happens before. */
async function failing(
  at: string,
  fail: () => void = () => {
    throw new WorldError('NotFound', 'It is gone.', 'Read the level.');
  },
) {
  const now = { fails: true };
  const stage = await WriteStage.open({
    onRun: (when, name) => {
      if (now.fails && when === 'before' && name === at) fail();
    },
  });
  return { stage, now };
}

/** Does the batch that its dry run plans. */
async function confirmed(stage: WriteStage, args: object): Promise<JsonObject> {
  const { digest } = await stage.call('batch', { ...args, dryRun: true });
  return stage.call('batch', { ...args, expectDigest: digest });
}

async function listed(stage: WriteStage): Promise<JsonObject[]> {
  return (await stage.call('list_writes', {})).items as JsonObject[];
}

describe('a batch', () => {
  it('does all its writes as one revision, which one undo takes back', async () => {
    const stage = await WriteStage.open();
    const answer = await stage.call('batch', BOTH);
    expect(answer).toMatchObject({
      parts: [
        { tool: 'set_level', before: 0, after: 1 },
        { tool: 'set_level', before: 0, after: 2 },
      ],
      undo: 'undo_write {"revision":2}',
      revision: 2,
    });
    expect(stage.values).toEqual([1, 2]);
    expect(await listed(stage)).toMatchObject([
      { revision: 2, tool: 'batch', outcome: 'done', before: [0, 0] },
    ]);
    const { undone } = await stage.call('undo_write', { revision: 2 });
    expect(undone).toMatchObject([{ what: 'the level b' }, { what: 'the level a' }]);
    expect(stage.values).toEqual([0, 0]);
  });

  it('is undone, done again and undone after restarts', async () => {
    const [journal, levels] = [new MemoryJournal(), new Map(Object.entries({ a: 0, b: 0 }))];
    const open = () => WriteStage.open({ journal, levels });
    let { revision } = await (await open()).call('batch', {
      writes: [set('a', 1), set('b', 2), set('a', 3)],
    });
    for (const values of [
      [0, 0],
      [3, 2],
      [0, 0],
    ]) {
      const stage = await open();
      ({ revision } = await stage.call('undo_write', { revision }));
      expect(stage.values).toEqual(values);
    }
  });

  it('of a hundred writes is taken back by one undo', async () => {
    const levels = new Map(Array.from({ length: 100 }, (_, index) => [`l${index}`, index]));
    const stage = await WriteStage.open({ levels });
    const writes = [...levels.keys()].map(name => set(name, -1));
    const { revision } = await confirmed(stage, { writes });
    expect(new Set(levels.values())).toEqual(new Set([-1]));
    const answer = await stage.call('undo_write', { revision });
    expect(answer.undone).toHaveLength(100);
    expect(answer).not.toHaveProperty('next');
    expect([...levels.values()]).toEqual(Array.from({ length: 100 }, (_, index) => index));
    await confirmed(stage, { writes });
    await expect(stage.call('undo_write', { revision: 6 }, 'bob')).rejects.toThrow(/Overwrites 100/);
    await expect(stage.call('batch', { writes: [...writes, set('l0', 1)] })).rejects.toThrow(/100/);
    await expect(stage.call('batch', { writes: [] })).rejects.toThrow(/writes/);
  });

  it('plans each value once, and an undo', async () => {
    const stage = await WriteStage.open();
    const writes = [set('a', 5), set('b', 2), set('a', 7)];
    expect(await stage.effect('batch', { writes })).toMatchObject({
      sentence: 'Overwrites 2.',
      items: [
        { what: 'overwrites', subject: 'the level a', before: 0, after: 7 },
        { what: 'overwrites', subject: 'the level b', before: 0, after: 2 },
      ],
      undo: 'Possible: the answer of the write has the call.',
    });
    const dryRun = await stage.call('batch', { writes, dryRun: true });
    expect(dryRun).toMatchObject({
      parts: [
        { before: 0, after: 5 },
        { before: 0, after: 2 },
        { before: 5, after: 7 },
      ],
      dryRun: true,
    });
    expect(stage.values).toEqual([0, 0]);
    await stage.call('batch', { writes, expectDigest: dryRun.digest });
    expect(stage.values).toEqual([7, 2]);
    await expect(stage.call('batch', { writes, expectDigest: dryRun.digest })).rejects.toThrow(
      /plan of this write differs/,
    );
    expect(await stage.effect('batch', { writes: [set('a', 1), set('a', 7)] })).toMatchObject({
      sentence: 'Changes nothing.',
    });
  });

  it('is refused where a write depends on what an earlier one leaves, and the plan cannot have that', async () => {
    const stage = await WriteStage.open();
    await expect(stage.call('batch', { writes: [set('b', 1), set('a', 5), raise('a', 2)] })).rejects.toThrow(
      /^Conflict: Part 3 \(raise_level\) depends on part 2 \(set_level\).*Nothing was changed\..*Send them separately/s,
    );
    expect(stage.values).toEqual([0, 0]);
    await stage.call('batch', { writes: [raise('a', 2), set('a', 5), raise('b', 3)] });
    expect(stage.values).toEqual([5, 3]);
  });

  it('is refused with the number of the part whose arguments are wrong', async () => {
    const stage = await WriteStage.open();
    const refused = (writes: unknown, more: object = {}) =>
      expect(stage.call('batch', { writes, ...more })).rejects;
    await refused([set('a', 1), set('b', 'high')]).toThrow(
      /Part 2 \(set_level\): .*"value": expected number/,
    );
    await refused([{ tool: 'set_levle', arguments: {} }]).toThrow(/writes\.0\.tool.*set_level/);
    await refused([{ tool: 'undo_write', arguments: { revision: 1 } }]).toThrow(/writes\.0\.tool/);
    await refused([{ tool: 'batch', arguments: BOTH }]).toThrow(/writes\.0\.tool/);
    await refused([set('a', 1), set('nothing', 1)]).toThrow(
      /^NotFound: Part 2 \(set_level\): There is no "nothing"\. Nothing was changed\./,
    );
    await refused([{ tool: 'set_level', arguments: { name: 'a', value: 1, dryRun: true } }]).toThrow(
      /Part 1 \(set_level\): dryRun is an argument of the whole batch/,
    );
    await refused([{ tool: 'set_level', arguments: { name: 'a', value: 1 }, dryRun: true }]).toThrow(
      /dryRun/,
    );
    expect(stage.values).toEqual([0, 0]);
    expect(await listed(stage)).toEqual([]);
  });

  it('whose last write fails is taken back, and says which failed and why', async () => {
    const { stage, now } = await failing('c');
    stage.levels.set('c', 0);
    const call = () => stage.call('batch', { writes: [...BOTH.writes, set('c', 1)], operationKey: 'k' });
    await expect(call()).rejects.toThrow(
      'NotFound: Part 3 (set_level) failed: It is gone. Parts 2, 1 were taken back. Nothing is changed.',
    );
    expect(stage.values).toEqual([0, 0]);
    expect(await listed(stage)).toMatchObject([{ outcome: 'failed', before: null, after: null }]);
    now.fails = false;
    await expect(call()).rejects.toThrow(/Part 3 \(set_level\) failed: It is gone/);
    await expect(stage.call('undo_write', { revision: 2 })).rejects.toThrow(/changed nothing: it failed/);
    expect(await stage.call('list_writes', {})).toMatchObject({ revision: 0 });
  });

  it('says what could not be taken back, and the log has those values', async () => {
    const { stage } = await failing('a');
    await expect(confirmed(stage, { writes: [line('x'), set('b', 1), set('a', 1)] })).rejects.toThrow(
      /^NotFound: Part 3 \(set_level\) failed: It is gone\. Part 2 was taken back\. Part 1 \(write_line\) was not taken back: Not possible: write_line has no undo\..*read_level reads the current values\./s,
    );
    expect([stage.values, stage.lines]).toEqual([[0, 0], ['x']]);
    expect(await listed(stage)).toMatchObject([{ outcome: 'failed', before: [null], after: ['x'] }]);
    await expect(stage.call('undo_write', { revision: 2 })).rejects.toThrow(
      /failed, and left another value than it asked for/,
    );
  });

  it('does not overwrite what someone else changed meanwhile', async () => {
    const { stage } = await failing('b', () => {
      stage.levels.set('a', 50);
      throw new WorldError('NotFound', 'It is gone.', 'Read the level.');
    });
    await expect(stage.call('batch', BOTH)).rejects.toThrow(
      'Part 1 (set_level) was not taken back: the level a is 50 now instead of 1.',
    );
    expect(stage.values).toEqual([50, 0]);
    expect(await listed(stage)).toMatchObject([{ outcome: 'failed', before: [0], after: [1] }]);
  });

  it('takes back a write that the world limited', async () => {
    const stage = await WriteStage.open();
    await expect(stage.call('batch', { writes: [set('a', 1), set('b', 500)] })).rejects.toThrow(
      /^Conflict: Part 2 \(set_level\) failed: .*100 instead of 500.* Parts 2, 1 were taken back\. Nothing is changed\./,
    );
    expect(stage.values).toEqual([0, 0]);
  });

  it('has an unknown outcome where one of its writes throws something unexpected', async () => {
    const { stage, now } = await failing('b', () => {
      throw new TypeError('a secret of the code');
    });
    const call = () => stage.call('batch', { ...BOTH, operationKey: 'k' });
    const error = await call().catch(String);
    expect(error).toMatch(
      /Internal: Part 2 \(set_level\) may or may not have been done: It failed unexpectedly\. Part 1 was taken back\./,
    );
    expect(error).not.toMatch(/secret|Nothing is changed/);
    expect(stage.values).toEqual([0, 0]);
    expect(await listed(stage)).toMatchObject([{ outcome: 'unsure' }]);
    now.fails = false;
    await expect(call()).rejects.toThrow(/^Conflict: It is unknown whether this batch was done/);
    await expect(stage.call('undo_write', { revision: 2 })).rejects.toThrow(/may not have been done/);
  });

  it('says that it is unknown whether a write was taken back', async () => {
    const seen = { a: 0 };
    const stage = await WriteStage.open({
      onRun: (when, name) => {
        if (when === 'before' && name === 'a' && ++seen.a === 2) throw new TypeError('a bug');
        if (when === 'before' && name === 'b') throw new WorldError('NotFound', 'It is gone.', 'Read it.');
      },
    });
    await expect(stage.call('batch', BOTH)).rejects.toThrow(
      'Part 2 (set_level) failed: It is gone. It is unknown whether part 1 was taken back: It failed unexpectedly.',
    );
    expect(await listed(stage)).toMatchObject([{ outcome: 'unsure' }]);
  });

  it('stops where a write finds something else than was planned', async () => {
    const stage = await WriteStage.open({
      onRun: (when, name) => {
        if (when === 'after' && name === 'a') stage.levels.set('b', 9);
      },
    });
    await expect(stage.call('batch', BOTH)).rejects.toThrow(
      /Part 2 \(set_level\) failed: Now it finds 9 instead of 0.*Part 1 was taken back/,
    );
    expect(stage.values).toEqual([0, 9]);
  });

  it('is done once by its key', async () => {
    const stage = await WriteStage.open();
    const call = { writes: [raise('a', 2), raise('b', 3)], operationKey: 'k' };
    const first = await stage.call('batch', call);
    expect(await stage.call('batch', call)).toEqual({ ...first, replayed: true });
    expect(stage.values).toEqual([2, 3]);
    await expect(stage.call('batch', { ...BOTH, operationKey: 'k' })).rejects.toThrow(/another request/);
  });

  it('has an unknown outcome after a crash between two writes, and is not repeated', async () => {
    const journal = new FailingJournal();
    const stage = await WriteStage.open({ journal });
    await stage.set('b', 1);
    journal.failures.push(false, true);
    const call = () => stage.call('batch', { writes: [raise('a', 2), raise('b', 3)], operationKey: 'k' });
    await expect(call()).rejects.toThrow(/^NotReady: batch: the outcome \(done\) could not be recorded/);
    await expect(call()).rejects.toThrow(/^Conflict: It is unknown whether this batch was done/);
    expect(stage.values).toEqual([2, 4]);
  });

  it('needs the revision that it expects', async () => {
    const stage = await WriteStage.open();
    const revision = await stage.set('a', 3);
    await stage.set('b', 3);
    await expect(stage.call('batch', { ...BOTH, ifRevision: revision })).rejects.toThrow(/^Conflict/);
    expect(stage.values).toEqual([3, 3]);
    await stage.call('batch', { ...BOTH, ifRevision: 4 });
    expect(stage.values).toEqual([1, 2]);
  });

  it('needs the right to run code where one of its writes does, and so does its undo', async () => {
    const stage = await WriteStage.open();
    const mixed = { writes: [set('b', 2), code('a', 1)] };
    for (const more of [{}, { dryRun: true }])
      await expect(stage.call('batch', { ...mixed, ...more }, 'bob', ['write'])).rejects.toThrow(
        /^PermissionDenied/,
      );
    expect(stage.values).toEqual([0, 0]);
    const { revision } = await stage.call('batch', mixed, 'bob', ['write', 'eval']);
    await expect(stage.call('undo_write', { revision }, 'bob', ['write'])).rejects.toThrow(
      /^PermissionDenied/,
    );
    await stage.call('batch', BOTH, 'bob', ['write']);
    expect(stage.values).toEqual([1, 2]);
  });

  it('asks a person where it loses what no undo brings back, and names the parts', async () => {
    const stage = await WriteStage.open();
    const writes = [set('a', 1), line('x')];
    await expect(stage.call('batch', { writes })).rejects.toThrow(
      'Overwrites 1, adds 1. It cannot be undone. Part 2 (write_line) has no undo. Not possible: write_line has no undo. This needs the digest of a dry run. Nothing was changed.',
    );
    const { digest, undo, question } = await stage.call('batch', { writes, dryRun: true });
    expect(question).toMatch(/^Overwrites 1, adds 1\. It cannot be undone\./);
    expect(undo).toMatch(/^Part 2 \(write_line\) has no undo/);
    expect(await stage.call('batch', { writes, expectDigest: digest })).toMatchObject({
      undo: expect.stringMatching(/^Part 2 \(write_line\) has no undo/),
    });
    expect([stage.values, stage.lines]).toEqual([[1, 0], ['x']]);
    await stage.call('batch', { writes: [line('y'), line('z')] });
    expect(stage.lines).toEqual(['x', 'y', 'z']);
  });

  it('asks a person for more values than one write may overwrite', async () => {
    const levels = new Map(Array.from({ length: 21 }, (_, index) => [`l${index}`, 0]));
    const stage = await WriteStage.open({ levels });
    const writes = [...levels.keys()].map(name => set(name, 1));
    await expect(stage.call('batch', { writes })).rejects.toThrow(
      /^Conflict: Overwrites 21\. Undo is possible\. This needs the digest/,
    );
    expect(new Set(levels.values())).toEqual(new Set([0]));
    await stage.call('batch', { writes: writes.slice(1) });
    expect([...levels.values()].filter(value => value === 1)).toHaveLength(20);
  });

  it('whose client has left is taken back before its next write', async () => {
    const leaving = new AbortController();
    const stage = await WriteStage.open({
      onRun: (when, name) => {
        if (when === 'after' && name === 'a') leaving.abort();
      },
    });
    const context = {
      ...{ principal: 'ann', access: 'write', signal: leaving.signal, operation: {}, progress() {} },
      client: { name: 'desk', version: '1', capabilities: {} },
    } as unknown as Context;
    const tool = stage.tools.find(({ name }) => name === 'batch');
    await expect(Promise.resolve(tool?.call(BOTH, context))).rejects.toThrow(
      'Part 2 (set_level) failed: The call was cancelled. Part 1 was taken back. Nothing is changed.',
    );
    expect(stage.values).toEqual([0, 0]);
    expect(await listed(stage)).toMatchObject([{ outcome: 'failed' }]);
  });

  it('is not taken back by a call that needs more than the batch was allowed', async () => {
    const { stage } = await failing('b');
    const writes = [{ tool: 'arm_level', arguments: { name: 'a', value: 1 } }, set('b', 2)];
    await expect(stage.call('batch', { writes }, 'bob', ['write'])).rejects.toThrow(
      'Part 1 (arm_level) was not taken back: That needs the right to run code.',
    );
    expect(stage.values).toEqual([1, 0]);
    stage.levels.set('a', 0);
    const both = { writes: [...writes.slice(0, 1), code('b', 2)] };
    await expect(stage.call('batch', both, 'bob', ['write', 'eval'])).rejects.toThrow(
      'Part 1 was taken back.',
    );
  });

  it('has no undo where its values are longer than one undo takes, and says so before', async () => {
    const long = Array.from({ length: 3 }, (_, index) => `${index}${'x'.repeat(13_000)}`);
    const stage = await WriteStage.open({ levels: new Map(long.map(name => [name, 0])) });
    const some = { writes: long.slice(0, 2).map(name => set(name, 1)) };
    expect(await stage.call('batch', some)).toMatchObject({ undo: expect.stringMatching(/^undo_write/) });
    const all = { writes: [...long, ...long.slice(0, 2)].map(name => set(name, 2)) };
    const { undo } = await stage.call('batch', { ...all, dryRun: true });
    expect(undo).toMatch(/^Not possible: the values are longer than the 64000 characters/);
  });

  it('undoes what an undo in part left of it', async () => {
    const stage = await WriteStage.open({
      onRun: (when, name) => {
        if (now.fails && when === 'before' && name === 'a')
          throw new WorldError('NotFound', 'Gone.', 'Wait.');
      },
    });
    const now = { fails: false };
    const { revision } = await stage.call('batch', BOTH);
    now.fails = true;
    expect(await stage.call('undo_write', { revision })).toMatchObject({
      undone: [{ what: 'the level b' }],
      stopped: expect.stringContaining('was not undone'),
    });
    now.fails = false;
    expect(await stage.call('undo_write', { revision })).toMatchObject({ undone: [{ what: 'the level a' }] });
    expect(stage.values).toEqual([0, 0]);
    await expect(stage.call('undo_write', { revision })).rejects.toThrow(/was undone by revision/);
  });
});
