import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { type ConsoleServer, tokenOf } from './console-server.js';
import {
  countFrames,
  findInjected,
  findOverflow,
  findUnseenCharacters,
  waitFrames,
  watchPage,
} from './in-page.mjs';

/** A loaded machine draws slowly. */
const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));
const PATIENCE_MS = 60_000;

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Where the console begins, such as `#/universe/sol`. */
  readonly hash?: string;
  /** A context with a session. */
  readonly context?: BrowserContext;
}

/**
 * The console in a browser. The test fails on errors of the page and of its console, on violations of its policy and on
 * requests to another origin, unless it tolerates them.
 */
export class ConsolePage {
  readonly #faults: string[] = [];
  readonly #tolerated: RegExp[] = [];
  readonly #pending = new Set<Request>();

  private constructor(
    readonly page: Page,
    readonly base: string,
  ) {}

  /** Opens an address, which may be the one-time link. */
  static async open(browser: Browser, address: string, options: PageOptions = {}): Promise<ConsolePage> {
    const { width = 1280, height = 800, dark = true } = options;
    const context =
      options.context ??
      (await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
      }));
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    if (options.context !== undefined) await page.setViewportSize({ width, height });
    const shown = new ConsolePage(page, new URL('./', address).href);
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await shown.#keepPicture(task.name);
      shown.check();
      if (options.context === undefined) await context.close();
      else await page.close();
    });
    await shown.#watch();
    await page.goto(address);
    return shown;
  }

  /** Opens the console by a one-time link, and waits for its frame. */
  static async signIn(
    browser: Browser,
    server: ConsoleServer,
    options: PageOptions = {},
  ): Promise<ConsolePage> {
    const shown = await ConsolePage.open(browser, await server.newLink(), options);
    await shown.at('stop-switch').waitFor();
    if (options.hash !== undefined) await shown.go(options.hash);
    return shown;
  }

  async enterToken(name: string): Promise<void> {
    this.tolerate(/Failed to load resource: .* 401/);
    await this.at('login-token').fill(tokenOf(name));
    await this.at('login-token').press('Enter');
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  at(testId: string): Locator {
    return this.page.locator(`[data-testid="${testId}"]`);
  }

  /** The visible text of parts of the page, or of all of it. */
  async text(testId?: string): Promise<string> {
    const parts = testId === undefined ? this.page.locator('body') : this.at(testId);
    return (await parts.allInnerTexts()).join('\n');
  }

  /** Goes to another place of the console, as a link does. */
  async go(hash: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  }

  /** What a canvas says about what it draws: `data-bodies` and others. */
  async drawn(canvas: string, name: string): Promise<string | null> {
    return this.at(canvas).getAttribute(`data-${name}`);
  }

  /** Waits until a canvas draws what a test expects. */
  expectDrawn(
    canvas: string,
    name: string,
  ): { toBe(value: string | null): Promise<void>; toMatch(pattern: RegExp): Promise<void> } {
    return expect.poll(() => this.drawn(canvas, name), { timeout: PATIENCE_MS, message: `data-${name}` });
  }

  /** Calls that wait for a decision. */
  approvals(): Locator {
    return this.page.locator('button[data-testid^="approval-"]');
  }

  /** The names at the marks of what agents touched last. */
  marks(): Promise<string[]> {
    return this.page.locator('.universe-mark-agent').allInnerTexts();
  }

  /** Waits until the requests that the page has sent are answered, and those that the answers led to. A live view sends more. */
  async settled(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await this.page.evaluate(waitFrames);
      const sent = [...this.#pending];
      const open = () => sent.filter(request => this.#pending.has(request)).map(request => request.url());
      await expect.poll(open, { timeout: PATIENCE_MS }).toEqual([]);
    }
    await this.page.evaluate(waitFrames);
  }

  /** Moves the time cursor to a revision. */
  async scrub(revision: number): Promise<void> {
    await this.at('time-slider').fill(String(revision));
  }

  /** Holds a button down until `done`, as for what cannot be taken back. */
  async hold(button: Locator, done: Promise<unknown>): Promise<void> {
    await button.hover();
    await this.page.mouse.down();
    await done;
    await this.page.mouse.up();
  }

  /** Approves the selected call: a destructive one by holding the button. */
  async approve(answer: Promise<unknown>): Promise<void> {
    const button = this.at('approve');
    const isHeld = (await button.getAttribute('class'))?.includes('ui-hold');
    return isHeld ? this.hold(button, answer) : button.click();
  }

  setHidden(hidden: boolean): Promise<void> {
    return this.page.evaluate(`setHidden(${hidden})`);
  }

  /** Waits until the page asks for no frames while the browser draws some. */
  async expectStill(): Promise<void> {
    await expect.poll(() => this.page.evaluate(countFrames), { timeout: PATIENCE_MS }).toBe(0);
    expect(await this.page.evaluate(countFrames), 'frames of a still page').toBe(0);
  }

  /** Accepts faults of this kind, which the test provokes. */
  tolerate(...kinds: readonly RegExp[]): void {
    this.#tolerated.push(...kinds);
  }

  /** Also those that the test tolerates. */
  get allFaults(): readonly string[] {
    return this.#faults;
  }

  get faults(): readonly string[] {
    return this.#faults.filter(fault => !this.#tolerated.some(kind => kind.test(fault)));
  }

  check(): void {
    expect(this.faults, 'faults of the page').toEqual([]);
  }

  /** What no world may bring into the page. */
  async expectHarmless(): Promise<void> {
    expect(await this.page.evaluate(findInjected), 'injected elements').toEqual([]);
    expect(await this.page.evaluate(findUnseenCharacters), 'unseen characters').toEqual([]);
    this.check();
  }

  async expectFits(): Promise<void> {
    expect(await this.page.evaluate(findOverflow), 'overflow').toEqual([]);
  }

  /** What the page showed when its test failed. */
  async #keepPicture(test: string): Promise<void> {
    const name = test.replaceAll(/[^a-z0-9]+/gi, '-').slice(0, 80);
    await this.page
      .screenshot({ path: `${RESULTS}${name}-${this.page.viewportSize()?.width}.png` })
      .catch(() => {});
  }

  async #watch(): Promise<void> {
    const { page } = this;
    const origin = new URL(this.base).origin;
    const report = (fault: string) => void this.#faults.push(fault.slice(0, 500));
    page.on('pageerror', error => report(`page error: ${error.stack ?? error.message}`));
    page.on('crash', () => report('the page crashed'));
    page.on('console', message => {
      if (message.type() === 'error') report(`console error: ${message.text()} ${message.location().url}`);
    });
    page.on('dialog', dialog => {
      report(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', popup => report(`popup: ${popup.url()}`));
    page.on('request', request => {
      const url = new URL(request.url());
      if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol))
        report(`request to another origin: ${request.url()}`);
    });
    page.on('request', request => {
      const { accept, 'mcp-method': method } = request.headers();
      const isStream = accept === 'text/event-stream' || method === 'subscriptions/listen';
      if (!isStream) this.#pending.add(request);
    });
    page.on('requestfinished', request => this.#pending.delete(request));
    page.on('requestfailed', request => this.#pending.delete(request));
    await page.exposeBinding('reportFault', (_source, text: string) => report(text));
    await page.addInitScript(watchPage);
  }
}
