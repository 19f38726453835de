import { afterEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

const MODES = [
  ['viewport', { width: 640, height: 480 }],
  ['canvas_items', { width: 320, height: 240 }],
] as const;

let live: LiveGodot | undefined;
afterEach(async () => {
  await live?.engine.close();
  live = undefined;
});

describe.each(MODES)('a window that is stretched by %s', (mode, picture) => {
  it('is clicked at the places that lists and pictures name', async () => {
    live = await LiveGodot.open();
    const code = [
      `root.content_scale_mode = Window.CONTENT_SCALE_MODE_${mode.toUpperCase()}`,
      'root.content_scale_aspect = Window.CONTENT_SCALE_ASPECT_KEEP',
      'root.content_scale_size = Vector2i(640, 480)',
      // Wider than the picture: there are bars to the left and to the right.
      'root.size = Vector2i(480, 240)',
      'await tree.process_frame',
      'await tree.process_frame',
    ];
    await live.run(code.join('\n'));
    await live.load('playground');
    const { items } = await live.call('ui.list', { limit: 100 });
    const button = items.find(({ path }) => path === '/Playground/UI/Press');
    const { min, max } = button?.bounds ?? expect.fail('the button is listed');
    expect(button?.clickable).toBe(true);
    // In units of the canvas it goes from (400, 40) to (520, 80).
    expect([min.x, max.y]).toEqual([(400 * picture.width) / 640, (80 * picture.height) / 480]);
    const place = { x: (min.x + max.x) / 2, y: (min.y + max.y) / 2 };
    expect((await live.call('pick.ui', place))[0]?.path).toBe('/Playground/UI/Press');
    const { steps } = await live.call('input.send', { steps: [{ kind: 'button', ...place }] });
    expect(steps[0]?.receivedBy.map(({ path }) => path)).toContain('/Playground/UI/Press');
    const playground = await live.find('/Playground');
    expect((await live.read(playground, 'Playground', 'clicks')).json).toBe(1);
  });
});
