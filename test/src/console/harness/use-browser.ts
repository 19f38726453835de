import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '../../../../scripts/console/chromium.mjs';

/** One browser for the tests of a file; each test has contexts of its own. */
export function useBrowser(flags: readonly string[] = []): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launchChromium(flags);
  });
  afterAll(() => browser?.close());
  return () => browser as Browser;
}
