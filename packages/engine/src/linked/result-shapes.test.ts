import { describe, expect, it } from 'vitest';
import type { OperationName, ResultOf } from '../port/operations.js';
import { invalidResult } from './result-shapes.js';

const vector = { x: 0, y: -1.5, z: 2 };
const value = { type: 'System.Single', text: '3.5' };
const scene = { id: 'scn:ddol', name: 'Lasting', index: -1, loaded: true, rootCount: 0 };
const object = {
  id: 'obj:1000000001',
  name: '',
  path: '/Crate',
  scene: 'scn:0',
  parent: 'obj:1',
  tag: 'Untagged',
  layer: -3,
  activeSelf: true,
  active: false,
  childCount: 0,
  componentCount: 1,
};
const component = { index: 0, type: 'Spinner', summary: '' };
const freecam = { enabled: false, usingGameCamera: true, speed: 1, position: vector, rotation: vector };
const time = { scale: 1, locked: false, time: 12.5, frame: 750 };
const hook = { signature: 'void Health::die()', enabled: true, calls: 0 };
const method = { name: 'die', signature: 'void Health::die()' };
const hit = { id: 'obj:2', name: 'Crate', path: '/Crate' };
const reference = { id: 'obj:2', path: '/Crate' };
const wait = { met: true, frame: 9, time: 0.5, frames: 3, states: [{ holds: true }] };
const spread = { min: 1, mean: 2, p50: 2, p95: 3, p99: 4, max: 5 };
const editor = {
  scene: 'res://main.tscn',
  openScenes: ['res://main.tscn'],
  unsaved: ['res://main.tscn'],
  playing: 'res://main.tscn',
  selection: ['obj:2'],
  undo: 'Move Crate',
  redo: 'Move Ball',
  busy: 'importing',
  dialog: 'Save changes?',
  stage: 'res://crate.tscn',
};
const page = <Item>(item: Item) => ({ total: 7, items: [item, item] });
const written = <Of>(state: Of) => ({ before: state, after: state });

const RIGHT: { readonly [Name in OperationName]: ResultOf<Name> } = {
  'engine.describe': { name: 'E', version: '1', platform: 'P', runtime: 'R', operations: ['scene.list'] },
  'scene.list': [scene],
  'scene.builds': [{ index: 0, name: 'Main', path: 'res://main.tscn' }],
  'scene.load': scene,
  'object.list': page(object),
  'object.get': object,
  'object.create': object,
  'object.destroy': { destroyed: ['obj:1', 'obj:2'] },
  'object.activate': { before: true, after: false },
  'object.reparent': written('obj:1'),
  'component.list': page(component),
  'component.add': component,
  'component.remove': component,
  'component.restore': component,
  'member.list': page({ name: 'speed', kind: 'field', type: 'float', canRead: true, canWrite: true }),
  'member.read': value,
  'member.write': written(value),
  'method.call': value,
  'camera.get': { isFreecam: false, name: 'Main', fov: 60, position: vector, rotation: vector },
  'freecam.get': freecam,
  'freecam.set': written(freecam),
  'pick.world': [hit],
  'pick.ui': [hit],
  'view.capture': { data: 'iVBORw==', mimeType: 'image/png', width: 2, height: 1 },
  'time.get': time,
  'time.set': written(time),
  'time.step': wait,
  'time.wait': wait,
  'profile.read': {
    seconds: 1,
    frames: 60,
    frameMs: spread,
    samples: [16.6],
    missing: [{ field: 'scripts', reason: 'the engine does not tell' }],
  },
  'input.send': {
    steps: [{ frame: 3, receivedBy: [reference] }],
    frames: { before: 2, after: 3 },
    held: ['key KeyW'],
  },
  'input.actions': page({ name: 'jump', bindings: ['key Space'] }),
  'input.record': { recording: false, steps: [{ kind: 'release-all' }], frames: 9, dropped: 0 },
  'physics.ray': { ...reference, point: vector, distance: 2.5 },
  'physics.overlap': page(reference),
  'navigation.path': { reached: true, length: 3, points: [vector] },
  'signal.list': page({
    name: 'hit',
    args: [{ name: 'by', type: 'float' }],
    connections: [{ target: reference, method: 'on_hit' }],
  }),
  'animation.get': { type: 'AnimationPlayer', animations: [{ name: 'walk', length: 1, loops: true }] },
  'ui.list': page({
    ...reference,
    type: 'Button',
    bounds: { min: vector, max: vector },
    enabled: true,
    clickable: false,
    focused: false,
  }),
  'cells.list': page({ at: vector, item: 'source 0' }),
  'editor.get': editor,
  'editor.select': written(['obj:2']),
  'editor.open': editor,
  'editor.save': { saved: ['res://main.tscn'] },
  'editor.play': editor,
  'editor.stop': editor,
  'editor.undo': { step: 'Move Crate' },
  'editor.redo': { step: 'Move Crate' },
  'tool.call': { text: 'done' },
  'resource.read': { text: 'quests' },
  'hook.methods': page(method),
  'hook.list': page(hook),
  'hook.add': hook,
  'hook.calls': {
    signature: 'void Health::die()',
    enabled: true,
    total: 2,
    items: [{ number: 2, at: '2026-01-01T00:00:00.000Z', time: 1.5, frame: 90, args: ['1'] }],
    dropped: 1,
    next: 2,
  },
  'hook.remove': hook,
  'hook.enable': written(true),
  'hook.source.get': { source: 'return 1' },
  'code.check': { checked: true },
  'hook.source.set': written('return 1'),
  'code.run': { ...value, json: { deep: [null] } },
};

const NAMES = Object.keys(RIGHT) as OperationName[];
const FREE = new Set(['.json']);

/** Every place in a result, with a way to put something else there. */
function places(root: unknown): { readonly path: string; readonly with: (other: unknown) => unknown }[] {
  if (typeof root !== 'object' || root === null) return [];
  return Object.entries(root).flatMap(([name, inner]) => {
    const step = Array.isArray(root) ? `[${name}]` : `.${name}`;
    if (FREE.has(step)) return [];
    const put = (other: unknown) =>
      Array.isArray(root) ? root.with(Number(name), other) : { ...root, [name]: other };
    const deeper = places(inner).map(place => ({
      path: step + place.path,
      with: (other: unknown) => put(place.with(other)),
    }));
    return [{ path: step, with: put }, ...deeper];
  });
}

it('no entry of a page above the limit is checked', () => {
  let looked = 0;
  const entry = {
    get id() {
      looked++;
      return 'obj:1';
    },
  };
  const result = { total: 300_000, items: new Array(300_000).fill(entry) };
  expect(invalidResult('object.list', result, { limit: 500 })?.message).toContain(
    'has 300000 entries and must have 500 at most',
  );
  expect(looked).toBe(0);
});

describe('the shape of an answer', () => {
  it.each(NAMES)('of %s is right as the port has it, and with more than we know', name => {
    expect(invalidResult(name, RIGHT[name], {})).toBeUndefined();
    const result: unknown = RIGHT[name];
    if (!Array.isArray(result))
      expect(invalidResult(name, { ...(result as object), more: 1 }, {})).toBeUndefined();
  });

  it.each(NAMES)('of %s is wrong where anything is missing or of another type, and it says where', name => {
    for (const wrong of [undefined, 7, 'text', true, [[]], {}]) {
      expect(invalidResult(name, wrong, {})).toMatchObject({
        kind: 'failed',
        message: expect.stringContaining(`the bridge sent an invalid answer to ${name}: result`),
        hint: expect.stringContaining('update the bridge'),
      });
    }
    for (const place of places(RIGHT[name])) {
      for (const wrong of [undefined, { not: 'this' }, Number.NaN, Number.POSITIVE_INFINITY]) {
        expect(invalidResult(name, place.with(wrong), {})?.message).toContain(`result${place.path}`);
      }
    }
  });

  it.each<[OperationName, object, string]>([
    ['object.get', { ...object, id: 12 }, 'result.id is 12 and must be an id such as "obj:12"'],
    ['object.get', { ...object, id: 'Player' }, 'result.id is "Player" and must be an id'],
    ['object.get', { ...object, id: 'obj:1\n' }, 'result.id is "obj:1\\n"'],
    ['object.get', { ...object, scene: 'Main' }, 'result.scene is "Main"'],
    [
      'object.get',
      { ...object, childCount: -1 },
      'result.childCount is -1 and must be a whole number, 0 or more',
    ],
    ['object.get', { ...object, layer: 0.5 }, 'result.layer is 0.5 and must be a whole number'],
    ['object.get', { ...object, name: null }, 'result.name is null and must be text'],
    ['object.get', [object], 'result is a list and must be an object'],
    ['object.list', { total: 9, items: [object, { ...object, id: null }] }, 'result.items[1].id is null'],
    ['object.list', { total: 1, items: [object, object] }, 'result.total is 1 and must count all 2 items'],
    ['member.read', { ...value, ref: null }, 'result.ref is null'],
    ['member.read', { ...value, text: [] }, 'result.text is a list and must be text'],
    ['view.capture', { data: '<svg/>', mimeType: 'image/png', width: 1, height: 1 }, 'must be base64'],
    ['view.capture', { data: 'A===', mimeType: 'image/png', width: 1, height: 1 }, 'must be base64'],
    ['view.capture', { data: '', mimeType: 'image/png', width: 1, height: 1 }, 'must be base64'],
    ['view.capture', { data: 'AAAA', mimeType: 'text/html', width: 1, height: 1 }, 'the type of an image'],
    ['scene.list', Array(100_001).fill(scene), 'result has 100001 entries and must have 100000 at most'],
    ['member.list', page({ name: 'x', kind: 'event', type: 't', canRead: true, canWrite: true }), 'field or'],
  ])('of %s is wrong with what no engine can mean', (name, result, complaint) => {
    expect(invalidResult(name, result, {})?.message).toContain(complaint);
  });

  it('has at most the limit of items, and 50 by default', () => {
    const many = (count: number) => ({ total: count, items: Array(count).fill(object) });
    expect(invalidResult('object.list', many(50), {})).toBeUndefined();
    expect(invalidResult('object.list', many(51), {})?.message).toContain('must have 50 at most');
    expect(invalidResult('object.list', many(51), { limit: 51 })).toBeUndefined();
    expect(invalidResult('object.list', many(1), { limit: 0 })?.message).toContain('must have 0 at most');
  });

  it('quotes only a part of an invalid value', () => {
    const fault = invalidResult('object.get', { ...object, id: 'x'.repeat(100_000) }, {});
    expect(fault?.message.length).toBeLessThan(200);
  });

  it('reports that a write may have been done', () => {
    expect(invalidResult('object.destroy', {}, {})?.hint).toContain(
      'it may have been done: read the value before',
    );
    expect(invalidResult('object.get', {}, {})?.hint).not.toContain('done');
  });

  it('of a value may have an object, and a method its signature', () => {
    expect(invalidResult('member.read', { ...value, ref: 'obj:3' }, {})).toBeUndefined();
    const told = { ...method, kind: 'method', type: 'void', canRead: false, canWrite: false };
    expect(invalidResult('member.list', page(told), {})).toBeUndefined();
    expect(invalidResult('member.list', page({ ...told, signature: 1 }), {})?.message).toContain(
      '.signature is 1',
    );
  });

  it('of a scene may have a warning, and a move the places it went from and to', () => {
    expect(invalidResult('scene.load', { ...scene, warning: 'a script has failed' }, {})).toBeUndefined();
    expect(invalidResult('scene.load', { ...scene, warning: 1 }, {})?.message).toContain('.warning is 1');
    const moved = (place: object) =>
      invalidResult('object.reparent', { ...written('obj:1'), place: written(place) }, {});
    for (const place of [{ name: 'Crate' }, { name: 'Crate', index: 2 }])
      expect(moved(place)).toBeUndefined();
    expect(moved({ index: 2 })?.message).toContain('.place.before.name is missing');
    expect(moved({ name: 'Crate', index: -1 })?.message).toContain('.place.before.index is -1');
  });

  it('of an object may have the fields that were asked for, each of its own type', () => {
    const fields = {
      position: vector,
      velocity: vector,
      angularSpeed: 90,
      bounds: { min: vector, max: vector },
      visibility: {
        visible: false,
        code: 'inactive-ancestor',
        text: '/Arena is inactive',
        cause: { id: 'obj:1', path: '/Arena' },
        coveredBy: { id: 'obj:2', path: '/Wall' },
      },
      descendants: 4,
    };
    const fault = (more: object) => invalidResult('object.get', { ...object, ...more }, {})?.message;
    expect(fault(fields)).toBeUndefined();
    expect(fault({ ...fields, bounds: null })).toBeUndefined();
    expect(fault({ visibility: { visible: false, code: 'of-a-newer-bridge' } })).toBeUndefined();
    for (const place of places(fields)) {
      if (place.path.split('.').length < 3)
        expect(fault(place.with(Number.NaN) as object)).toContain(place.path);
    }
  });

  it('of a pick, a picture and a recorded call may have what older bridges leave out', () => {
    const found = { ...hit, distance: 2.5, point: vector, normal: vector };
    expect(invalidResult('pick.world', [found], {})).toBeUndefined();
    expect(invalidResult('pick.ui', [{ ...found, point: 'here' }], {})?.message).toContain('[0].point is');
    const seen = [{ ...hit, x: 1, y: 2, distance: 3, share: 0.5 }];
    const picture = { ...RIGHT['view.capture'], seen, seenTotal: 1 };
    expect(invalidResult('view.capture', picture, {})).toBeUndefined();
    expect(invalidResult('view.capture', { ...picture, seen: [hit] }, {})?.message).toContain('seen[0].x is');
    const calls = RIGHT['hook.calls'];
    const items = calls.items.map(call => ({ ...call, object: 'obj:1', path: '/Crate' }));
    expect(invalidResult('hook.calls', { ...calls, items }, {})).toBeUndefined();
  });

  it('of no camera is nothing', () => {
    expect(invalidResult('camera.get', null, {})).toBeUndefined();
    expect(invalidResult('freecam.get', null, {})?.message).toContain('result is null and must be an object');
  });
});
