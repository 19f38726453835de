import { beforeEach, describe, expect, it } from 'vitest';
import { LiveScene } from '../../testing/live-scene.js';

const GROUP = 'UnityEngine.CanvasGroup';
const START = '/Canvas/Main Panel/Start Button';

let live: LiveScene;
let panel: string;
beforeEach(() => {
  live = new LiveScene('Menu');
  panel = live.find('/Canvas/Main Panel');
  live.call('component.add', { object: panel, type: GROUP });
});

const control = (path: string) =>
  live.call('ui.list', { limit: 1000 }).items.find(each => each.path === path);
const seen = (path: string) => {
  const { items } = live.call('object.list', {
    name: path.split('/').at(-1) as string,
    fields: ['visibility'],
  });
  return items[0]?.visibility;
};

describe('a CanvasGroup', () => {
  it('changes nothing when it is added', () => {
    expect(control(START)).toMatchObject({ clickable: true });
    expect(live.read(panel, GROUP, 'alpha').json).toBe(1);
  });

  it('hides all below it with its alpha, and is named as the reason', () => {
    live.write(panel, GROUP, 'alpha', 0);
    expect(control(START)).toBeUndefined();
    expect(seen(START)).toMatchObject({
      visible: false,
      code: 'transparent',
      text: expect.stringContaining('CanvasGroup'),
      cause: { id: panel },
    });
    live.write(panel, GROUP, 'enabled', false);
    expect(seen(START)).toMatchObject({ visible: true });
  });

  it('lets clicks through, or leaves what is below it unusable', () => {
    live.write(panel, GROUP, 'blocksRaycasts', false);
    expect(control(START)).toMatchObject({ enabled: true, clickable: false });
    live.write(panel, GROUP, 'blocksRaycasts', true);
    live.write(panel, GROUP, 'interactable', false);
    expect(control(START)).toMatchObject({ enabled: false, clickable: false });
  });

  it('does not reach a group below it that ignores its parents', () => {
    const start = live.find(START);
    live.call('component.add', { object: start, type: GROUP });
    live.write(panel, GROUP, 'alpha', 0);
    live.write(start, GROUP, 'ignoreParentGroups', true);
    expect(control(START)).toMatchObject({ clickable: true });
  });
});

describe('GetInstanceID', () => {
  const idOf = (object: string, type: string) =>
    live.call('method.call', { object, type, name: 'GetInstanceID', args: [] }).json;

  it('gives each component and each object a number of its own, which stays', () => {
    const { items } = live.call('component.list', { object: panel });
    const ids = [...items.map(({ type }) => idOf(panel, type)), idOf(panel, 'UnityEngine.GameObject')];
    expect(new Set(ids).size).toBe(items.length + 1);
    expect(ids.every(Number.isInteger)).toBe(true);
    expect(idOf(panel, 'UnityEngine.Transform')).toBe(idOf(panel, 'UnityEngine.RectTransform'));
    expect(idOf(panel, GROUP)).toBe(idOf(panel, GROUP));
  });
});
