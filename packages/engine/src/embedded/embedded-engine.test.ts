import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Engine, EngineEvent } from '../port/engine.js';
import { eventOf, until } from '../testing/index.js';
import { type EmbeddedOptions, openEmbedded } from './index.js';

let engine: Engine | undefined;

async function open(options: EmbeddedOptions = {}): Promise<Engine> {
  engine = await openEmbedded(options);
  return engine;
}

afterEach(() => engine?.close());

const becomes = (of: Engine, status: string) => eventOf(of, 'state', ({ state }) => state.status === status);

async function idOf(of: Engine, name: string): Promise<string> {
  return (await of.call('object.list', { name, limit: 1 })).items[0]?.id as string;
}

const statesOf = (events: readonly EngineEvent[]) =>
  events.flatMap(event => (event.kind === 'state' ? [event.state.status] : []));

describe('an engine', () => {
  it('opens with the scene it is asked for, and does not open with one it does not have', async () => {
    const scenes = await (await open({ scene: 'SolarGarden' })).call('scene.list', {});
    expect(scenes[0]).toMatchObject({ id: 'scn:2', name: 'SolarGarden', loaded: true });
    await expect(openEmbedded({ scene: 'Nowhere' })).rejects.toMatchObject({
      kind: 'not-ready',
      message: expect.stringContaining('Nowhere'),
    });
  });

  it('stamps states and logs with the time of its owner', async () => {
    const live = await open({ now: () => new Date('2026-01-02T03:04:05.000Z') });
    expect(live.state).toEqual({ status: 'ready', since: '2026-01-02T03:04:05.000Z' });
    const logged = eventOf(live, 'log', ({ source }) => source === 'console');
    await live.call('code.run', { code: 'console.log("hello")' });
    expect(await logged).toMatchObject({ message: 'hello', at: '2026-01-02T03:04:05.000Z' });
  });

  it('does the same with the same seed', async () => {
    const spawnAt = async () => {
      const live = await openEmbedded({ seed: 5 });
      const object = await idOf(live, 'Spawner');
      const spawned = { object, type: 'Spawner', name: 'Spawn', args: [] };
      await live.call('time.set', { scale: 0 });
      const drone = (await live.call('method.call', spawned)).ref as string;
      const { json } = await live.call('member.read', { object: drone, type: 'Transform', name: 'position' });
      await live.close();
      return json;
    };
    expect(await spawnAt()).toEqual(await spawnAt());
  });

  it('sends many destroyed ids in several events, before the answer', async () => {
    const live = await open({ objects: 5000 });
    const parts: number[] = [];
    live.listen(event => event.kind === 'destroyed' && parts.push(event.ids.length));
    await live.call('scene.load', { name: 'Menu', mode: 'single' });
    expect(Math.max(...parts)).toBeLessThanOrEqual(2000);
    expect(parts.reduce((sum, ids) => sum + ids, 0)).toBeGreaterThanOrEqual(5000);
  });

  it('holds as many objects as it is asked to', async () => {
    const live = await open({ objects: 2000 });
    const { total, items } = await live.call('object.list', { name: 'Stone', limit: 5, offset: 1990 });
    expect([total, items.length]).toEqual([2000, 5]);
  });

  it('refuses what is not JSON, alone', async () => {
    const live = await open();
    const bad = live.call('object.get', { id: 1n as unknown as string });
    const good = live.call('scene.list', {});
    await expect(bad).rejects.toMatchObject({ kind: 'invalid' });
    expect(await good).toHaveLength(3);
    const keyed = live.call('object.create', { name: 1n as unknown as string }, { key: 'k' });
    await expect(keyed).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('goes on with its frames while calls come in', async () => {
    const live = await open();
    const { frame } = await live.call('time.get', {});
    let busy = true;
    const readers = Array.from({ length: 16 }, async () => {
      while (busy) await live.call('object.list', { limit: 50 });
    });
    await until(async () => (await live.call('time.get', {})).frame > frame + 30);
    busy = false;
    await Promise.all(readers);
    const stats = { object: await idOf(live, 'FrameStats'), type: 'Worldwire.FrameStats' };
    expect((await live.call('member.read', { ...stats, name: 'Samples' })).json).toBeGreaterThan(30);
    expect((await live.call('member.read', { ...stats, name: 'P99Ms' })).json).toBeGreaterThan(0);
  });

  it('runs at the time scale that is set', async () => {
    const live = await open();
    const { time } = await live.call('time.get', {});
    await until(async () => (await live.call('time.get', {})).time > time);
    const paused = (await live.call('time.set', { scale: 0 })).after;
    await until(async () => (await live.call('time.get', {})).frame > paused.frame + 3);
    expect((await live.call('time.get', {})).time).toBe(paused.time);
  });
});

describe('a scene that must be killed', () => {
  it.each([
    ['is stuck where no script can be stopped', 'Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)'],
    ['has run out of memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(1.5))'],
    ['has run into a limit of V8', '"x".repeat(2 ** 29 - 24).split("").length'],
  ])('is started again when it %s', async (_, code) => {
    const live = await open({ memoryMb: 128, timeoutMs: 2000 });
    const events: EngineEvent[] = [];
    live.listen(event => events.push(event));
    const old = await idOf(live, 'Turret');
    const ready = becomes(live, 'ready');
    const failed = live.call('code.run', { code }, { deadline: 20_000 }).catch((error: unknown) => error);
    const read = live.call('object.get', { id: old }, { deadline: 20_000 }).catch((error: unknown) => error);
    expect(await failed).toMatchObject({ kind: 'timeout' });
    expect(await read).toMatchObject({ kind: 'not-ready' });
    await expect(live.call('scene.list', {})).rejects.toMatchObject({ kind: 'not-ready' });
    await ready;
    expect(statesOf(events)).toEqual(['gone', 'loading', 'ready']);
    const fresh = await idOf(live, 'Turret');
    expect(Number(fresh.slice(4))).toBeGreaterThan(Number(old.slice(4)));
    await expect(live.call('object.get', { id: old })).rejects.toMatchObject({
      kind: 'not-found',
      message: expect.stringMatching(/^obj:\d+ is an id of an earlier process: the engine was restarted/),
    });
  });

  it('does not give an id of an object again that was made before', async () => {
    const live = await open({ memoryMb: 128 });
    const made = await live.call('object.create', { name: 'Last' });
    const ready = becomes(live, 'ready');
    await live.call('code.run', { code: '"x".repeat(2 ** 29 - 24).split("")' }).catch(() => {});
    await ready;
    const { items } = await live.call('object.list', { limit: 1000 });
    const hidden = await live.call('object.list', { scene: 'scn:hide', limit: 1000 });
    const numbers = [...items, ...hidden.items].map(({ id }) => Number(id.slice(4)));
    expect(Math.min(...numbers)).toBeGreaterThan(Number(made.id.slice(4)));
  });

  it('lets a write be tried again with its key', async () => {
    const live = await open({ memoryMb: 128 });
    const ready = becomes(live, 'ready');
    const bomb = { code: '"x".repeat(2 ** 29 - 24).split("")' };
    const doomed = live.call('code.run', bomb, { key: 'bomb' }).catch(() => {});
    const write = () => live.call('object.create', { name: 'Again' }, { key: 'again' });
    await expect(write()).rejects.toMatchObject({ kind: 'timeout' });
    await doomed;
    await ready;
    expect((await write()).name).toBe('Again');
  });
});

describe('a closed engine', () => {
  it('leaves nothing behind that would keep its program from ending', async () => {
    const url = new URL('../../dist/embedded/index.js', import.meta.url);
    const program = `
      import { openEmbedded } from ${JSON.stringify(url.href)};
      const engine = await openEmbedded();
      engine.call('code.run', { code: 'while (true) {}' }).catch(() => {});
      await engine.close();
      await new Promise(setImmediate);
      console.log('left:', process.getActiveResourcesInfo().filter(kind => kind === 'Timeout').join());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    expect(stdout.trim()).toBe('left:');
  });
});
