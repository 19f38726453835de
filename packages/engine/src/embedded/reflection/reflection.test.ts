import { beforeEach, describe, expect, it } from 'vitest';
import type { Vector3 } from '../../port/value.js';
import { LiveScene, refusal } from '../../testing/live-scene.js';
import { color, type Tint } from './vectors.js';

let live: LiveScene;
let player: string;
beforeEach(() => {
  live = new LiveScene('Arena');
  player = live.find('/Player');
});

const NO_LOOKUP = { find: () => undefined };

describe('reflection', () => {
  it('prints values as an engine would, with full names of their types', () => {
    const camera = live.find('/Main Camera');
    expect(live.read(camera, 'UnityEngine.Transform', 'position')).toEqual({
      type: 'UnityEngine.Vector3',
      text: '(0.00, 10.00, -16.00)',
      json: { x: 0, y: 10, z: -16 },
    });
    expect(live.read(camera, 'Camera', 'enabled')).toEqual({
      type: 'System.Boolean',
      text: 'True',
      json: true,
    });
    expect(live.read(camera, 'Camera', 'transform')).toEqual({
      type: 'UnityEngine.Transform',
      text: 'Main Camera (UnityEngine.Transform)',
      ref: camera,
    });
    expect(live.read(camera, 'GameObject', 'tag').text).toBe('MainCamera');
    expect(live.read(camera, 'Transform', 'parent')).toMatchObject({ text: 'null', json: null });
    expect(live.read(live.find('/Lighting/Sun'), 'Light', 'type').json).toBe('Directional');
  });

  it('takes colours as numbers, as hexadecimal text and by their names', () => {
    const red = { value: { alpha: 1 } };
    for (const json of [[1, 0, 0], { r: 1, g: 0, b: 0, a: 1 }, 'red', 'Red', '#ff0000', '#FF0000ff']) {
      const accepted = color.accept(json, NO_LOOKUP);
      expect(accepted).toMatchObject(red);
      expect(color.show((accepted as { value: Tint }).value).json).toEqual({ r: 1, g: 0, b: 0, a: 1 });
    }
    for (const json of ['reddish', '#ff00', '#ff0000f', 'rgb(1,0,0)', '', 'constructor']) {
      expect(color.accept(json, NO_LOOKUP)).toBeUndefined();
    }
    expect(color.expects).toContain('"red"');
  });

  it('gives numbers that are not finite as null', () => {
    live.runtime.world.get(player).node.position.set(Number.NaN, Number.POSITIVE_INFINITY, 0);
    expect(live.position(player)).toMatchObject({ x: null, y: null });
  });

  it('picks an overload by the number and the types of its arguments', () => {
    const damage = (...args: unknown[]) => live.invoke(player, 'Worldwire.Health', 'Damage', ...args);
    damage(10);
    expect(live.read(player, 'Health', 'current').json).toBe(90);
    damage(10, 'a test');
    expect(live.read(player, 'Health', 'lastCause').json).toBe('a test');
    expect(refusal(() => damage('ten'))).toMatchObject({ kind: 'invalid' });
    expect(live.invoke(player, 'Health', 'Heal', 5)).toMatchObject({ json: 85 });
  });

  it('asks for a signature when more than one method fits', () => {
    const revive = (name: string, ...args: unknown[]) =>
      live.invoke(player, 'Worldwire.Health', name, ...args);
    const refused = refusal(() => revive('Revive', 1));
    expect(refused.kind).toBe('invalid');
    expect(refused.hint).toContain('Revive(System.Int32)');
    revive('System.Void Worldwire.Health::Revive(System.Int32)', 1);
    expect(live.read(player, 'Health', 'current').json).toBe(1);
    revive('Revive', 0.5);
    expect(live.read(player, 'Health', 'current').json).toBe(50);
  });

  it('tells overloads with one argument apart by its type', () => {
    live.invoke(player, 'Transform', 'LookAt', { x: 10, y: 1, z: -4 });
    expect((live.read(player, 'Transform', 'forward').json as Vector3).x).toBeCloseTo(1, 6);
    live.invoke(player, 'Transform', 'LookAt', live.find('/Arena/Turret'));
    expect((live.read(player, 'Transform', 'forward').json as Vector3).z).toBeCloseTo(1, 6);
  });

  it('says which names are near one that is not there', () => {
    const hint = expect.stringContaining('position');
    expect(refusal(() => live.read(player, 'Transform', 'positon'))).toMatchObject({
      kind: 'not-found',
      hint,
    });
  });

  it('says what would be right for a value that is wrong', () => {
    const wrong = (type: string, name: string, value: unknown) =>
      refusal(() => live.write(player, type, name, value));
    expect(wrong('Transform', 'position', 'up').hint).toContain('{x, y, z}');
    expect(wrong('Transform', 'position', { x: 1, y: 2 }).kind).toBe('invalid');
    expect(wrong('Transform', 'rotation', [0, 0, 0, 0]).kind).toBe('invalid');
    expect(wrong('GameObject', 'layer', 32).kind).toBe('invalid');
    expect(wrong('MeshFilter', 'mesh', 'Teapot').hint).toContain('Sphere');
    expect(wrong('Transform', 'childCount', 1).message).toContain('only be read');
  });

  it('moves an object in the world, wherever its parents stand', () => {
    const muzzle = live.find('/Arena/Turret/Barrel/Muzzle');
    live.write(live.find('/Arena/Turret'), 'Transform', 'eulerAngles', [0, 90, 0]);
    const { x, y, z } = live.write(muzzle, 'Transform', 'position', [3, 4, 5]).json as Vector3;
    expect([x, y, z].map(each => Math.round(each * 1e6) / 1e6)).toEqual([3, 4, 5]);
    expect((live.read(muzzle, 'Transform', 'forward').json as Vector3).x).toBeCloseTo(1, 6);
  });

  it('keeps an object in its place when it gets another parent', () => {
    const before = live.position(player);
    const barrel = live.find('/Arena/Turret/Barrel');
    live.write(player, 'Transform', 'parent', barrel);
    const after = live.position(player);
    for (const axis of ['x', 'y', 'z'] as const) expect(after[axis]).toBeCloseTo(before[axis], 6);
    expect(live.read(player, 'Transform', 'parent').ref).toBe(barrel);
    expect(refusal(() => live.write(barrel, 'Transform', 'parent', player)).kind).toBe('invalid');
  });
});

describe('components', () => {
  it('that an object can have once are refused a second time', () => {
    const add = (type: string) => live.call('component.add', { object: player, type });
    add('Rigidbody');
    expect(refusal(() => add('Rigidbody')).kind).toBe('invalid');
    add('BoxCollider');
    expect(refusal(() => add('UnityEngine.Collider')).kind).toBe('invalid');
    const removal = () => live.call('component.remove', { object: player, type: 'Transform' });
    expect(refusal(removal).kind).toBe('invalid');
  });

  it('are found by the types they stand on', () => {
    const count = (type: string) => live.call('object.list', { type }).total;
    live.invoke(live.find('/Spawner'), 'Spawner', 'Spawn');
    expect(count('UnityEngine.Collider')).toBe(count('BoxCollider') + count('SphereCollider'));
    expect(count('UnityEngine.Transform')).toBe(live.call('object.list', {}).total);
  });

  it('are made with their members, or the object is not made at all', () => {
    const made = live.call('object.create', {
      name: 'Ball',
      components: [
        { type: 'UnityEngine.Transform', members: { position: [1, 2, 3] } },
        { type: 'UnityEngine.MeshFilter', members: { mesh: 'Sphere' } },
      ],
    });
    expect(live.position(made.id)).toEqual({ x: 1, y: 2, z: 3 });
    const components = [{ type: 'UnityEngine.MeshFilter', members: { mesh: 'Teapot' } }];
    expect(refusal(() => live.call('object.create', { name: 'Pot', components })).kind).toBe('invalid');
    expect(live.call('object.list', { name: 'Pot' }).total).toBe(0);
  });

  it('of a user interface give their object a rectangle', () => {
    const { id } = live.call('object.create', { name: 'Sheet', components: [{ type: 'Canvas' }] });
    expect(live.call('component.list', { object: id }).items.map(({ type }) => type)).toEqual([
      'UnityEngine.RectTransform',
      'UnityEngine.Canvas',
    ]);
    expect(live.read(id, 'UnityEngine.Transform', 'childCount').json).toBe(0);
  });
});

describe('a member', () => {
  it('says which values its author intends', () => {
    const members = (path: string, type: string) =>
      new Map(
        live
          .call('member.list', { object: live.find(path), type, limit: 100 })
          .items.map(each => [each.name, each]),
      );
    expect(members('/Player', 'PlayerControl').get('speed')?.range).toEqual({ min: 0, max: 20 });
    expect(members('/Main Camera', 'Camera').get('fieldOfView')?.range).toEqual({ min: 0, max: 180 });
    expect(members('/Lighting/Sun', 'Light').get('type')?.choices).toContain('Directional');
    expect(members('/Player', 'Health').get('current')).not.toHaveProperty('range');
  });
});
