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

/** A body that passes an area, in a game that draws much faster than physics steps: most frames have no step of physics. */
const PASSER = [
  'var script = GDScript.new()',
  'script.source_code = "extends CharacterBody2D\\nfunc _process(_d): Engine.max_fps = 600\\nfunc _physics_process(_d): position.x += 10\\n"',
  'script.reload()',
  'var body = CharacterBody2D.new()',
  'body.set_script(script)',
  'var area = Area2D.new()',
  'area.position.x = 100',
  'for owner in [body, area]:',
  '\tvar shape = CollisionShape2D.new()',
  '\tshape.shape = CircleShape2D.new()',
  '\towner.add_child(shape)',
  'area.name = "Gate"',
  'area.set_meta("entered", 0)',
  'area.body_entered.connect(func(_body): area.set_meta("entered", area.get_meta("entered") + 1))',
  'area.body_exited.connect(func(_body): area.set_meta("left", area.get_meta("entered")))',
  'scene.add_child(area)',
  'scene.add_child(body)',
].join('\n');

describe('single frames', () => {
  it('report contacts with areas, also of a body that leaves again a few frames later', async () => {
    await live.call('time.step', { frames: 1 });
    await live.run(PASSER);
    await live.call('time.step', { frames: 30 });
    const gate = 'var gate = find("Gate")\nreturn [gate.get_meta("entered"), gate.get_meta("left", -1)]';
    expect((await live.run(gate)).json).toEqual([1, 1]);
    await live.run('Engine.max_fps = 0');
  });

  it('report the contacts of their last frame before they are answered', async () => {
    await live.call('time.step', { frames: 1 });
    await live.run(PASSER);
    let steps = 0;
    // The circles have a radius of 10, so they touch from the ninth frame on.
    while ((await live.run('return find("Gate").get_meta("entered")')).json === 0 && steps < 30) {
      await live.call('time.step', { frames: 1 });
      steps += 1;
    }
    expect(steps).toBe(9);
    await live.run('Engine.max_fps = 0');
  });
});
