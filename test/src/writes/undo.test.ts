import { defineWorld, WorldError } from '@worldwire/server';
import { Gates, Policy } from '@worldwire/server/internal';
import { defineWrite, keepWrites, listWritesTool, undoTool } from '@worldwire/writes';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callTool, resultOf } from '../../../apps/worldwire/src/testing/client.js';
import { startServer, type TestServer } from '../harness.js';

const served: TestServer[] = [];
afterEach(async () => {
  for (const each of served.splice(0)) await each.close();
});

/** A garden of beds with a number each, over HTTP. */
async function garden(gates = new Gates()) {
  const beds = new Map<string, number>();
  /** What happens when a value is set: nothing, and the value that is kept. */
  const at = { set: (_bed: string): void | Promise<void> => {}, kept: (value: number) => value };
  const writes = keepWrites({ world: 'garden', read: 'read_bed' });
  const input = z.object({ bed: z.string(), value: z.number() });
  const own = {
    description: 'Sets the number of a bed.',
    input,
    subject: ({ bed }: { bed: string }) => `the number of ${bed}`,
    plan: ({ bed, value }: { bed: string; value: number }) => ({ before: beds.get(bed) ?? 0, after: value }),
    run: async ({ bed, value }: { bed: string; value: number }) => {
      await at.set(bed);
      return beds.set(bed, at.kept(value)).get(bed) as number;
    },
  };
  const set = defineWrite(writes, {
    ...{ ...own, name: 'set_bed' },
    undo: ({ bed }, before) => ({ tool: 'set_bed', arguments: { bed, value: before } }),
  });
  const seal = defineWrite(writes, { ...own, name: 'seal_bed' });
  const draft = defineWrite(writes, {
    ...{ ...own, name: 'draft_bed' },
    undo: ({ bed }, before) => ({ tool: 'seal_bed', arguments: { bed, value: before } }),
  });
  const blast = defineWrite(writes, { ...own, name: 'blast_bed', danger: true });
  const rig = defineWrite(writes, {
    ...{ ...own, name: 'rig_bed' },
    undo: ({ bed }, before) => ({ tool: 'blast_bed', arguments: { bed, value: before } }),
  });
  const tools = [set, seal, draft, blast, rig, undoTool(writes), listWritesTool(writes)];
  const world = defineWorld({ name: 'garden', version: '1.0.0', tools });
  const server = await startServer({
    world,
    environment: { policy: new Policy(world, { writes: true }, { gates }) },
  });
  served.push(server);
  const call = async (name: string, args: object) => {
    const { content, isError = false } = await resultOf(await callTool(server.url, name, args));
    return { isError, text: content[0]?.text ?? '' };
  };
  const done = async (name: string, args: object) => {
    const { text, isError } = await call(name, args);
    if (isError) throw new Error(text);
    return JSON.parse(text);
  };
  return { beds, at, call, done };
}

describe('undo_write', () => {
  it('takes back the rest of many writes by the call that its answer names', async () => {
    const { beds, done } = await garden();
    for (let n = 1; n <= 60; n++) await done('set_bed', { bed: `bed${n % 3}`, value: n });
    const { undone, next } = await done('undo_write', { since: 0 });
    expect(undone).toHaveLength(50);
    const rest = await done('undo_write', JSON.parse(String(next).replace('undo_write ', '')));
    expect(rest.undone).toHaveLength(10);
    expect(rest).not.toHaveProperty('next');
    expect(Object.fromEntries(beds)).toEqual({ bed0: 0, bed1: 0, bed2: 0 });
  });

  it('unwinds an undo that restored an older value than the last one', async () => {
    const { beds, done } = await garden();
    const { revision } = await done('set_bed', { bed: 'roses', value: 1 });
    await done('set_bed', { bed: 'roses', value: 2 });
    await done('undo_write', { revision, force: true });
    await done('undo_write', { since: 0 });
    expect(beds.get('roses')).toBe(0);
  });

  it('refuses the digest of a plan with the same values of other things', async () => {
    const { beds, done, call } = await garden();
    beds.set('lilies', 1).set('roses', 1);
    const { revision } = await done('set_bed', { bed: 'roses', value: 2 });
    const { digest, undone } = await done('undo_write', { since: 0, dryRun: true });
    expect(undone).toMatchObject([{ what: 'the number of roses', before: 2, after: 1 }]);
    await done('undo_write', { revision });
    await done('set_bed', { bed: 'lilies', value: 2 });
    const now = await done('undo_write', { since: 0, dryRun: true });
    expect(now.undone).toMatchObject([{ what: 'the number of lilies', before: 2, after: 1 }]);
    const { isError, text } = await call('undo_write', { since: 0, expectDigest: digest });
    expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining('plan') });
    expect(beds.get('lilies')).toBe(2);
  });

  it('says and records what was undone before a step failed unexpectedly, and goes on after it', async () => {
    const { beds, at, done } = await garden();
    await done('set_bed', { bed: 'roses', value: 1 });
    await done('set_bed', { bed: 'lilies', value: 1 });
    at.set = bed => {
      if (bed === 'roses') throw new Error('The hose is broken.');
    };
    const { undone, stopped } = await done('undo_write', { since: 0 });
    expect(undone).toMatchObject([{ revision: 4, after: 0 }]);
    expect(stopped).toBe('Revision 2 (set_bed) may or may not have been undone: The hose is broken.');
    const { items } = await done('list_writes', {});
    expect(items).toMatchObject([{ outcome: 'done' }, { revision: 4, undoneBy: 6 }, { revision: 2 }]);
    expect(items[2]).not.toHaveProperty('undoneBy');
    at.set = () => {};
    expect((await done('undo_write', { since: 0 })).undone).toMatchObject([{ revision: 2 }]);
    expect(Object.fromEntries(beds)).toEqual({ roses: 0, lilies: 0 });
  });

  it('does the rest of a write that was undone in part', async () => {
    const { beds, at, done, call } = await garden();
    await done('set_bed', { bed: 'roses', value: 1 });
    await done('set_bed', { bed: 'lilies', value: 1 });
    const { revision } = await done('undo_write', { since: 0 });
    at.set = bed => {
      if (bed === 'lilies') throw new WorldError('NotFound', 'The lilies are gone.', 'Plant some.');
    };
    const half = await done('undo_write', { revision });
    expect(half.stopped).toContain('was not undone: The lilies are gone.');
    at.set = () => {};
    expect((await done('undo_write', { revision })).undone).toMatchObject([{ what: 'the number of lilies' }]);
    expect(Object.fromEntries(beds)).toEqual({ roses: 1, lilies: 1 });
    expect(await call('undo_write', { revision })).toMatchObject({
      isError: true,
      text: expect.stringContaining(`Revision ${revision} (undo_write) was undone by revision`),
    });
  });

  it('does not say of a write that left another value that it changed nothing', async () => {
    const { at, beds, call } = await garden();
    at.kept = value => value + 1;
    expect((await call('set_bed', { bed: 'roses', value: 1 })).text).toContain('kept 2 instead of 1');
    expect(beds.get('roses')).toBe(2);
    const { text } = await call('undo_write', { revision: 2 });
    expect(text).toContain('Revision 2 (set_bed) failed, and left another value than it asked for.');
  });

  it('asks before an undo that cannot be taken back, unless it is that of the newest write of the caller', async () => {
    const { beds, call, done } = await garden();
    const { revision } = await done('draft_bed', { bed: 'roses', value: 1 });
    const newest = await done('draft_bed', { bed: 'tulips', value: 2 });
    const { question } = await done('undo_write', { revision, dryRun: true });
    expect(question).toBe(
      'Changes the number of roses from 1 to 0. It cannot be undone. Not possible: seal_bed has no undo.',
    );
    expect(await call('undo_write', { revision })).toMatchObject({ isError: true });
    expect(beds.get('roses')).toBe(1);
    expect(await done('undo_write', { revision: newest.revision })).not.toHaveProperty('question');
    expect(beds.get('tulips')).toBe(0);
  });

  it('says that an undo has none where a call of it has none', async () => {
    const { beds, done } = await garden();
    const { revision } = await done('draft_bed', { bed: 'roses', value: 1 });
    const { digest } = await done('undo_write', { revision, dryRun: true });
    const { undo, revision: undone } = await done('undo_write', { revision, expectDigest: digest });
    expect(undo).toBe('Not possible: seal_bed has no undo.');
    expect(beds.get('roses')).toBe(0);
    await expect(done('undo_write', { revision: undone })).rejects.toThrow(/cannot be undone/);
  });

  it('needs eval where the call that takes a write back needs it', async () => {
    const { beds, call, done } = await garden();
    const { revision } = await done('rig_bed', { bed: 'roses', value: 1 });
    expect((await call('blast_bed', { bed: 'roses', value: 0 })).text).toContain('PermissionDenied');
    expect((await call('undo_write', { revision })).text).toContain('PermissionDenied');
    expect((await call('undo_write', { since: 0 })).text).toContain('PermissionDenied');
    expect(beds.get('roses')).toBe(1);
  });
});

describe('a write', () => {
  it('that waits for its turn does not run after the operator has stopped all writes', async () => {
    const gates = new Gates();
    const { beds, at, call } = await garden(gates);
    let finish = () => {};
    let first: Promise<{ isError: boolean; text: string }> | undefined;
    await new Promise<void>(resolve => {
      at.set = () => {
        at.set = () => {};
        resolve();
        return new Promise<void>(done => {
          finish = done;
        });
      };
      first = call('set_bed', { bed: 'roses', value: 1 });
    });
    const second = call('set_bed', { bed: 'lilies', value: 1 });
    await call('list_writes', {});
    gates.setStopped(undefined, true);
    finish();
    expect((await first)?.isError).toBe(false);
    expect((await second).text).toContain('PermissionDenied');
    expect(Object.fromEntries(beds)).toEqual({ roses: 1 });
  });
});
