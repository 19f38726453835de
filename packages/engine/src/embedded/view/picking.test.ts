import { beforeEach, describe, expect, it } from 'vitest';
import { LiveScene } from '../../testing/live-scene.js';

let live: LiveScene;
const call: LiveScene['call'] = (name, params) => live.call(name, params);
const find = (name: string) => live.find(name);
const pathsAt = (kind: 'pick.ui' | 'pick.world', x: number, y: number) =>
  call(kind, { x, y }).map(({ path }) => path);

describe('picking in the world', () => {
  beforeEach(() => {
    live = new LiveScene('Arena');
  });

  it('meets what the camera sees in the middle, nearest first', () => {
    const paths = call('pick.world', {}).map(({ path }) => path);
    expect(paths).toEqual(['/Arena/Turret', '/Arena/Ground']);
  });

  it('meets an object where the camera says that it appears', () => {
    const camera = find('Main Camera');
    for (const name of ['Enemy 1', 'Player', 'Crate 6']) {
      const object = find(name);
      const place = call('member.read', { object, type: 'Transform', name: 'position' }).json;
      const seen = call('method.call', {
        object: camera,
        type: 'Camera',
        name: 'WorldToScreenPoint',
        args: [place],
      });
      const { x, y } = seen.json as { x: number; y: number };
      expect(call('pick.world', { x, y: 720 - y })[0]?.id, name).toBe(object);
    }
  });

  it('meets meshes without colliders and colliders without meshes', () => {
    call('freecam.set', { enabled: true, position: { x: 0, y: 50, z: 0 }, rotation: { x: 0, y: 0, z: 0 } });
    const place = { type: 'Transform', members: { position: [0, 50, 10] } };
    const mesh = call('object.create', {
      name: 'Mesh',
      components: [place, { type: 'MeshFilter', members: { mesh: 'Sphere' } }, { type: 'MeshRenderer' }],
    });
    const collider = call('object.create', {
      name: 'Collider',
      components: [{ ...place, members: { position: [0, 50, 5] } }, { type: 'SphereCollider' }],
    });
    expect(call('pick.world', {}).map(({ id }) => id)).toEqual([collider.id, mesh.id]);
    call('member.write', { object: mesh.id, type: 'MeshRenderer', name: 'enabled', value: false });
    call('object.activate', { id: collider.id, active: false });
    expect(call('pick.world', {})).toEqual([]);
  });

  it('meets nothing outside of the picture, and what is on its edge', () => {
    expect(pathsAt('pick.world', 640, 720)).not.toEqual([]);
    expect(pathsAt('pick.world', 640, 721)).toEqual([]);
    expect(pathsAt('pick.ui', -1, 360)).toEqual([]);
  });

  it('finds nothing without a camera', () => {
    call('object.destroy', { id: find('Main Camera') });
    expect(call('camera.get', {})).toBeNull();
    expect(call('pick.world', {})).toEqual([]);
  });
});

describe('picking in a canvas', () => {
  beforeEach(() => {
    live = new LiveScene('Menu');
  });

  it('meets the topmost first: later siblings over earlier ones, children over parents', () => {
    expect(pathsAt('pick.ui', 640, 360)).toEqual([
      '/Canvas/Main Panel/Options Button/Label',
      '/Canvas/Main Panel/Options Button',
      '/Canvas/Main Panel',
      '/Canvas/Backdrop',
    ]);
    expect(pathsAt('pick.ui', 840, 214)).toEqual(['/Canvas/Badge', '/Canvas/Main Panel', '/Canvas/Backdrop']);
  });

  it('leaves out what is off and what the pointer goes through', () => {
    expect(pathsAt('pick.ui', 1200, 700)).toEqual(['/Canvas/Backdrop']);
    call('object.activate', { id: find('Main Panel'), active: false });
    expect(pathsAt('pick.ui', 640, 360)).toEqual(['/Canvas/Backdrop']);
    call('member.write', { object: find('Backdrop'), type: 'Image', name: 'raycastTarget', value: false });
    expect(pathsAt('pick.ui', 640, 360)).toEqual([]);
  });

  it('follows a rectangle that moves, and a canvas that lies higher', () => {
    const badge = find('Badge');
    call('member.write', {
      object: badge,
      type: 'RectTransform',
      name: 'anchoredPosition',
      value: [-800, -400],
    });
    const moved = call('member.read', { object: badge, type: 'Transform', name: 'position' }).json;
    expect(moved).toMatchObject({ x: expect.closeTo(640 - 533.33, 1), y: expect.closeTo(360 - 266.67, 1) });
    expect(pathsAt('pick.ui', 107, 627)[0]).toBe('/Canvas/Badge');
    const top = call('object.create', {
      name: 'Top',
      components: [{ type: 'Canvas', members: { sortingOrder: 5 } }],
    });
    const rectangle = { anchorMin: [0, 0], anchorMax: [1, 1], sizeDelta: [0, 0] };
    const cover = call('object.create', {
      name: 'Cover',
      parent: top.id,
      components: [{ type: 'RectTransform', members: rectangle }, { type: 'Image' }],
    });
    expect(call('pick.ui', {})[0]?.id).toBe(cover.id);
  });

  it('is where a button can be pressed', () => {
    const button = find('Start Button');
    call('method.call', { object: button, type: 'Button', name: 'Press', args: [] });
    expect(call('member.read', { object: button, type: 'Button', name: 'presses' }).json).toBe(1);
    const system = { object: find('EventSystem'), type: 'EventSystem', name: 'currentSelectedGameObject' };
    expect(call('member.read', system).ref).toBe(button);
  });
});
