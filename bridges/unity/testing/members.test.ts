import { EngineError, type EngineErrorKind, type ParamsOf } from '@worldwire/engine';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type OpenUnity, openUnity } from './open-unity.js';

const TYPE = 'Demo.Health';

describe('members of components', () => {
  let unity: OpenUnity;
  let turret: string;
  let friend: string;
  beforeAll(async () => {
    unity = await openUnity();
  });
  afterAll(() => unity?.engine.close());
  beforeEach(async () => {
    await unity.engine.call('scene.load', { name: 'Arena', mode: 'single' });
    turret = await find('/Arena/Turret');
    friend = await find('/Arena/Friend');
  });

  const find = async (path: string) => {
    const { items } = await unity.engine.call('object.list', { path, limit: 100 });
    return items.find(each => each.path === path)?.id ?? '';
  };
  const read = (name: string, type = TYPE) =>
    unity.engine.call('member.read', { object: turret, type, name });
  const write = async (name: string, value: unknown, type = TYPE) =>
    (await unity.engine.call('member.write', { object: turret, type, name, value })).after;
  const invoke = (name: string, ...args: unknown[]) =>
    unity.engine.call('method.call', { object: turret, type: TYPE, name, args });
  const refusal = async (kind: EngineErrorKind, work: Promise<unknown>): Promise<EngineError> => {
    const thrown = await work.then(() => undefined).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(EngineError);
    expect((thrown as EngineError).kind).toBe(kind);
    expect((thrown as EngineError).hint).toBeTruthy();
    return thrown as EngineError;
  };

  it.each([
    ['lives', 7, 'System.Int32'],
    ['score', -9007199254740991, 'System.Int64'],
    ['shielded', true, 'System.Boolean'],
    ['notes', 'a\n"b" \\ é 😀', 'System.String'],
    ['mood', 'Angry', 'Demo.Mood'],
    ['tint', { r: 0.25, g: 0.5, b: 1, a: 0.5 }, 'UnityEngine.Color'],
    ['home', { x: 1.5, y: -2, z: 1e6 }, 'UnityEngine.Vector3'],
    ['facing', { x: 0, y: 0.5, z: 0, w: 0.5 }, 'UnityEngine.Quaternion'],
    ['hits', [1, 2, 3], 'System.Collections.Generic.List<System.Int32>'],
    ['weights', [0.1, 2.5], 'System.Single[]'],
    ['armor', { thickness: 0.5, material: 'steel' }, 'Demo.Armor'],
    ['secret', 9, 'System.Int32'],
  ])('are written and read as JSON of their type: %s', async (name, value, type) => {
    expect(await write(name, value)).toMatchObject({ type, json: value });
    expect(await read(name)).toMatchObject({ type, json: value });
  });

  it.each([
    ['tint', '#ff8000', { r: 1, g: 128 / 255, b: 0, a: 1 }],
    ['tint', { r: 1, g: 0, b: 0 }, { r: 1, g: 0, b: 0, a: 1 }],
    ['mood', 'alert', 'Alert'],
    ['mood', 2, 'Angry'],
    ['score', '9007199254740993', '9007199254740993'],
    ['notes', null, null],
  ])('accept other forms of a value: %s = %j', async (name, value, json) => {
    const after = await write(name, value);
    if (typeof json === 'object' && json !== null && 'g' in json)
      expect((after.json as { g: number }).g).toBeCloseTo(json.g, 5);
    else expect(after.json).toEqual(json);
  });

  it('accept angles for a rotation', async () => {
    const { json } = await write('facing', { x: 0, y: 90, z: 0 });
    const { y, w } = json as { y: number; w: number };
    expect(y).toBeCloseTo(Math.SQRT1_2, 5);
    expect(w).toBeCloseTo(Math.SQRT1_2, 5);
  });

  it('refer to objects and components by the ids of objects', async () => {
    expect(await write('target', friend)).toMatchObject({ type: 'UnityEngine.GameObject', ref: friend });
    expect(await write('friend', friend)).toMatchObject({ type: TYPE, ref: friend });
    expect(await write('friend', null)).toMatchObject({ json: null, text: 'null' });
    expect(await read('friend')).not.toHaveProperty('ref');
    const sun = await find('/Arena/Sun');
    expect((await refusal('invalid', write('friend', sun))).hint).toContain('obj:');
  });

  it.each([
    ['lives', 1.5],
    ['lives', 2 ** 31],
    ['lives', '7'],
    ['shielded', 1],
    ['mood', 'Furious'],
    ['mood', 7],
    ['notes', 7],
    ['home', { x: 1, y: 2 }],
    ['home', { x: 1, y: 2, z: 3, w: 4 }],
    ['home', [1, 2, 3]],
    ['tint', 'red'],
    ['hits', [1, 'two']],
    ['weights', 3],
    ['armor', { thickness: 'thick', material: '' }],
    ['target', 'obj:999999999'],
    ['target', 12],
    ['current', null],
    ['current', 1e300],
  ])('refuse values of another type, and keep theirs: %s = %j', async (name, value) => {
    const before = await read(name);
    await refusal('invalid', write(name, value));
    expect(await read(name)).toEqual(before);
  });

  it('say their range and their choices', async () => {
    const { items } = await unity.engine.call('member.list', { object: turret, type: TYPE, limit: 1000 });
    const of = (name: string) => items.find(each => each.name === name);
    expect(of('current')).toMatchObject({ kind: 'field', range: { min: 0, max: 100 } });
    expect(of('mood')).toMatchObject({ choices: ['Calm', 'Alert', 'Angry'] });
    expect(of('dead')).toMatchObject({ kind: 'property', canWrite: false });
    expect(of('secret'), 'a private field that Unity serializes').toMatchObject({ canWrite: true });
    expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
  });

  it('may throw, and the error has the reason', async () => {
    const error = await refusal('failed', read('Throwing'));
    expect(error.message).toContain('this property has no value');
  });

  it.each([
    [[3], 'int 3'],
    [[3.5], 'float 3.5'],
    [['3'], 'text 3'],
  ])('call the overload for their arguments: %j', async (args, text) => {
    expect((await invoke('Describe', ...args)).json).toBe(text);
  });

  it('call methods with defaults, vectors, references, and by the end of a signature', async () => {
    await write('home', { x: 1, y: 1, z: 1 });
    const by = { x: 1, y: 0, z: 0 };
    expect((await invoke('Offset', by)).json).toEqual({ x: 3, y: 1, z: 1 });
    expect((await invoke('Offset', by, 0.5)).json).toEqual({ x: 1.5, y: 1, z: 1 });
    expect(await invoke('Friend')).toMatchObject({ type: TYPE, ref: friend });
    expect((await invoke('Describe(System.Single)', 3)).json).toBe('float 3');
    expect(await invoke('Damage', 5)).toMatchObject({ type: 'System.Void' });
  });

  it('start the coroutine that a method returns', async () => {
    await invoke('Recover', 3);
    const conditions = [{ object: turret, type: TYPE, name: 'notes', is: '==' as const, value: 'recovered' }];
    const { met, frames } = await unity.engine.call('time.wait', { conditions, timeoutMs: 15_000 });
    expect([met, frames > 0]).toEqual([true, true]);
    await unity.engine.call('object.activate', { id: turret, active: false });
    await refusal('invalid', invoke('Recover', 3));
  });

  it('name the nearest members, methods, types and scenes', async () => {
    const named = async (work: Promise<unknown>, right: string) =>
      expect((await refusal('not-found', work)).hint).toContain(right);
    await named(read('curent'), 'current');
    await named(write('curent', 'much'), 'current');
    await named(invoke('Damge', 1), 'Damage');
    await named(read('current', 'Demo.Healt'), 'Demo.Health');
    const add = (type: string) => unity.engine.call('component.add', { object: turret, type });
    await named(add('BoxColider'), 'BoxCollider');
    const load = { name: 'Arenaz', mode: 'single' } as ParamsOf<'scene.load'>;
    await named(unity.engine.call('scene.load', load), 'Arena');
  });

  it('of the object itself are those of UnityEngine.GameObject', async () => {
    expect(await read('tag', 'UnityEngine.GameObject')).toMatchObject({ json: 'Untagged' });
    expect(await write('layer', 3, 'UnityEngine.GameObject')).toMatchObject({ json: 3 });
  });

  it('are set on the components of a new object, and a wrong one makes no object', async () => {
    const components = (value: unknown) => [{ type: TYPE, members: { lives: value } }];
    const { id: object } = await unity.engine.call('object.create', {
      name: 'Made',
      components: components(5),
    });
    const lives = await unity.engine.call('member.read', { object, type: TYPE, name: 'lives' });
    expect(lives.json).toBe(5);
    await refusal(
      'invalid',
      unity.engine.call('object.create', { name: 'Unmade', components: components('x') }),
    );
    expect((await unity.engine.call('object.list', { name: 'Unmade' })).total).toBe(0);
  });

  it('list C# events and what listens to them', async () => {
    const { items } = await unity.engine.call('signal.list', { object: turret });
    expect(items.find(({ name }) => name === 'Health.Damaged')?.args).toEqual([
      { name: 'arg1', type: 'System.Single' },
      { name: 'arg2', type: 'System.String' },
    ]);
    expect(items.find(({ name }) => name === 'Health.died')?.connections).toEqual([
      { target: { id: friend, path: '/Arena/Friend' }, method: 'Stumble' },
    ]);
  });
});
