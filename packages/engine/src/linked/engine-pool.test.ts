import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../embedded/index.js';
import type { Engine } from '../port/engine.js';
import { FakeBridge, type FakeHello } from '../testing/index.js';
import { EnginePool, MAX_ENGINES, type PoolChange } from './engine-pool.js';

let scene: Engine;
let pool: EnginePool;
let minted = 0;
let ticks = 0;

beforeEach(async () => {
  scene = await openEmbedded();
  pool = newPool();
});
afterEach(async () => {
  await pool.close();
  await scene.close();
});

function newPool(ids?: { next: number; keep(next: number): void }): EnginePool {
  const options = { now: () => new Date(++ticks), mint: () => `minted-${++minted}`, graceMs: 20 };
  return new EnginePool({ ...options, ...(ids !== undefined && { ids }) });
}

/** A bridge that has dialled. */
async function dial(hello: FakeHello = {}, instance = `process-${++minted}`): Promise<FakeBridge> {
  const bridge = await FakeBridge.of(scene, instance, hello);
  bridge.dial(pool);
  return bridge;
}

function names(): (string | undefined)[] {
  return pool.entries.map(({ name }) => name);
}

describe('a pool of engines', () => {
  it('has one entry that waits before an engine links', () => {
    expect(pool.links).toEqual([expect.objectContaining({ status: 'waiting' })]);
    expect(names()).toEqual([undefined]);
  });

  it('gives the waiting entry to the first engine', async () => {
    const { first } = pool;
    await dial({ project: 'Quest' });
    expect(pool.entries).toEqual([first]);
    expect(pool.links).toEqual([
      expect.objectContaining({
        name: 'quest',
        process: 1,
        status: 'linked',
        engine: expect.objectContaining({ role: 'game', instance: expect.stringContaining('process-') }),
      }),
    ]);
  });

  it('names engines by project and role, with numbers where names are taken', async () => {
    await dial({ project: 'Höhle & Turm!' });
    await dial({ project: 'Höhle & Turm!', role: 'editor' });
    await dial({ project: 'Höhle & Turm!' });
    await dial({ project: '迷宮', name: 'Godot' });
    await dial({ project: 'Call' });
    expect(names()).toEqual(['hohle-turm', 'hohle-turm-editor', 'hohle-turm-2', 'godot', 'call-game']);
  });

  it('keeps the name of an engine whose neighbours come and go', async () => {
    const first = await dial();
    const second = await dial();
    first.disconnect();
    second.disconnect();
    second.dial(pool);
    expect(pool.entries[1]).toMatchObject({ name: 'tests-2', engine: { connected: true } });
    expect(pool.first.engine.connected).toBe(false);
  });

  it('gives the entry of a lost engine to its next process', async () => {
    const old = await dial();
    await dial({ project: 'Other' });
    old.disconnect();
    await dial();
    expect(names()).toEqual(['tests', 'other']);
    expect(pool.first.engine).toMatchObject({ process: 2, connected: true });
  });

  it('gives an own entry to another project or role, although an engine is lost', async () => {
    (await dial()).disconnect();
    await dial({ role: 'editor' });
    await dial({ project: 'Other' });
    expect(names()).toEqual(['tests', 'tests-editor', 'other']);
    expect(pool.first.engine.connected).toBe(false);
  });

  it('lets two engines with the same instance text stay, also if they dial again', async () => {
    const one = await dial({}, 'the same');
    const two = await dial({}, 'the same');
    expect(names()).toEqual(['tests', 'tests-2']);
    expect([one.firstId, two.firstId]).toEqual([1, 1_000_000_001]);
    // A lost connection of which the server does not know yet.
    two.dial(pool);
    one.dial(pool);
    expect(pool.entries.map(({ engine }) => [engine.process, engine.connected])).toEqual([
      [1, true],
      [1, true],
    ]);
    expect([one.firstId, two.firstId]).toEqual([1, 1_000_000_001]);
    expect((await pool.first.engine.call('scene.list', {})).length).toBeGreaterThan(0);
  });

  it('takes a process without its first id for the same one if its link is lost', async () => {
    const one = await dial({}, 'the same');
    one.disconnect();
    one.firstId = undefined;
    one.dial(pool);
    expect(one.firstId).toBe(1);
    expect(pool.first.engine.process).toBe(1);
  });

  it('tells the engine of an object by its id, also of an earlier process', async () => {
    const old = await dial();
    await dial({ project: 'Other' });
    old.disconnect();
    await dial();
    const nameOf = (id: string) => pool.entryOfId(id)?.name;
    expect(['obj:1', 'obj:1000000001', 'obj:2000000005'].map(nameOf)).toEqual(['tests', 'other', 'tests']);
    expect(['obj:9000000001', 'scn:0', 'obj:x', 'obj:0'].map(nameOf)).toEqual(Array(4).fill(undefined));
  });

  it('returns the ids to a process whose entry another process has taken', async () => {
    const old = await dial();
    old.disconnect();
    await dial();
    old.dial(pool);
    expect(names()).toEqual(['tests', 'tests-2']);
    expect([old.firstId, pool.entryOfId('obj:1')?.name]).toEqual([1, 'tests-2']);
  });

  it('accepts the engines of an earlier server with the ids that it gave', async () => {
    const one = await dial();
    const two = await dial({ project: 'Other' });
    await pool.close();
    pool = newPool({ next: 2_000_000_001, keep: () => {} });
    two.dial(pool);
    one.dial(pool);
    expect([one.firstId, two.firstId]).toEqual([1, 1_000_000_001]);
    expect(pool.entryOfId('obj:1')?.name).toBe('tests');
  });

  it('refuses an engine with the ids of another', async () => {
    await dial();
    const other = await FakeBridge.of(scene, 'other', { project: 'Other' });
    other.firstId = 5;
    expect(() => other.dial(pool)).toThrow('belong to an engine that was linked before');
    expect(names()).toEqual(['tests']);
  });

  it('refuses the numbers of a linked engine, also after a thousand other processes', async () => {
    await dial({ project: 'Quest' });
    for (let index = 0; index <= 1_000; index++) (await dial({ project: 'Other' })).disconnect();
    const thief = await FakeBridge.of(scene, 'thief', { project: 'Other' });
    thief.firstId = 1;
    expect(() => thief.dial(pool)).toThrow('belong to an engine that was linked before, quest');
    expect(pool.entryOfId('obj:1')?.name).toBe('quest');
  });

  it('tells listeners of an entry before its engine links, and of its end', async () => {
    const changes: string[] = [];
    pool.listen(({ kind, entry }: PoolChange) =>
      changes.push(`${kind} ${entry.name} ${entry.engine.connected}`),
    );
    await dial();
    await dial({ project: 'Other' });
    expect(changes).toEqual(['added other false']);
  });
});

describe('the limit of a pool', () => {
  it('refuses an engine above it with the names of those that are linked', async () => {
    for (let index = 0; index < MAX_ENGINES; index++) await dial();
    await expect(dial()).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('16 engines are linked, which is the limit: tests, tests-2'),
      hint: expect.stringContaining('close one'),
    });
    expect(pool.entries).toHaveLength(MAX_ENGINES);
  });

  it('refuses further engines if thirty have linked within a minute', async () => {
    await dial({ project: 'first' });
    for (let index = 0; index < 30; index++) (await dial({ project: `p${index}` })).disconnect();
    await expect(dial({ project: 'one more' })).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('30 further engines have linked within a minute'),
      hint: expect.stringContaining('dial again in a minute'),
    });
    // The next process of a lost engine needs no further entry.
    await dial({ project: 'p29' });
    ticks += 60_000;
    await dial({ project: 'one more' });
    expect(names()).toContain('one-more');
  });

  it('removes the engine that was lost first, and never the first entry', async () => {
    const bridges: FakeBridge[] = [];
    for (let index = 0; index < MAX_ENGINES; index++) bridges.push(await dial({ project: `p${index}` }));
    bridges[0]?.disconnect();
    bridges[5]?.disconnect();
    bridges[3]?.disconnect();
    const removed: unknown[] = [];
    pool.listen(({ kind, entry }) => kind === 'removed' && removed.push(entry.name));
    await dial({ project: 'further' });
    expect(removed).toEqual(['p5']);
    await dial({ project: 'last' });
    expect(removed).toEqual(['p5', 'p3']);
    expect(names().slice(0, 3)).toEqual(['p0', 'p1', 'p2']);
  });
});
