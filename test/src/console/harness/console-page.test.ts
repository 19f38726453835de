import { describe, expect, it } from 'vitest';
import { ConsolePage } from './console-page.js';
import { hostileNames } from './hostile-names.js';
import { findInjected, findOverflow, findUnseenCharacters } from './in-page.mjs';
import { otherOrigin } from './other-origin.js';
import { useBrowser } from './use-browser.js';

const browser = useBrowser();

/** A page that puts a text into itself as HTML, as the console must not. */
async function naivePage(body: string): Promise<ConsolePage> {
  const shown = await ConsolePage.open(browser(), await otherOrigin(`<!doctype html><body>${body}`));
  shown.tolerate(/./);
  return shown;
}

describe('the guards of the browser tests', () => {
  it('notice a script, a handler and a foreign address that a text brought into a page', async () => {
    const shown = await naivePage(
      '<img src=x onerror="hostile(1)"><a href="javascript:1">x</a><script>1</script>',
    );
    const found = await shown.page.evaluate(findInjected);
    for (const kind of ['handler in an attribute', 'foreign address', 'script:'])
      expect(found.join('\n')).toContain(kind);
    await expect.poll(() => shown.allFaults.join('\n')).toContain('a script of a name ran');
  });

  it('notice that hostile names run in a page that trusts them', async () => {
    const names = hostileNames().filter(name => !name.includes('\u0000'));
    const shown = await naivePage(names.slice(0, 40).join('\n'));
    expect((await shown.page.evaluate(findInjected)).length).toBeGreaterThan(10);
  });

  it('notice characters that are not seen, in texts and in labels', async () => {
    const shown = await naivePage('<p>a\u202eb</p><button aria-label="x\u200by">z</button><p>plain</p>');
    expect(await shown.page.evaluate(findUnseenCharacters)).toEqual([
      '<P> a\\u{202e}b',
      'aria-label of <BUTTON> x\\u{200b}y',
    ]);
  });

  it('notice a page that is wider than its window, an error and a foreign request', async () => {
    const shown = await naivePage(
      '<div style="width:3000px">wide</div><script>fetch("http://127.0.0.1:9/x").catch(() => {}); throw new Error("broken")</script>',
    );
    expect((await shown.page.evaluate(findOverflow)).length).toBeGreaterThan(1);
    await expect.poll(() => shown.allFaults.join('\n')).toContain('broken');
    await expect.poll(() => shown.allFaults.join('\n')).toContain('request to another origin');
  });
});
