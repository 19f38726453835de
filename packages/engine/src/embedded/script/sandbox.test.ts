import { beforeAll, describe, expect, it } from 'vitest';
import type { Value } from '../../port/value.js';
import { LiveScene } from '../../testing/live-scene.js';
import type { Runtime } from '../runtime.js';

let live: LiveScene;
let runtime: Runtime;

beforeAll(() => {
  live = new LiveScene('Arena');
  runtime = live.runtime;
});

const run = (code: string, budget = 2000) => runtime.call('code.run', { code }, budget) as Value;

describe('a script', () => {
  it.each([
    ['1 + 1', 'System.Int32', '2'],
    ['0.5', 'System.Double', '0.5'],
    ['return 5', 'System.Int32', '5'],
    ['if (true) { return "yes" }', 'System.String', 'yes'],
    ['await Promise.resolve(7)', 'System.Int32', '7'],
    ['const x = await Promise.resolve(1); return x + 1', 'System.Int32', '2'],
    ['let total = 0; for (const n of [1, 2]) total += n; total', 'System.Int32', '3'],
    ['undefined', 'System.Void', ''],
    ['null', 'System.Object', 'null'],
    ['true', 'System.Boolean', 'True'],
    ['[1, { a: NaN }]', 'System.Object[]', '[1,{"a":null}]'],
    ['const loop = {}; loop.self = loop; loop', 'System.Object', '[object]'],
    ['new Vector3(1, 2, 3).add(new Vector3(1, 1, 1))', 'UnityEngine.Vector3', '(2.00, 3.00, 4.00)'],
    ['scene.find("Turret").getComponent("Health").maximum', 'System.Int32', '250'],
    ['scene.find("/Arena/Turret").transform.position', 'UnityEngine.Vector3', '(0.00, 1.00, 0.00)'],
    ['scene.find("Nobody")', 'System.Object', 'null'],
    ['scene.findAll("Light").length', 'System.Int32', '2'],
    [
      'scene.find("Enemies").children.map(each => each.name).join()',
      'System.String',
      'Enemy 1,Enemy 2,Enemy 3',
    ],
    ['scene.find("Turret").parent', 'UnityEngine.GameObject', 'Arena (UnityEngine.GameObject)'],
  ])('%s comes to a %s', (code, type, text) => {
    expect(run(code)).toMatchObject({ type, text });
  });

  it('gives an object as a reference', () => {
    const value = run('scene.find("Turret")');
    expect(runtime.world.get(value.ref as string).name).toBe('Turret');
  });

  it('changes the scene', () => {
    const value = run(`
      const made = scene.create('Made by a script', scene.find('Arena'));
      made.position = new Vector3(1, 2, 3);
      made.addComponent('UnityEngine.BoxCollider').size = [2, 2, 2];
      made.setActive(false);
      return made;`);
    const made = runtime.world.get(value.ref as string);
    expect([made.path, made.active, made.node.position.toArray()]).toEqual([
      '/Arena/Made by a script',
      false,
      [1, 2, 3],
    ]);
    run(`scene.destroy(scene.get('${made.id}'))`);
    expect(made.alive).toBe(false);
  });

  it('writes to the log', () => {
    run('console.warn("careful", { a: 1 }, scene.find("Player")); scene.log("noted")');
    const message = 'careful {"a":1} Player (UnityEngine.GameObject)';
    expect(live.events).toContainEqual({ kind: 'log', level: 'warning', message, source: 'console' });
    expect(live.events).toContainEqual({ kind: 'log', level: 'info', message: 'noted', source: 'console' });
  });

  it('can set the time scale unless it is locked', () => {
    expect(run('Time.timeScale = 3; Time.timeScale').json).toBe(3);
    runtime.call('time.set', { scale: 1, lock: true });
    expect(run('Time.timeScale = 3; Time.timeScale').json).toBe(1);
    runtime.call('time.set', { scale: 1 });
  });

  it('says what it threw, and where', () => {
    expect(() => run('\nnull.x')).toThrow(/TypeError.*console:2:6/);
    expect(() => run('if (true) return null.x')).toThrow(/TypeError.*console:1:23/);
    expect(() => run('throw 5')).toThrow(/threw 5/);
    expect(() => run('scene.find("Turret").getComponent("Health").maximum = "x"')).toThrow(/send a number/);
    expect(() => run('scene.get("obj:999999")')).toThrow(/no object/);
    expect(() => run('this is not code')).toThrow(/Unexpected/);
    expect(() => run('Promise.reject(new Error("later"))')).toThrow(/later/);
  });

  it('leaves nothing behind for the next', () => {
    run('globalThis.left = 1; Array.prototype.map = () => 7; Object.prototype.seen = 1');
    expect(run('[typeof left, [1].map(x => x), {}.seen]').text).toBe('["undefined",[1],null]');
  });
});

describe('a script without an end', () => {
  it.each([
    ['in a loop', 'while (true) {}'],
    ['in promises', '(async () => { for (;;) await 0; })()'],
    ['in promises that follow each other', 'const f = () => Promise.resolve().then(f); f()'],
    ['in a regular expression', '/(a+)+$/.test("a".repeat(40) + "b")'],
    ['in reads of the scene', 'for (;;) scene.find("Turret").name'],
    ['in writes to the scene', 'for (;;) { try { scene.create("Litter"); } catch {} }'],
    ['in what it gives', '({ toJSON() { for (;;) {} } })'],
    ['in what it throws', 'throw new Proxy({}, { getPrototypeOf() { for (;;) {} } })'],
    ['in a getter of what it throws', 'throw { get message() { for (;;) {} }, toString() { for (;;) {} } }'],
    ['in the stack of what it throws', 'throw { get stack() { for (;;) {} } }'],
    ['in every part of what it throws', 'throw new Proxy({}, { get() { for (;;) {} } })'],
    ['in a thenable', 'Promise.resolve({ then() { for (;;) {} } })'],
  ])('is stopped %s', (_, code) => {
    const thrown = (() => {
      try {
        run(code, 100);
      } catch (error) {
        return error;
      }
    })();
    expect(thrown).toMatchObject({ kind: 'timeout' });
    expect(run('1').text).toBe('1');
  });
});

describe('what a script throws', () => {
  const trap = 'new Proxy({}, { getPrototypeOf() { for (;;) {} }, get() { for (;;) {} } })';

  it.each([
    ['by the printer of JSON', `Object.prototype.toJSON = () => { throw ${trap} }; 1`],
    ['by the printer of JSON, of an error', `Object.prototype.toJSON = () => { throw ${trap} }; throw 1`],
    [
      'with a trap for a prototype',
      `Object.prototype.toJSON = () => { throw Object.setPrototypeOf(new Error(), ${trap}) }; 1`,
    ],
  ])('is not touched outside its time limit: %s', (_, code) => {
    expect(() => run(code)).toThrow('threw something that cannot be shown');
    expect(run('1').text).toBe('1');
  });

  it('is not touched outside its time limit: by the source of a hook', () => {
    const [type, method] = ['Worldwire.Health', 'Heal'];
    const { signature } = runtime.call('hook.add', { type, method }) as { signature: string };
    const set = (thrown: string) => () =>
      runtime.call('hook.source.set', { signature, source: `() => {}, (() => { throw ${thrown} })()` });
    expect(set('{ toString() { for (;;) {} } }')).toThrow(/hook: threw/);
    expect(set(trap)).toThrow(/stopped after/);
    const messageOf = (call: () => unknown) => {
      try {
        call();
      } catch (thrown) {
        return (thrown as Error).message;
      }
      return '';
    };
    let message = messageOf(set('new Error("no")'));
    // A loaded machine may stop the first tries.
    for (let tries = 0; tries < 20 && message.includes('stopped after'); tries++) {
      message = messageOf(set('new Error("no")'));
    }
    expect(message).toMatch(/hook: Error: no/);
    runtime.call('hook.remove', { signature });
  });

  it('is cut to 4,000 characters', () => {
    for (const code of [
      'throw "x".repeat(1e6)',
      'throw new Error("x".repeat(1e6))',
      'throw { toString: () => "x".repeat(5e8), toJSON: () => "x".repeat(1e6) }',
    ]) {
      const message = (() => {
        try {
          run(code);
        } catch (thrown) {
          return (thrown as Error).message;
        }
        return '';
      })();
      expect(message).toContain('xxx');
      expect(message.length).toBeLessThan(4_100);
    }
  });

  it('is an error or a value by its type alone, whatever JSON was made of', () => {
    for (const made of [
      '{ error: { toString: 1 } }',
      '{ value: { type: 1, text: 2 } }',
      '{ value: { type: "t", text: "t", ref: {} } }',
      'null',
    ]) {
      expect(() => run(`Object.prototype.toJSON = () => (${made}); ({})`)).toThrow(/shown/);
    }
  });
});

describe('the stack of an error', () => {
  const HOST = /node:|file:|[\\/]|prelude|sandbox/;

  it.each([
    'new Error("x").stack',
    'try { null.x } catch (e) { return e.stack }',
    'try { scene.get("x") } catch (e) { return e.stack }',
    'const o = {}; Error.captureStackTrace(o); return o.stack',
    'String.prototype.startsWith = () => true; Array.prototype.map = () => 1; return new Error("x").stack',
    'const f = () => f(); try { f() } catch (e) { return e.stack }',
    'return [1].map(() => new Error("x").stack)[0]',
    'const e = new Error("x"); e.toString = () => { throw e }; return e.stack',
  ])('names the script and no file of the host: %s', code => {
    const { text } = run(code);
    expect(text).toMatch(/script:console:1:\d+/);
    expect(text).not.toMatch(HOST);
  });

  it('names no file of the host in an error that the scene gave', () => {
    expect(() => run('scene.get("x")')).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(HOST) }),
    );
  });
});

describe('a script that tries to reach the host', () => {
  it('has nothing of Node, and nothing that holds memory outside or runs later', () => {
    const names =
      'process require module global Buffer setTimeout setInterval queueMicrotask fetch structuredClone ArrayBuffer ' +
      'SharedArrayBuffer Uint8Array Float64Array DataView Atomics WebAssembly FinalizationRegistry WeakRef';
    const found = run(`${JSON.stringify(names.split(' '))}.filter(name => name in globalThis)`);
    expect(found.json).toEqual([]);
  });

  // Each ends at the `Function` of its own context, which makes no code from text; the host's would.
  it.each([
    'this.constructor.constructor("return process")()',
    'globalThis.constructor.constructor("return process")()',
    'scene.constructor.constructor("return process")()',
    'scene.find.constructor("return process")()',
    'console.log.constructor("return process")()',
    'scene.find("Turret").constructor.constructor("return process")()',
    'Object.getPrototypeOf(async function () {}).constructor("return process")()',
    'Object.getPrototypeOf(function* () {}).constructor("return process")().next()',
    'Time.constructor.constructor("return process")()',
    '__worldwire.hold.constructor("return process")()',
    '(0, eval)("process")',
    'new Function("return process")()',
    'try { null.x } catch (e) { e.constructor.constructor("return process")() }',
    'try { scene.get("x") } catch (e) { e.constructor.constructor("return process")() }',
    'try { Function("x") } catch (e) { e.constructor.constructor("return process")() }',
    'try { "x".repeat(-1) } catch (e) { e.constructor.constructor("return process")() }',
    'try { scene.find({ toString() { throw null } }) } catch (e) { (e ?? scene).constructor.constructor("return process")() }',
  ])('does not get out by %s', code => {
    expect(() => run(code)).toThrow(/Code generation from strings disallowed/);
  });

  it.each(['import("node:fs")', 'import/**/("node:fs")', 'const x = () => import("node:fs"); x()'])(
    'does not import: %s',
    code => {
      expect(() => run(code)).toThrow(/cannot import/);
    },
  );

  it('gets no error of the host at the end of the stack', () => {
    const value = run(`
      const strangers = [];
      const dive = depth => {
        try {
          scene.find('x');
          dive(depth + 1);
        } catch (error) {
          if (!(error instanceof Error) || error.constructor.constructor !== Function) strangers.push(error);
          throw error;
        }
      };
      try { dive(0); } catch {}
      strangers.length`);
    expect(value.text).toBe('0');
  });

  it('gets no frames of the host from a stack', () => {
    expect(run('Error.prepareStackTrace = (e, frames) => frames; typeof new Error("x").stack').text).toBe(
      'string',
    );
    expect(() => run('"use strict"; globalThis.Error = { prepareStackTrace: (e, f) => f }')).toThrow(
      /read only/,
    );
  });

  it('gets no host object as an argument of its own functions', () => {
    const value = run(`
      const met = [];
      const note = value => { if (Object(value) === value) met[met.length] = value.constructor?.constructor === Function; };
      for (const name of ['map', 'find', 'push']) {
        const before = Array.prototype[name];
        Array.prototype[name] = function (...args) { note(this); args.forEach(note); return before.apply(this, args); };
      }
      Object.defineProperty(Object.prototype, 'result', { set: note, configurable: true });
      scene.findAll('Light'); scene.find('Turret').children; console.log(scene.find('Turret').components);
      met.every(Boolean)`);
    expect(value.text).toBe('True');
  });
});
