import type { InputStep } from '@worldwire/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** Counts the key D by its events, and by the input map in both functions of a frame. */
const LISTENER = `extends Node
var events := 0
var releases := 0
var seen := 0
var stepped := 0
var held := 0
func _unhandled_key_input(event: InputEventKey) -> void:
	if event.scancode == KEY_D:
		if event.pressed: events += 1
		else: releases += 1
func _process(_delta: float) -> void:
	if Input.is_action_just_pressed("move_right"): seen += 1
func _physics_process(_delta: float) -> void:
	if Input.is_action_just_pressed("move_right"): stepped += 1
	if Input.is_action_pressed("move_right"): held += 1
`;
const NOTHING = { events: 0, releases: 0, seen: 0, stepped: 0, held: 0 };
const TAP: InputStep = { kind: 'key', key: 'KeyD' };

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open({ files: { 'scripts/listener.gd': LISTENER } });
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  await live.call('time.set', { scale: 1 });
  await live.call('input.send', { steps: [{ kind: 'release-all' }] });
  await live.load('workshop');
  await live.run(
    'var node = Node.new()\nnode.name = "Listener"\nnode.set_script(load("res://scripts/listener.gd"))\nscene.add_child(node)',
  );
  await live.call('time.step', { frames: 2 });
});

const send = (...steps: readonly InputStep[]) => live.call('input.send', { steps });
const step = (frames: number) => live.call('time.step', { frames });
const engineFrames = () => live.run('for i in range(10): yield(tree, "idle_frame")\nreturn 1');
const heard = async () => {
  const code =
    'var node = find("Listener")\nreturn {"events": node.events, "releases": node.releases, "seen": node.seen, "stepped": node.stepped, "held": node.held}';
  return (await live.run(code)).json as typeof NOTHING;
};

describe('input for a scene that a step has paused', () => {
  it('is kept for the next frame that runs, and the answer says so', async () => {
    const { steps, held, frames } = await send(TAP);
    expect(steps).toEqual([
      {
        frame: frames.after,
        receivedBy: [],
        actions: ['move_right'],
        note: 'the scene is paused: this is kept for its next frame, which runs by a step or by a time scale above 0',
      },
    ]);
    expect(held).toEqual([]);
    await engineFrames();
    expect(await heard()).toEqual(NOTHING);
    await step(1);
    expect(await heard()).toEqual({ events: 1, releases: 0, seen: 1, stepped: 1, held: 1 });
    await step(3);
    expect(await heard()).toEqual({ events: 1, releases: 1, seen: 1, stepped: 1, held: 1 });
  });

  it('counts the frames that run', async () => {
    await send({ ...TAP, hold: { frames: 4 }, at: { frames: 3 } });
    await step(2);
    await engineFrames();
    expect(await heard()).toEqual(NOTHING);
    await step(2);
    await engineFrames();
    expect(await heard()).toMatchObject({ events: 1, releases: 0, held: 1 });
    await step(10);
    expect(await heard()).toMatchObject({ events: 1, releases: 1, held: 4 });
  });

  it('counts milliseconds in the time of the scene', async () => {
    await send({ ...TAP, hold: { ms: 95 } });
    await engineFrames();
    await step(20);
    expect(await heard()).toMatchObject({ events: 1, releases: 1, held: 6 });
  });

  it('is heard in the order of the calls', async () => {
    expect((await send({ ...TAP, phase: 'press' })).held).toEqual(['key KeyD']);
    expect((await send({ ...TAP, phase: 'release', at: { frames: 5 } })).held).toEqual([]);
    await step(10);
    expect(await heard()).toMatchObject({ events: 1, releases: 1, held: 5 });
  });

  it('is dropped by release-all, which releases what is held in the next frame', async () => {
    await send({ ...TAP, phase: 'press' });
    await step(1);
    await send({ ...TAP, hold: { frames: 50 } });
    expect((await send({ kind: 'release-all' })).held).toEqual([]);
    await step(3);
    expect(await heard()).toMatchObject({ events: 1, releases: 1, held: 1 });
    expect((await send({ kind: 'move', x: 1, y: 1 })).held).toEqual([]);
  });

  it('is refused beyond 16 sequences', async () => {
    for (let at = 0; at < 16; at++) await send(TAP);
    const { hint } = await live.refusal('not-ready', send(TAP));
    expect(hint).toBe('let frames run first');
    await step(40);
    await send(TAP);
  });

  it('is heard when a time scale resumes the scene', async () => {
    await send(TAP);
    await live.call('time.set', { scale: 1 });
    await live.run('while find("Listener").releases == 0: yield(tree, "idle_frame")\nreturn 1');
    expect(await heard()).toMatchObject({ events: 1, releases: 1, seen: 1, stepped: 1 });
  });
});

describe('input for a scene whose time scale is 0', () => {
  it('is kept for the frames that follow', async () => {
    await live.call('time.set', { scale: 0 });
    const { steps } = await send(TAP);
    expect(steps[0]?.note).toContain('the scene is paused');
    await engineFrames();
    expect(await heard()).toEqual(NOTHING);
    await live.call('time.set', { scale: 1 });
    await live.run('while find("Listener").releases == 0: yield(tree, "idle_frame")\nreturn 1');
    expect(await heard()).toMatchObject({ events: 1, releases: 1, seen: 1, stepped: 1 });
  });
});

describe('a sequence that is under way when its scene is paused', () => {
  it('is answered with what is kept, and goes on with the next step', async () => {
    await live.call('time.set', { scale: 1 });
    const long = send({ ...TAP, phase: 'press' }, { ...TAP, phase: 'release', at: { frames: 60 } });
    await live.run('while find("Listener").events == 0: yield(tree, "idle_frame")\nreturn 1');
    await live.call('time.set', { scale: 0 });
    const { steps, held } = await long;
    expect(steps[0]?.note ?? '').not.toContain('paused');
    expect(steps[1]?.note).toContain('the scene is paused');
    expect(held).toEqual([]);
    expect(await heard()).toMatchObject({ events: 1, releases: 0 });
    await step(60);
    expect(await heard()).toMatchObject({ events: 1, releases: 1 });
  });
});

describe('input for a game that has paused itself', () => {
  it('reaches its menu at once', async () => {
    await live.call('time.set', { scale: 1 });
    await live.run('find("Listener").pause_mode = Node.PAUSE_MODE_PROCESS\ntree.paused = true');
    const { steps } = await send(TAP);
    expect(steps[0]?.receivedBy).toHaveLength(1);
    expect(await heard()).toMatchObject({ events: 1, releases: 1 });
    await live.run('tree.paused = false');
  });
});
