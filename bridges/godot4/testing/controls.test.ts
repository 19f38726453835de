import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(() => live.load('playground'));

const run = (...lines: string[]) => live.run(lines.join('\n'));
const control = async (path: string) =>
  (await live.call('ui.list', { limit: 100 })).items.find(each => each.path === path);

describe('controls', () => {
  it('say whether they are enabled, have the focus, and what they hold', async () => {
    await run(
      'find("Press").disabled = true',
      'find("NameField").text = "abc"',
      'find("NameField").grab_focus()',
      'var box = CheckBox.new()',
      'box.name = "Box"',
      'box.button_pressed = true',
      'box.text = "Music"',
      'box.position = Vector2(300, 200)',
      'scene.add_child(box)',
      'var slider = HSlider.new()',
      'slider.name = "Volume"',
      'slider.value = 30',
      'slider.position = Vector2(300, 300)',
      'slider.size = Vector2(100, 20)',
      'scene.add_child(slider)',
      'var choice = OptionButton.new()',
      'choice.name = "Choice"',
      'for each in ["Easy", "Hard"]: choice.add_item(each)',
      'choice.select(1)',
      'choice.position = Vector2(300, 350)',
      'scene.add_child(choice)',
    );
    expect(await control('/Playground/UI/Press')).toMatchObject({
      enabled: false,
      clickable: false,
      focused: false,
    });
    expect(await control('/Playground/UI/NameField')).toMatchObject({
      enabled: true,
      focused: true,
      value: 'abc',
    });
    expect(await control('/Playground/Box')).toMatchObject({ type: 'CheckBox', text: 'Music', value: true });
    expect(await control('/Playground/Volume')).toMatchObject({ value: 30 });
    expect(await control('/Playground/Choice')).toMatchObject({ text: 'Hard', value: 'Hard' });
  });

  it('do not say what is typed into a field for passwords', async () => {
    await run('find("NameField").secret = true', 'find("NameField").text = "hunter2"');
    expect(JSON.stringify(await control('/Playground/UI/NameField'))).not.toContain('hunter2');
  });

  it('in containers are clickable where they pass the mouse to them', async () => {
    await run(
      'var panel = PanelContainer.new()',
      'panel.name = "Panel"',
      'panel.position = Vector2(300, 100)',
      'var label = Label.new()',
      'label.name = "Label"',
      'label.text = "Read me"',
      'panel.add_child(label)',
      'scene.add_child(panel)',
      'for i in 2: await tree.process_frame',
    );
    expect(await control('/Playground/Panel')).toMatchObject({ clickable: true });
    expect(await control('/Playground/Panel/Label')).toMatchObject({ text: 'Read me', clickable: false });
  });
});
