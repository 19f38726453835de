import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  await live.run('tree.paused = false');
  await live.call('time.set', { scale: 1 });
  await live.load('arena');
});

const isPaused = async () => (await live.run('return tree.paused')).json;
const frames = (count: number) => live.run(`for i in range(${count}): await tree.process_frame`);
const becomes = (reason: string | undefined) =>
  eventOf(live.engine, 'state', ({ state }) => state.status === 'ready' && state.reason === reason);

/** Counts its frames, whatever time has passed in them. */
const COUNTER = [
  'var script = GDScript.new()',
  'script.source_code = "extends Node\\nvar frames = 0\\nvar steps = 0\\nfunc _process(_d): frames += 1\\nfunc _physics_process(_d): steps += 1\\n"',
  'script.reload()',
  'var counter = Node.new()',
  'counter.name = "Counter"',
  'counter.set_script(script)',
  'scene.add_child(counter)',
].join('\n');
const counted = async () => {
  const code = 'var counter = find("Counter")\nreturn {"frames": counter.frames, "steps": counter.steps}';
  return (await live.run(code)).json as { frames: number; steps: number };
};

describe('time', () => {
  it('stands still at 0, for nodes as for the clock', async () => {
    await live.call('time.set', { scale: 0 });
    await live.run('await tree.process_frame\nawait tree.process_frame');
    const before = await live.call('time.get', {});
    const referee = await live.find('/Arena/Referee');
    const seconds = await live.read(referee, 'Faller', 'seconds');
    await live.run('for i in range(5): await tree.process_frame');
    expect(await live.read(referee, 'Faller', 'seconds')).toEqual(seconds);
    const now = await live.call('time.get', {});
    expect(now).toMatchObject({ scale: 0, time: before.time });
    expect(now.frame).toBeGreaterThan(before.frame);
    await live.call('time.set', { scale: 1 });
  });

  it('goes on while the game is paused, without the clock', async () => {
    await live.run('tree.paused = true');
    const { time } = await live.call('time.get', {});
    await live.run('for i in range(5): await tree.process_frame');
    expect((await live.call('time.get', {})).time).toBe(time);
    await live.run('tree.paused = false');
  });

  it('is held against the game where it is locked', async () => {
    await live.call('time.set', { scale: 0.5, lock: true });
    await live.run('Engine.time_scale = 3\nawait tree.process_frame\nawait tree.process_frame');
    expect(await live.call('time.get', {})).toMatchObject({ scale: 0.5, locked: true });
    await live.call('time.set', { scale: 1 });
    await live.run('Engine.time_scale = 2\nawait tree.process_frame');
    expect(await live.call('time.get', {})).toMatchObject({ scale: 2, locked: false });
    await live.call('time.set', { scale: 1 });
  });

  it('that is held at 0 or above is held against a pause as well', async () => {
    await live.call('time.set', { scale: 0, lock: true });
    await live.run(
      'tree.paused = false\nEngine.time_scale = 1\nawait tree.process_frame\nawait tree.process_frame',
    );
    expect(await isPaused()).toBe(true);
    expect(await live.call('time.get', {})).toMatchObject({ scale: 0, locked: true });
    await live.call('time.set', { scale: 1 });
    expect(await isPaused()).toBe(false);
  });
});

describe('a pause', () => {
  it('is what a scale of 0 means: nothing of the game runs, and it goes on above 0', async () => {
    await live.run(COUNTER);
    await live.call('time.set', { scale: 0 });
    expect(await isPaused()).toBe(true);
    const before = await counted();
    await frames(10);
    expect(await counted()).toEqual(before);
    await live.call('time.set', { scale: 0.5 });
    expect(await isPaused()).toBe(false);
    await live.run('for i in range(3): await tree.physics_frame\nawait tree.process_frame');
    const after = await counted();
    expect(after.frames).toBeGreaterThan(before.frames);
    expect(after.steps).toBeGreaterThan(before.steps);
  });

  it('lets everything be looked at and changed, also a scene that is loaded in it', async () => {
    await live.call('time.set', { scale: 0 });
    await live.load('arena');
    const crate = await live.find('/Arena/Crate');
    expect((await live.call('pick.world', {}))[0]).toMatchObject({ id: crate });
    await live.write(crate, 'Node3D', 'position', [5, 1, 0]);
    expect((await live.call('pick.world', {})).map(({ id }) => id)).not.toContain(crate);
    expect((await live.invoke(crate, 'Health', 'damage', 1)).json).toBe(99);
    expect(await isPaused()).toBe(true);
  });

  it('of the game itself is told, and left to the game', async () => {
    const told = becomes('the game has paused itself');
    await live.run('tree.paused = true');
    await told;
    expect(live.engine.state).toMatchObject({ status: 'ready', reason: 'the game has paused itself' });
    expect(await live.call('time.get', {})).toMatchObject({ scale: 1, paused: true });
    await live.call('time.set', { scale: 0 });
    await live.call('time.set', { scale: 1 });
    expect(await isPaused()).toBe(true);
    const over = becomes(undefined);
    await live.run('tree.paused = false');
    await over;
  });

  it('of the game itself is told again behind a scene that is loaded', async () => {
    await live.run('tree.paused = true');
    const told = becomes('the game has paused itself');
    await live.load('garden');
    await told;
  });

  it('of ours is none of the game, and ends where the game goes on by itself', async () => {
    const states: unknown[] = [];
    const stop = live.engine.listen(event => event.kind === 'state' && states.push(event.state.reason));
    await live.call('time.set', { scale: 0 });
    await live.run('await tree.process_frame\nEngine.time_scale = 1');
    await live.run('while tree.paused: await tree.process_frame');
    expect(states).toEqual([]);
    const told = becomes('the game has paused itself');
    await live.run('tree.paused = true');
    await told;
    stop();
  });
});
