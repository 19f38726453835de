import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
let crate: string;
let ball: string;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  ({ crate, ball } = await live.stillArena());
});

describe('methods', () => {
  it('are called with defaults for what is left out', async () => {
    expect((await live.invoke(crate, 'Health', 'damage_at', 10, [1, 2, 3])).json).toBe(90);
    expect((await live.read(crate, 'Health', 'last_hit')).json).toEqual({ x: 1, y: 2, z: 3 });
    expect(await live.invoke(crate, 'Health', 'heal')).toEqual({ type: 'void', text: '' });
    expect(await live.invoke(crate, 'Health', 'heal', 1, ball)).toEqual({ type: 'void', text: '' });
    expect((await live.read(crate, 'Health', 'notes')).json).toEqual(['healed by nobody', 'healed by Ball']);
    expect((await live.invoke(crate, 'Health', 'describe')).json).toBe('100.0 of 100.0');
    expect((await live.invoke(crate, 'Health', 'describe', 'long')).json).toEqual({
      current: 100,
      most: 100,
    });
  });

  it('are called by their signatures, and natives like those of scripts', async () => {
    await live.invoke(crate, 'Health', 'float Health::damage(float)', 25);
    expect((await live.read(crate, 'Health', 'current')).json).toBe(75);
    expect((await live.invoke(crate, 'Node3D', 'to_global', [1, 0, 0])).json).toEqual({ x: 1, y: 1, z: 0 });
    expect(await live.invoke(crate, 'Node', 'get_parent')).toMatchObject({ ref: await live.find('/Arena') });
    expect((await live.invoke(crate, 'Object', 'call', 'damage', 5)).json).toBe(70);
  });

  it('refuse what does not fit before they run', async () => {
    const calls: [string, unknown[]][] = [
      ['damage', []],
      ['damage', ['much']],
      ['damage', [1, 2]],
      ['damage_at', [1]],
      ['damage_at', [1, [1, 2]]],
      ['damage_at', [1, [1, 2, 3], 4]],
      ['heal', [1, 'res://scripts/health.gd']],
      ['heal', [1, 'obj:0']],
    ];
    for (const [name, args] of calls) {
      const { hint } = await live.refusal('invalid', live.invoke(crate, 'Health', name, ...args));
      expect(hint).toContain(`Health::${name}(`);
    }
    const notAList = live.call('method.call', {
      object: crate,
      type: 'Health',
      name: 'damage',
      args: 1 as never,
    });
    await live.refusal('invalid', notAList);
    expect((await live.read(crate, 'Health', 'current')).json).toBe(100);
  });

  it('name the argument that does not fit, and what it takes', async () => {
    const refused = async (name: string, ...args: unknown[]) =>
      live.refusal('invalid', live.invoke(crate, 'Health', name, ...args));
    const second = await refused('damage_at', 1, [1, 2]);
    expect(second.message).toContain('argument 2 (place) cannot be [1,2]');
    expect(second.hint).toContain('place takes {x, y, z}');
    expect((await refused('damage')).message).toMatch(/number of arguments .* is 1, not 0$/);
    expect((await refused('damage_at', 1)).message).toMatch(/ is 2 to 3, not 1$/);
    const native = live.invoke(crate, 'Node', 'get_child', 2 ** 32);
    expect((await live.refusal('invalid', native)).hint).toContain('32 bits');
  });

  it('that fail say so, with the place in the script', async () => {
    const told = eventOf(
      live.engine,
      'log',
      ({ level, message }) => level === 'error' && message.includes('missing'),
    );
    const { message } = await live.refusal('failed', live.invoke(crate, 'Health', 'stumble'));
    expect(message).toMatch(/key 'missing'.*res:\/\/scripts\/health\.gd:\d+/);
    expect(await told).toMatchObject({ source: expect.stringMatching(/^res:\/\/scripts\/health\.gd:\d+$/) });
    await live.refusal('failed', live.invoke(crate, 'Node', 'get_node', 'Nobody'));
  });

  it('that free their object do', async () => {
    const gone = eventOf(live.engine, 'destroyed', ({ ids }) => ids.includes(ball));
    expect(await live.invoke(ball, 'Object', 'free')).toEqual({ type: 'void', text: '' });
    await gone;
    await live.refusal('not-found', live.invoke(ball, 'Object', 'free'));
  });

  it('of physics do what they say', async () => {
    await live.call('time.set', { scale: 1 });
    await live.invoke(ball, 'RigidBody3D', 'apply_central_impulse', [0, 0, 3]);
    await live.run('await tree.physics_frame\nawait tree.physics_frame');
    const speed = (await live.read(ball, 'RigidBody3D', 'linear_velocity')).json as { z: number };
    expect(speed.z).toBeCloseTo(3, 1);
  });
});

describe('the log', () => {
  it('is told line by line, with what the engine thinks of it', async () => {
    const lines: unknown[] = [];
    const last = eventOf(live.engine, 'log', event => {
      lines.push({ level: event.level, message: event.message });
      return event.message === 'last é😀';
    });
    await live.run(
      'print("first")\npush_warning("careful")\npush_error("two\\nlines")\nprint("last é😀")\nreturn 1',
    );
    expect(Date.parse((await last).at)).not.toBeNaN();
    expect(lines.slice(-4)).toEqual([
      { level: 'info', message: 'first' },
      { level: 'warning', message: 'careful' },
      { level: 'error', message: 'two\nlines' },
      { level: 'info', message: 'last é😀' },
    ]);
  });

  it('does not flood the link', async () => {
    const lines: string[] = [];
    const stop = live.engine.listen(event => event.kind === 'log' && lines.push(event.message));
    const bounded = eventOf(live.engine, 'log', ({ message }) => message.includes('were skipped'));
    await live.run('for i in range(5000): print("line ", i)');
    await bounded;
    stop();
    expect(lines.length).toBeLessThan(1000);
  });
});
