import { beforeEach, describe, expect, it } from 'vitest';
import type { Visibility } from '../../port/operations.js';
import { LiveScene } from '../../testing/live-scene.js';

let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Arena');
});

const look = (id: string): Visibility => {
  const { visibility } = live.call('object.get', { id, fields: ['visibility'] });
  if (visibility === undefined) throw new Error('it has no visibility');
  return visibility;
};

describe('an object is not visible', () => {
  const cases: readonly [string, string, (id: string) => void][] = [
    ['inactive-self', 'SetActive', id => live.call('object.activate', { id, active: false })],
    ['renderer-disabled', 'MeshRenderer', id => live.write(id, 'MeshRenderer', 'enabled', false)],
    [
      'no-renderer',
      'MeshRenderer',
      id => live.call('component.remove', { object: id, type: 'MeshRenderer' }),
    ],
    ['no-mesh', 'MeshFilter', id => live.call('component.remove', { object: id, type: 'MeshFilter' })],
    ['zero-scale', '(1, 0, 1)', id => live.write(id, 'Transform', 'localScale', [1, 0, 1])],
    ['transparent', 'alpha', id => live.write(id, 'MeshRenderer', 'color', [1, 0, 0, 0])],
    ['no-camera', 'camera', () => live.write(live.find('Main Camera'), 'Camera', 'enabled', false)],
    ['layer-culled', 'layer 0', () => live.write(live.find('Main Camera'), 'Camera', 'cullingMask', 256)],
    ['outside-view', 'left', id => live.write(id, 'Transform', 'position', [-99, 1, 0])],
    ['outside-view', 'behind', id => live.write(id, 'Transform', 'position', [0, 10, -60])],
    ['too-far', 'far clip plane', () => live.write(live.find('Main Camera'), 'Camera', 'farClipPlane', 5)],
    [
      'too-near',
      'near clip plane',
      () => live.write(live.find('Main Camera'), 'Camera', 'nearClipPlane', 500),
    ],
  ];

  it.each(cases)('for %s, and the text names %s', (code, word, hide) => {
    const player = live.find('Player');
    expect(look(player)).toEqual({ visible: true });
    hide(player);
    expect(look(player)).toMatchObject({ visible: false, code, text: expect.stringContaining(word) });
  });

  it('because of an ancestor, which is named', () => {
    const [turret, barrel] = [live.find('Turret'), live.find('Barrel')];
    live.write(turret, 'Transform', 'localScale', [0, 0, 0]);
    const cause = { id: turret, path: '/Arena/Turret' };
    expect(look(barrel)).toMatchObject({ code: 'zero-scale', cause });
    live.call('object.activate', { id: turret, active: false });
    expect(look(barrel)).toMatchObject({ code: 'inactive-ancestor', cause });
  });

  it('in the scene of hidden objects', () => {
    const template = live.find('Crate Template');
    live.call('object.activate', { id: template, active: true });
    expect(look(template).code).toBe('hidden-scene');
  });

  it('behind another one, which object.get names', () => {
    live.call('object.create', {
      name: 'Screen',
      components: [
        { type: 'Transform', members: { position: [0, 9, -14], localScale: [9, 9, 0.1] } },
        { type: 'MeshFilter' },
        { type: 'MeshRenderer' },
      ],
    });
    expect(look(live.find('Player'))).toMatchObject({ visible: true, coveredBy: { path: '/Screen' } });
    expect(look(live.find('Screen')).coveredBy).toBeUndefined();
  });
});

describe('an interface element is not visible', () => {
  beforeEach(() => {
    live = new LiveScene('Menu');
  });

  const cases: readonly [string, (id: string) => void][] = [
    ['renderer-disabled', id => live.write(id, 'Image', 'enabled', false)],
    ['renderer-disabled', () => live.write(live.find('Canvas'), 'Canvas', 'enabled', false)],
    ['transparent', id => live.write(id, 'Image', 'color', [1, 1, 1, 0])],
    ['zero-scale', id => live.write(id, 'RectTransform', 'sizeDelta', [0, 10])],
    ['outside-view', id => live.write(id, 'RectTransform', 'anchoredPosition', [5000, 0])],
    ['no-canvas', () => live.call('component.remove', { object: live.find('Canvas'), type: 'Canvas' })],
  ];

  it.each(cases)('for %s', (code, hide) => {
    const badge = live.find('Badge');
    expect(look(badge)).toEqual({ visible: true });
    hide(badge);
    expect(look(badge)).toMatchObject({ visible: false, code });
  });

  it('and has its box in pixels from the upper left corner', () => {
    const { bounds } = live.call('object.get', { id: live.find('Badge'), fields: ['bounds'] });
    expect(bounds?.min).toMatchObject({ x: expect.closeTo(786.67, 1), y: expect.closeTo(160, 1), z: 0 });
    expect(bounds?.max).toMatchObject({ x: expect.closeTo(893.33, 1), y: expect.closeTo(266.67, 1), z: 0 });
  });
});

it('the box of a turned object surrounds it, and an empty object has none', () => {
  const crate = live.find('Crate 6');
  live.write(crate, 'Transform', 'eulerAngles', [0, 45, 0]);
  const { bounds } = live.call('object.get', { id: crate, fields: ['bounds'] });
  expect((bounds?.max.x ?? 0) - (bounds?.min.x ?? 0)).toBeCloseTo(Math.SQRT2, 6);
  expect(live.call('object.get', { id: live.find('/Enemies'), fields: ['bounds'] }).bounds).toBeNull();
});
