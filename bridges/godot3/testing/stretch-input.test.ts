import type { ControlInfo } from '@worldwire/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Display, startDisplay } from '../../testing/start-display.js';
import { LiveGodot } from './live-godot.js';
import { STRETCHES, stretchCode } from './stretches.js';

let display: Display;
let live: LiveGodot;
beforeAll(async () => {
  display = await startDisplay();
  live = await LiveGodot.open({ display: display.name, args: ['--resolution', '800x450'] });
});
afterAll(async () => {
  await live?.engine.close();
  await display?.stop();
});

describe('a click in a window that the project does not fill by itself', () => {
  for (const each of STRETCHES) {
    it(`presses the button that is drawn there: ${each.mode}, ${each.aspect}, ${each.shrink}`, async () => {
      await live.load('workshop');
      await live.run(stretchCode(each));
      const { items } = await live.call('ui.list', { limit: 100 });
      const { bounds, path, id } = items.find(control => control.path === '/Workshop/Press') as ControlInfo;
      const clicks = async () =>
        (await live.read(await live.find('/Workshop'), 'workshop', 'clicks')).json as number;
      const { min, max } = bounds;
      // Just inside of its corners, and just outside of them.
      for (const [x, y] of [
        [min.x + 2, min.y + 2],
        [max.x - 2, max.y - 2],
      ] as const) {
        const before = await clicks();
        const { steps } = await live.call('input.send', { steps: [{ kind: 'button', x, y }] });
        expect(steps[0]?.receivedBy).toContainEqual({ id, path });
        expect(await clicks()).toBe(before + 1);
      }
      const before = await clicks();
      for (const [x, y] of [
        [min.x - 2, min.y + 2],
        [max.x + 2, max.y - 2],
        [min.x + 2, min.y - 2],
      ] as const)
        await live.call('input.send', { steps: [{ kind: 'button', x, y }] });
      expect(await clicks()).toBe(before);
    });
  }
});
