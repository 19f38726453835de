import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(() => live.load('garden'));

const LAID_OUT = 'for i in 3: await tree.process_frame';
const run = (...lines: string[]) => live.run([...lines, LAID_OUT].join('\n'));
const listed = async () => (await live.call('ui.list', { limit: 100 })).items;
const control = async (name: string) => (await listed()).find(({ path }) => path.endsWith(`/${name}`));

/** Lines that make a button which counts its clicks. */
const button = (name: string, parent: string, ...more: string[]) => [
  `var ${name} := Button.new()`,
  `${name}.name = "${name}"`,
  `${name}.text = "${name}"`,
  `${name}.size = Vector2(80, 40)`,
  `${name}.set_meta("clicks", 0)`,
  `${name}.pressed.connect(func(): ${name}.set_meta("clicks", ${name}.get_meta("clicks") + 1))`,
  ...more,
  `${parent}.add_child(${name})`,
];
const clicks = async (name: string) => (await live.run(`return find("${name}").get_meta("clicks")`)).json;

/** Clicks in the middle of what the list says of a control. */
async function click(name: string): Promise<void> {
  const { min, max } = (await control(name))?.bounds ?? expect.fail(`${name} is listed`);
  const place = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
  await live.call('input.send', { steps: [{ kind: 'button', ...place }] });
}

describe('a control in a scroll container', () => {
  beforeEach(() =>
    run(
      'var scroll := ScrollContainer.new()',
      'scroll.name = "Scroll"',
      'scroll.position = Vector2(100, 100)',
      'scroll.size = Vector2(200, 100)',
      'var rows := VBoxContainer.new()',
      'for i in 10:',
      '\tvar row := Button.new()',
      '\trow.name = "Row%d" % i',
      '\trow.text = row.name',
      '\trow.custom_minimum_size = Vector2(100, 40)',
      '\trow.set_meta("clicks", 0)',
      '\trow.pressed.connect(func(): row.set_meta("clicks", 1))',
      '\trows.add_child(row)',
      'scroll.add_child(rows)',
      'scene.add_child(scroll)',
    ),
  );

  it('is clickable where it is scrolled to, and is not listed as clickable elsewhere', async () => {
    expect(await control('Row0')).toMatchObject({ clickable: true });
    expect((await control('Row8'))?.clickable ?? false).toBe(false);
    await run('find("Scroll").ensure_control_visible(find("Row8"))');
    expect(await control('Row8')).toMatchObject({ clickable: true });
    expect((await control('Row0'))?.clickable ?? false).toBe(false);
    await click('Row8');
    expect(await clicks('Row8')).toBe(1);
  });

  it('is not visible where the container cuts it off, with the reason', async () => {
    const { items } = await live.call('object.list', { name: 'Row8', fields: ['visibility'], limit: 1 });
    expect(items[0]?.visibility).toMatchObject({
      visible: false,
      code: 'outside-view',
      cause: { path: '/Garden/Scroll' },
    });
    expect(await control('Row8')).toBeUndefined();
  });

  it('that is cut off in part is clickable at the place that its bounds name', async () => {
    // The third row begins at 88, and the container ends at 100.
    const row = await control('Row2');
    expect(row).toMatchObject({ clickable: true });
    expect(row?.bounds?.max.y).toBe(200);
    await click('Row2');
    expect(await clicks('Row2')).toBe(1);
  });
});

describe('a control that is covered', () => {
  it('names what covers it, also from another layer, and is clickable when that lets the mouse through', async () => {
    await run(
      ...button('Under', 'scene', 'Under.position = Vector2(100, 100)'),
      'var layer := CanvasLayer.new()',
      'layer.name = "Layer"',
      'layer.layer = 3',
      'layer.offset = Vector2(50, 0)',
      'var lid := ColorRect.new()',
      'lid.name = "Lid"',
      'lid.position = Vector2(50, 100)',
      'lid.size = Vector2(80, 40)',
      'layer.add_child(lid)',
      'scene.add_child(layer)',
    );
    expect(await control('Under')).toMatchObject({
      clickable: false,
      coveredBy: { path: '/Garden/Layer/Lid' },
    });
    await run('find("Lid").mouse_filter = Control.MOUSE_FILTER_IGNORE');
    expect(await control('Under')).toMatchObject({ clickable: true });
    expect(await control('Under')).not.toHaveProperty('coveredBy');
    await run('find("Lid").mouse_filter = Control.MOUSE_FILTER_STOP', 'find("Layer").visible = false');
    expect(await control('Under')).toMatchObject({ clickable: true });
    expect(await control('Lid')).toBeUndefined();
    await click('Under');
    expect(await clicks('Under')).toBe(1);
  });

  it('by z index is covered by what is drawn later in the tree alone, as the engine sends clicks', async () => {
    await run(
      ...button('First', 'scene', 'First.position = Vector2(100, 100)', 'First.z_index = 5'),
      ...button('Second', 'scene', 'Second.position = Vector2(100, 100)'),
    );
    await click('First');
    const counts = [await clicks('First'), await clicks('Second')];
    expect([(await control('First'))?.clickable, (await control('Second'))?.clickable]).toEqual(
      counts.map(count => count === 1),
    );
  });
});

describe('a control in a canvas layer', () => {
  it('is clicked where the layer draws it', async () => {
    await run(
      'var layer := CanvasLayer.new()',
      'layer.offset = Vector2(200, 50)',
      'layer.scale = Vector2(2, 2)',
      'scene.add_child(layer)',
      ...button('Inside', 'layer', 'Inside.position = Vector2(10, 10)'),
    );
    expect(await control('Inside')).toMatchObject({ clickable: true, bounds: { min: { x: 220, y: 70 } } });
    await click('Inside');
    expect(await clicks('Inside')).toBe(1);
  });
});

describe('a control in a viewport', () => {
  it('is clicked through the container that shows it, where that draws it', async () => {
    await run(
      'var frame := SubViewportContainer.new()',
      'frame.name = "Frame"',
      'frame.position = Vector2(300, 200)',
      'frame.size = Vector2(200, 100)',
      'frame.stretch = true',
      'var inner := SubViewport.new()',
      'inner.name = "Inner"',
      'frame.add_child(inner)',
      'scene.add_child(frame)',
      ...button('Inside', 'inner', 'Inside.position = Vector2(20, 20)'),
    );
    expect(await control('Inside')).toMatchObject({
      clickable: true,
      bounds: { min: { x: 320, y: 220 }, max: { x: 400, y: 260 } },
    });
    await click('Inside');
    expect(await clicks('Inside')).toBe(1);
  });

  it('is clicked where the container draws it larger, and not where it cuts it off', async () => {
    await run(
      'var frame := SubViewportContainer.new()',
      'frame.position = Vector2(300, 200)',
      'frame.size = Vector2(200, 100)',
      'frame.stretch = true',
      'frame.stretch_shrink = 2',
      'var inner := SubViewport.new()',
      'frame.add_child(inner)',
      'scene.add_child(frame)',
      ...button('Inside', 'inner', 'Inside.position = Vector2(10, 20)'),
      ...button('Outside', 'inner', 'Outside.position = Vector2(10, 60)'),
    );
    expect(await control('Inside')).toMatchObject({
      clickable: true,
      bounds: { min: { x: 320, y: 240 }, max: { x: 480, y: 300 } },
    });
    expect(await control('Outside')).toBeUndefined();
    await click('Inside');
    expect(await clicks('Inside')).toBe(1);
  });

  it('without a container is not listed', async () => {
    await run('var inner := SubViewport.new()', 'scene.add_child(inner)', ...button('Inside', 'inner'));
    expect(await control('Inside')).toBeUndefined();
  });
});

describe('a control in a window', () => {
  it('that the game shows inside of its own is clicked where that is, and covers what is below', async () => {
    await run(
      ...button('Under', 'scene', 'Under.position = Vector2(320, 220)'),
      'root.gui_embed_subwindows = true',
      'var window := Window.new()',
      'window.name = "Dialog"',
      'window.position = Vector2i(300, 200)',
      'window.size = Vector2i(200, 100)',
      ...button('Inside', 'window', 'Inside.position = Vector2(20, 20)'),
      'scene.add_child(window)',
    );
    expect(await control('Inside')).toMatchObject({
      clickable: true,
      bounds: { min: { x: 320, y: 220 }, max: { x: 400, y: 260 } },
    });
    expect(await control('Under')).toMatchObject({ clickable: false });
    await click('Inside');
    expect([await clicks('Inside'), await clicks('Under')]).toEqual([1, 0]);
    await run('find("Dialog").hide()');
    expect(await control('Inside')).toBeUndefined();
    expect(await control('Under')).toMatchObject({ clickable: true });
  });

  it('of a dialog is clicked, and nothing else while the dialog waits', async () => {
    await run(
      ...button('Elsewhere', 'scene', 'Elsewhere.position = Vector2(10, 10)'),
      'root.gui_embed_subwindows = true',
      'var dialog := ConfirmationDialog.new()',
      'dialog.name = "Ask"',
      'dialog.dialog_text = "Really?"',
      'dialog.set_meta("answer", "")',
      'dialog.confirmed.connect(func(): dialog.set_meta("answer", "yes"))',
      'scene.add_child(dialog)',
      'dialog.popup_centered(Vector2i(200, 100))',
    );
    const ok = (await listed()).find(({ text }) => text === 'OK') ?? expect.fail('the button is listed');
    expect(ok).toMatchObject({ clickable: true, path: expect.stringContaining('/Garden/Ask/') });
    expect(await control('Elsewhere')).toMatchObject({ clickable: false });
    const { min, max } = ok.bounds;
    const place = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
    expect((await live.call('pick.ui', place))[0]?.path).toBe(ok.path);
    await live.call('input.send', { steps: [{ kind: 'button', ...place }] });
    expect((await live.run('return find("Ask").get_meta("answer")')).json).toBe('yes');
    expect(await control('Elsewhere')).toMatchObject({ clickable: true });
  });
});
