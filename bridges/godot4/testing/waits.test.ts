import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** Waits in many ways, and counts what it has done. */
const WAITER = [
  'extends Node',
  'signal wide(a, b)',
  'var steps = 0',
  'func pause(frames, then = "nothing"):',
  '\tfor i in range(frames):',
  '\t\tawait get_tree().process_frame',
  '\t\tsteps += 1',
  '\tif then == "fail": return [][frames]',
  '\tif then == "ask": get_parent().get_node("Crate").stumble()',
  'func pause_inside(then):',
  '\tawait pause(2, then)',
  'func hand_on(): return await pause(3)',
  'func hear(): return await self.wide',
];
/** Fails in every frame. */
const NOISY = [
  'extends Node',
  'func _process(_delta): return [][1]',
  'func _physics_process(_delta): return [][1]',
];

let live: LiveGodot;
let object: string;
let type: string;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  await live.load('arena');
  ({ object, type } = await live.scripted('Waiter', WAITER));
});

const steps = async () => (await live.read(object, type, 'steps')).json as number;
const frames = (count: number) => live.run(`for i in range(${count}): await tree.process_frame`);
const late = (code: string) => live.engine.call('code.run', { code }, { deadline: 1000 });

describe('code that still waits when its time is over', () => {
  it.each([
    'while true:\n\tfind("Waiter").steps += 1\n\tawait tree.process_frame',
    'while true:\n\tawait tree.process_frame\n\tfind("Waiter").steps += 1',
    'while true:\n\tawait tree.create_timer(0.01).timeout\n\tfind("Waiter").steps += 1',
  ])('is stopped, and the answer says so: %j', async code => {
    const error = await live.refusal('timeout', late(code));
    expect(error.message).toContain('was stopped');
    expect(error.message).not.toContain('goes on');
    const before = await steps();
    await frames(50);
    await live.run('await tree.create_timer(0.05).timeout');
    expect(await steps()).toBe(before);
  });

  it('is stopped behind a wait that comes to an end later', async () => {
    const waiting = [
      'await tree.process_frame',
      'if true: await find("Waiter").wide',
      'find("Waiter").steps = 1000',
    ];
    await live.refusal('timeout', late(waiting.join('\n')));
    await live.run('find("Waiter").emit_signal("wide", 1, 2)');
    await frames(2);
    expect(await steps()).toBe(0);
  });

  it('leaves functions of the game that it waits for to themselves', async () => {
    const code = 'await find("Waiter").pause(1000000)\nfind("Waiter").steps = -1';
    expect((await live.refusal('timeout', late(code))).message).toContain('was stopped');
    const before = await steps();
    await frames(5);
    expect(await steps()).toBeGreaterThanOrEqual(before + 4);
  });

  it('must say that it waits for a function of the game', async () => {
    const error = await live.refusal('failed', late('return find("Waiter").pause(3)'));
    expect(error.message).toContain('"await"');
  });
});

describe('a method that still waits when its time is over', () => {
  it('goes on', async () => {
    const params = { object, type, name: 'pause', args: [1_000_000] };
    const error = await live.refusal('timeout', live.engine.call('method.call', params, { deadline: 1000 }));
    expect(error.message).toContain('continues by itself');
    const before = await steps();
    await frames(5);
    expect(await steps()).toBeGreaterThanOrEqual(before + 4);
  });
});

describe('what waits while other scripts fail', () => {
  beforeEach(async () => {
    const told = eventOf(live.engine, 'log', ({ level }) => level === 'error');
    await live.scripted('Noisy', NOISY);
    await told;
  });

  it.each(['process_frame', 'physics_frame'])('does not fail with them, in each %s', async signal => {
    expect((await live.run(`for i in range(5): await tree.${signal}`)).json).toBeNull();
    expect((await live.run('await tree.create_timer(0.05).timeout')).json).toBeNull();
    for (const [name, ...args] of [['pause', 5], ['pause_inside', 'nothing'], ['hand_on']] as const)
      expect((await live.invoke(object, type, name, ...args)).json ?? null).toBeNull();
  });

  it('fails with its own errors, and with those of what it calls', async () => {
    const failed = async (work: Promise<unknown>) => (await live.refusal('failed', work)).message;
    const wait = 'await tree.process_frame\n';
    expect(await failed(live.run(`${wait}${wait}return [][7]`))).toContain('line 3');
    expect(await failed(live.run('return [][await tree.process_frame]'))).toContain('line 1');
    expect(await failed(live.run(`${wait}find("Crate").stumble()`))).toContain('health.gd');
    expect(await failed(live.invoke(object, type, 'pause', 3, 'fail'))).toContain("'3'");
    expect(await failed(live.invoke(object, type, 'pause', 3, 'ask'))).toContain('health.gd');
  });
});

describe('a method whose object is freed while it waits', () => {
  it.each([
    ['pause', [1000]],
    ['pause_inside', ['nothing']],
  ])('has failed, and its caller hears of it: %s', async (name, args) => {
    const waiting = live.refusal('failed', live.invoke(object, type, name, ...args));
    await live.run('find("Waiter").free()');
    expect((await waiting).message).toContain('was freed');
  });
});

describe('what a wait gives', () => {
  it.each([
    ['', null],
    [', 1', 1],
    [', null', null],
    [', 1, null', [1, null]],
    [', 1, 2, 3', [1, 2, 3]],
  ])('is what the signal was emitted with: "wide"%s', async (args, given) => {
    const heard = live.invoke(object, type, 'hear');
    await live.run(`find("Waiter").emit_signal("wide"${args})`);
    expect((await heard).json).toEqual(given);
  });
});
