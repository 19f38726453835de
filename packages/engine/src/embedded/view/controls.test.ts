import { beforeEach, describe, expect, it } from 'vitest';
import { LiveScene } from '../../testing/live-scene.js';

let live: LiveScene;
beforeEach(() => {
  live = new LiveScene('Menu');
});

const control = (path: string) =>
  live.call('ui.list', { limit: 1000 }).items.find(each => each.path === path);

describe('the controls', () => {
  it('are buttons, fields, toggles and sliders with their values, and what is drawn beside them', () => {
    live.call('object.activate', { id: live.find('/Canvas/Options Panel'), active: true });
    live.write(live.find('Volume Slider'), 'Slider', 'value', 40);
    const panel = '/Canvas/Options Panel';
    expect(control(`${panel}/Volume Slider`)).toMatchObject({ type: 'UnityEngine.UI.Slider', value: 40 });
    expect(control(`${panel}/Sound Toggle`)).toMatchObject({ type: 'UnityEngine.UI.Toggle', value: false });
    expect(control(`${panel}/Back Button`)).toMatchObject({ text: 'Back', clickable: true });
    expect(control('/Canvas/Title')).toMatchObject({ type: 'UnityEngine.UI.Text', text: 'Worldwire' });
    expect(control('/Canvas/Main Panel/Options Button')).toMatchObject({
      clickable: false,
      coveredBy: { path: panel },
    });
  });

  it('come in the order in which they are drawn, without those that are not seen', () => {
    const paths = live.call('ui.list', { limit: 1000 }).items.map(({ path }) => path);
    expect(paths[0]).toBe('/Canvas/Backdrop');
    expect(paths.indexOf('/Canvas/Main Panel')).toBeLessThan(
      paths.indexOf('/Canvas/Main Panel/Start Button'),
    );
    expect(paths.some(path => path.includes('Options Panel'))).toBe(false);
    const badge = live.find('/Canvas/Badge');
    live.write(badge, 'RectTransform', 'anchoredPosition', [5000, 0]);
    expect(control('/Canvas/Badge')).toBeUndefined();
    live.write(badge, 'RectTransform', 'anchoredPosition', [0, 400]);
    live.write(badge, 'Image', 'color', [1, 1, 1, 0]);
    expect(control('/Canvas/Badge')).toBeUndefined();
  });

  it('are not clickable while they are disabled', () => {
    const start = '/Canvas/Main Panel/Start Button';
    live.write(live.find(start), 'Button', 'interactable', false);
    expect(control(start)).toMatchObject({ enabled: false, clickable: false });
  });

  it('say which of them has the focus', async () => {
    const { bounds } = control('/Canvas/Name Field') ?? {};
    if (!bounds) throw new Error('there is no field');
    expect(control('/Canvas/Name Field')?.focused).toBe(false);
    await live.send({ kind: 'button', x: bounds.min.x + 1, y: bounds.min.y + 1 });
    expect(control('/Canvas/Name Field')?.focused).toBe(true);
  });
});
