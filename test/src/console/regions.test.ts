import { describe, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { expectRegion } from './harness/regions.js';
import { useBrowser } from './harness/use-browser.js';

const CANVAS = 'universe-canvas';
const browser = useBrowser();

describe.each(['dark', 'light'])('regions of the console in %s colours', colours => {
  it('look as in the committed pictures', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const shown = await ConsolePage.signIn(browser(), server, { dark: colours === 'dark' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe('33');
    await shown.expectStill();
    await shown.go('#/universe/sol?cam=245,16,600000,saturn');
    await shown.expectDrawn(CANVAS, 'focus').toBe('saturn');
    await shown.settled();
    await shown.expectStill();
    const box = (await shown.at(CANVAS).boundingBox()) ?? { x: 0, y: 0, width: 400, height: 400 };
    const clip = { x: box.x + box.width / 2 - 120, y: box.y + box.height / 2 - 80, width: 240, height: 160 };
    await expectRegion('saturn', shown.page, { clip, share: 0.05 });
    await expectRegion(`stop-switch-${colours}`, shown.at('stop-switch'));
  });
});
