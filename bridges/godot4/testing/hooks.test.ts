import { eventOf, until } from '@worldwire/engine/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

const DAMAGE = 'float Health::damage(float)';

let live: LiveGodot;
let crate: string;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  await live.call('time.set', { scale: 0 });
  await live.load('arena');
  crate = await live.find('/Arena/Crate');
});
afterEach(async () => {
  for (const { signature } of (await live.call('hook.list', {})).items)
    await live.call('hook.remove', { signature });
  expect((await live.run('return load("res://scripts/health.gd").source_code')).text).not.toContain(
    '__worldwire',
  );
});

const hooks = async () => (await live.call('hook.list', {})).items;
const current = async () => (await live.read(crate, 'Health', 'current')).json;
const source = (signature: string, text: string) => live.call('hook.source.set', { signature, source: text });

describe('hooks on methods of scripts', () => {
  it('count every call, of the game as of callers, and keep the state of nodes', async () => {
    await live.write(crate, 'Health', 'current', 50);
    await live.call('hook.add', { type: 'Health', method: 'damage' });
    await live.call('hook.add', { type: 'Health', method: 'damage_at' });
    expect(await current()).toBe(50);
    await live.invoke(crate, 'Health', 'damage', 5);
    await live.run('find("Crate").damage(1.0)\nreturn 1');
    expect(await hooks()).toEqual([
      { signature: DAMAGE, enabled: true, calls: 2 },
      { signature: 'float Health::damage_at(float, Vector3, String)', enabled: true, calls: 2 },
    ]);
    expect(await current()).toBe(44);
  });

  it('leave signatures, members and defaults as they were', async () => {
    const list = async () => {
      const { items } = await live.call('member.list', { object: crate, type: 'Health', methods: true });
      return items.map(({ name, signature }) => signature ?? name).sort();
    };
    const before = await list();
    await live.call('hook.add', { type: 'Health', method: 'damage_at' });
    await live.call('hook.add', { type: 'Health', method: 'heal' });
    expect(await list()).toEqual(before);
    expect((await live.invoke(crate, 'Health', 'damage_at', 10, [0, 0, 0])).json).toBe(90);
    expect(await live.invoke(crate, 'Health', 'heal')).toEqual({ type: 'void', text: '' });
    expect(await current()).toBe(100);
  });

  it('run a source in place of the method, with the method at hand', async () => {
    await live.call('hook.add', { type: 'Health', method: 'damage' });
    expect((await live.call('hook.source.get', { signature: DAMAGE })).source).toBe('return original(args)');
    await source(DAMAGE, 'return original([args[0] * 2])');
    expect((await live.invoke(crate, 'Health', 'damage', 10)).json).toBe(80);
    await source(DAMAGE, 'if args[0] > 50:\n    return 1000\nobject_itself.notes.append(args[0])');
    expect((await live.invoke(crate, 'Health', 'damage', 60)).json).toBe(1000);
    expect(await current()).toBe(80);
    await live.call('hook.enable', { signature: DAMAGE, enabled: false });
    expect((await live.invoke(crate, 'Health', 'damage', 10)).json).toBe(70);
  });

  it('let the method run as it would when the source fails, gives the wrong type or has no end', async () => {
    await live.call('hook.add', { type: 'Health', method: 'damage' });
    const complaint = () => eventOf(live.engine, 'log', ({ message }) => message.includes('hook on'));
    let told = complaint();
    await source(DAMAGE, 'var nothing = null\nreturn nothing.missing');
    expect((await live.invoke(crate, 'Health', 'damage', 10)).json).toBe(90);
    expect((await told).message).toContain('line 2');
    await source(DAMAGE, 'original(args)\nreturn "much"');
    expect((await live.invoke(crate, 'Health', 'damage', 10)).json).toBe(80);
    await source(DAMAGE, 'return object_itself.damage(args[0])');
    expect((await live.invoke(crate, 'Health', 'damage', 10)).json).toBe(70);
    told = complaint();
    await source(DAMAGE, 'while true: pass');
    expect((await live.invoke(crate, 'Health', 'damage', 10)).json).toBe(60);
    expect((await told).message).toContain('the hook is disabled');
    expect((await hooks())[0]).toMatchObject({ signature: DAMAGE, enabled: false });
    await live.call('hook.enable', { signature: DAMAGE, enabled: true });
  });

  it('refuse a source that does not compile, and keep the one before', async () => {
    await live.call('hook.add', { type: 'Health', method: 'damage' });
    const { message } = await live.refusal('failed', source(DAMAGE, 'return 1\nreturn ('));
    expect(message).toContain('line 2');
    expect((await live.call('hook.source.get', { signature: DAMAGE })).source).toBe('return original(args)');
  });

  it('tell a method from the one it overrides, and one that is inherited by who declares it', async () => {
    await live.load('garden');
    const safe = await live.find('/Garden/Safe');
    const inherited = await live.call('hook.add', { type: 'Armored', method: 'is_dead' });
    expect(inherited.signature).toBe('bool Health::is_dead()');
    await live.call('hook.add', { type: 'Armored', method: 'damage' });
    await live.call('hook.add', { type: 'Health', method: 'damage' });
    await source(DAMAGE, 'return original([args[0] + 1])');
    expect((await live.invoke(safe, 'Armored', 'damage', 10)).json).toBe(94);
    const calls = Object.fromEntries((await hooks()).map(each => [each.signature, each.calls]));
    expect(calls).toEqual({
      'bool Health::is_dead()': 1,
      'float Armored::damage(float)': 1,
      [DAMAGE]: 1,
    });
    await live.invoke(safe, 'Health', 'damage', 10);
  });

  it('keep defaults of any shape, and stand on static functions', async () => {
    await live.load('garden');
    const safe = await live.find('/Garden/Safe');
    await live.call('hook.add', { type: 'Armored', method: 'int Armored::repair(int, Dictionary)' });
    expect((await live.invoke(safe, 'Armored', 'repair')).json).toBe(5);
    const { signature } = await live.call('hook.add', { type: 'Health', method: 'share' });
    expect((await live.run('return Health.share(50)')).json).toBe(0.5);
    expect((await live.invoke(safe, 'Armored', 'share', 5, 10)).json).toBe(0.5);
    await source(signature, 'return 1 if object_itself == null else 2');
    expect((await live.run('return Health.share(50)')).json).toBe(1);
    expect((await hooks()).map(({ calls }) => calls)).toEqual([1, 3]);
  });

  it('keep whole numbers that a source gives for a float to the last digit', async () => {
    await live.call('hook.add', { type: 'Health', method: 'damage' });
    await source(DAMAGE, 'return 16777217');
    expect(await live.invoke(crate, 'Health', 'damage', 1)).toMatchObject({ type: 'float', json: 16777217 });
  });

  it('stand on what runs each frame', async () => {
    await live.call('time.set', { scale: 1 });
    await live.call('hook.add', { type: 'Faller', method: '_process' });
    await until(async () => ((await hooks())[0]?.calls ?? 0) > 5);
    const referee = await live.find('/Arena/Referee');
    expect((await live.read(referee, 'Faller', 'seconds')).json).toBeGreaterThan(0);
  });
});

describe('hooks on signals', () => {
  it('count what nodes of the type emit, those that come later included', async () => {
    const signature = 'signal Health::damaged(float, String)';
    await live.call('hook.add', { type: 'Health', method: 'damaged' });
    await live.invoke(crate, 'Health', 'damage', 1);
    await live.load('arena');
    crate = await live.find('/Arena/Crate');
    await live.call('hook.source.set', { signature, source: 'object_itself.notes.append(args)' });
    await live.invoke(crate, 'Health', 'damage_at', 2, [0, 0, 0], 'me');
    expect(await hooks()).toEqual([{ signature, enabled: true, calls: 2 }]);
    expect((await live.read(crate, 'Health', 'notes')).json).toEqual([[2, 'me']]);
    await live.call('hook.enable', { signature, enabled: false });
    await live.invoke(crate, 'Health', 'damage', 1);
    expect((await live.call('hook.remove', { signature })).calls).toBe(2);
    const left = await live.invoke(crate, 'Object', 'get_signal_connection_list', 'damaged');
    expect(left.json).toEqual([]);
  });

  it('hear what is really given, be it more or less than is declared', async () => {
    await live.call('hook.add', { type: 'Health', method: 'damaged' });
    const signature = 'signal Health::damaged(float, String)';
    await source(signature, 'object_itself.notes.append(args)');
    const given = [[], [1], [1, null], [null, null, null], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]];
    for (const args of given) await live.invoke(crate, 'Object', 'emit_signal', 'damaged', ...args);
    expect((await live.read(crate, 'Health', 'notes')).json).toEqual(given);
  });

  it('are removed without an error of the engine', async () => {
    const { signature } = await live.call('hook.add', { type: 'Health', method: 'damaged' });
    const before = live.godot.log().length;
    await live.call('hook.remove', { signature });
    const last = live.godot.prints('removed');
    await live.run('print("removed")');
    await last;
    expect(live.godot.log().slice(before)).not.toContain('ERROR');
  });

  it('stand on classes of the engine too', async () => {
    await live.load('menu');
    await live.call('hook.add', { type: 'Button', method: 'signal BaseButton::pressed()' });
    await live.invoke(await live.find('/Menu/Start'), 'Button', 'emit_signal', 'pressed');
    expect((await hooks())[0]).toMatchObject({ signature: 'signal BaseButton::pressed()', calls: 1 });
  });
});

describe('hooks on functions with await', () => {
  const red = { r: 1, g: 0, b: 0, a: 1 };
  const white = { r: 1, g: 1, b: 1, a: 1 };
  let menu: string;
  beforeEach(async () => {
    await live.call('time.set', { scale: 1 });
    await live.load('menu');
    menu = await live.find('/Menu');
  });
  const color = async () => (await live.read(menu, 'CanvasItem', 'modulate')).json;

  it('record the call, and the caller still waits for its end', async () => {
    const { signature: found } = await live.call('hook.add', { type: 'menu', method: 'flash' });
    expect(found).toContain('flash(float)');
    await live.invoke(menu, 'menu', 'flash', 0.05);
    expect(await color()).toEqual(white);
    expect((await live.call('hook.calls', { signature: found })).items).toMatchObject([{ args: ['0.05'] }]);
    await live.call('hook.remove', { signature: found });
  });

  it('run a source that waits, before and after the function', async () => {
    const { signature: found } = await live.call('hook.add', { type: 'menu', method: 'flash' });
    expect(await live.call('hook.source.get', { signature: found })).toEqual({
      source: 'return await original(args)',
    });
    const source = 'await tree.process_frame\nawait original([0.01])\nobject_itself.pressed.append("after")';
    await live.call('hook.source.set', { signature: found, source });
    await live.invoke(menu, 'menu', 'flash', 60);
    expect((await live.read(menu, 'menu', 'pressed')).json).toEqual(['after']);
    expect(await color()).toEqual(white);
    await live.call('hook.remove', { signature: found });
  });

  it('end a function that waits when they are added, and the log says so', async () => {
    await live.run('find("Menu").flash(0.1)');
    expect(await color()).toEqual(red);
    const warned = eventOf(live.engine, 'log', ({ message }) => message.includes('"flash"'));
    const { signature: found } = await live.call('hook.add', { type: 'menu', method: 'flash' });
    expect(await warned).toMatchObject({ level: 'warning' });
    await live.run('await tree.create_timer(0.2).timeout');
    expect(await color()).toEqual(red);
    await live.call('hook.remove', { signature: found });
  });
});

describe('what cannot be hooked', () => {
  it('are methods of the engine, and it says why', async () => {
    for (const [type, method] of [
      ['RigidBody3D', 'apply_impulse'],
      ['Health', 'set_position'],
      ['Health', 'void Node::queue_free()'],
    ] as const) {
      const { message, hint } = await live.refusal('unsupported', live.call('hook.add', { type, method }));
      expect(message).toContain('without asking');
      expect(hint).toContain('signal');
    }
  });

  it('is what makes an object, and the answer says why', async () => {
    const { message } = await live.refusal(
      'unsupported',
      live.call('hook.add', { type: 'Armored', method: '_init' }),
    );
    expect(message).toMatch(/Armored\._init cannot be hooked: it runs before/);
    await live.refusal('not-found', live.call('hook.add', { type: 'Health', method: '_init' }));
  });

  it('is not found where it is not there', async () => {
    await live.refusal('not-found', live.call('hook.add', { type: 'Health', method: 'damag' }));
    await live.refusal('not-found', live.call('hook.add', { type: 'Helth', method: 'damage' }));
    const none = live.call('hook.enable', { signature: DAMAGE, enabled: true });
    expect((await live.refusal('not-found', none)).hint).toContain('unity://hooks');
    await live.refusal('not-found', live.call('hook.source.set', { signature: DAMAGE, source: '' }));
    await live.refusal('not-found', live.call('hook.methods', { type: 'Nobody' }));
  });
});
