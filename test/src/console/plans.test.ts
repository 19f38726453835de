import { fileURLToPath } from 'node:url';
import { source as axe } from 'axe-core';
import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { ConsolePage, type PageOptions } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { findAxeViolations, findOverflow } from './harness/in-page.mjs';
import { useBrowser } from './harness/use-browser.js';

const GARDEN = fileURLToPath(new URL('../fixtures/planned-garden.mjs', import.meta.url));
const FLOWERS = 700;
/** Right to left: what follows would be read in another order. */
const HIDDEN = 'Nova\u202eB';
const REMOVE = { type: 'removeStar', id: 'triton' };
const browser = useBrowser();

async function start(options: PageOptions = {}) {
  const flags = ['--allow', 'writes', '--approve', 'writes'];
  const server = await ConsoleServer.start({ worlds: ['universe'], flags });
  const shown = await ConsolePage.signIn(browser(), server, { hash: '#/approvals', ...options });
  const nova = await server.agent('nova');
  const send = (command: object) => nova.call('send_universe_command', { universeId: 'sol', command });
  return { server, shown, nova, send };
}

/** A call with more changes than the list of calls has, the removal behind the others. */
async function cutPlan(options: PageOptions = {}, count = FLOWERS) {
  const flags = ['--allow', 'writes', '--approve', 'writes'];
  const server = await ConsoleServer.start({ worlds: [GARDEN], flags });
  const shown = await ConsolePage.signIn(browser(), server, { hash: '#/approvals', ...options });
  const nova = await server.agent('nova', 'garden');
  const answer = nova.call('replant', { count, first: HIDDEN });
  await shown.at('plan-cut').waitFor();
  return { shown, answer };
}

/** What the page sends to the interface of approvals. */
function decisionsOf({
  page,
}: ConsolePage): { method: string; path: string; body: Record<string, unknown> }[] {
  const sent: { method: string; path: string; body: Record<string, unknown> }[] = [];
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST' || !request.url().includes('/operator/approvals/')) return;
    sent.push({
      method: request.method(),
      path: new URL(request.url()).pathname,
      body: (request.postDataJSON() ?? {}) as Record<string, unknown>,
    });
  });
  return sent;
}

async function axeFinds({ page }: ConsolePage): Promise<readonly string[]> {
  await page.evaluate(axe);
  return page.evaluate(findAxeViolations);
}

/** Opens the form of the arguments, as JSON, and asks for the plan of others. */
async function edit(shown: ConsolePage, change: (args: string) => string): Promise<void> {
  await shown.at('edit-arguments').click();
  await shown.at('form-raw').click();
  const json = shown.at('form-json');
  await json.fill(change(await json.inputValue()));
  await shown.at('form-submit').click();
}

describe('a plan on the page', () => {
  it('begins with one sentence, then has all removals, then the rest with before and after, and totals', async () => {
    const { shown, send } = await start();
    void send({
      type: 'batch',
      commands: [
        { type: 'updateStar', id: 'mars', payload: { name: 'Ares' } },
        { type: 'removeStar', id: 'saturn' },
      ],
    });
    await shown.at('plan-sentence').waitFor();
    expect(await shown.text('plan-totals')).toBe('8 removed, 1 overwritten.');
    const text = await shown.text('selected-approval');
    const places = [await shown.text('plan-sentence'), 'Titan', 'Ares'].map(part => text.indexOf(part));
    expect(places.every(place => place >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(await shown.at('plan-removed').locator('li.decisions-item').count()).toBe(8);
    expect(await shown.text('plan-other-changes')).toMatch(/Mars[\s\S]*Ares/);
    expect(await axeFinds(shown)).toEqual([]);
  });
});

describe('a cut plan', () => {
  it('says that it is cut and cannot be approved, by the pointer or the keyboard, before all of it was opened', async () => {
    const { shown, answer } = await cutPlan();
    const sent = decisionsOf(shown);
    const items = () => shown.at('plan').getAttribute('data-items').then(Number);
    expect(await items()).toBeLessThan(FLOWERS);
    expect(await shown.text('plan-sentence')).toBe(`Removes the rose and plants ${FLOWERS} flowers.`);
    expect(await shown.text('plan-cut')).toMatch(/This plan is cut: \d+ of \d+ changes are shown/);
    expect(await shown.text('plan-totals')).toBe(`1 removed, ${FLOWERS} added.`);
    expect(await shown.text('plan')).toMatch(new RegExp(`Other changes \\d+ of ${FLOWERS}`));
    const approve = shown.at('approve');
    expect(await approve.isDisabled()).toBe(true);
    const described = await approve.getAttribute('aria-describedby');
    expect(await shown.page.locator(`#${described}`).textContent()).toContain(
      'Show all of them before you approve',
    );
    await approve.hover({ force: true });
    await shown.page.mouse.down();
    await shown.page.keyboard.press('a');
    await shown.page.keyboard.down('Enter');
    await expect.poll(() => shown.text('toast')).toContain('Show all of them');
    await shown.page.keyboard.up('Enter');
    await shown.page.mouse.up();
    expect(sent).toEqual([]);
    expect(await axeFinds(shown)).toEqual([]);
    // By the keyboard alone: open all, and go on where the plan begins.
    await shown.at('open-plan').focus();
    await shown.page.keyboard.press('Enter');
    await expect.poll(items).toBe(FLOWERS + 1);
    await expect.poll(() => shown.page.evaluate('document.activeElement.textContent')).toBe('What changes');
    expect(await shown.at('plan-cut').count()).toBe(0);
    const text = await shown.text('plan');
    expect(text.indexOf('Rose (rose)')).toBeLessThan(text.indexOf('Lily 1'));
    expect(text).toContain(`Lily ${FLOWERS - 1}`);
    expect(text).toContain('‹U+202E›');
    expect(text).toContain(`Other changes ${FLOWERS}`);
    expect(text).not.toContain('\u202e');
    expect(await axeFinds(shown)).toEqual([]);
    expect(await approve.isDisabled()).toBe(false);
    await shown.approve(answer);
    expect((await answer).isError).toBe(false);
    expect(sent).toMatchObject([{ body: { approve: true, digest: expect.any(String) } }]);
    expect((await answer).text).toContain(`the last is Lily ${FLOWERS - 1}`);
  });

  it.each([
    ['dark', 1280],
    ['light', 1280],
    ['light', 390],
  ] as const)('fits into the page in %s colours at %i pixels, cut and opened', async (colours, width) => {
    const { shown } = await cutPlan({
      dark: colours === 'dark',
      width,
      height: width === 390 ? 844 : 800,
    });
    await shown.settled();
    const found = [...(await shown.page.evaluate(findOverflow)), ...(await axeFinds(shown))];
    await keepPicture(shown, `plan-cut-${colours}-${width}`);
    await shown.at('open-plan').click();
    await shown.at('plan-cut').waitFor({ state: 'detached' });
    found.push(...(await shown.page.evaluate(findOverflow)), ...(await axeFinds(shown)));
    await keepPicture(shown, `plan-open-${colours}-${width}`);
    expect(found).toEqual([]);
  });
});

describe('a plan of 20,002 changes', () => {
  it('is opened, paged to its end and searched, and runs when it is approved', async () => {
    const { shown, answer } = await cutPlan({}, 20_001);
    expect(await shown.text('plan-cut')).toContain('of 20002 changes are shown');
    await shown.at('open-plan').click();
    await expect.poll(() => shown.at('plan').getAttribute('data-items')).toBe('20002');
    expect(await shown.text('plan-range')).toBe('1 to 1000 of 20002 changes');
    expect(await shown.text('plan-removed')).toContain('Rose (rose)');
    expect(await axeFinds(shown)).toEqual([]);
    await shown.at('plan-next').click();
    await expect.poll(() => shown.text('plan-range')).toBe('1001 to 2000 of 20002 changes');
    await shown.at('plan-last').click();
    await expect.poll(() => shown.text('plan-range')).toBe('20001 to 20002 of 20002 changes');
    expect(await shown.text('plan-other-changes')).toContain('Lily 20000');
    expect(await shown.at('plan-removed').count()).toBe(0);
    await shown.at('plan-find').fill('LILY 12345');
    await expect.poll(() => shown.text('plan-range')).toBe('1 of 20002 changes have this text.');
    expect(await shown.text('plan-other-changes')).toContain('Lily 12345');
    await shown.at('plan-find').fill('thorn');
    await expect.poll(() => shown.text('plan-range')).toBe('None of 20002 changes have this text.');
    expect(await axeFinds(shown)).toEqual([]);
    await shown.at('plan-find').fill('rose');
    await expect.poll(() => shown.text('plan-removed')).toContain('Rose (rose)');
    await shown.approve(answer);
    expect((await answer).text).toContain('the last is Lily 20000');
  });
});

describe('a call whose arguments were edited', () => {
  it('shows the plan of the new arguments instead of the old one, and runs exactly that', async () => {
    const { shown, nova, send } = await start();
    const sent = decisionsOf(shown);
    const answer = send(REMOVE);
    await expect.poll(() => shown.text('plan-removed')).toContain('Triton');
    await edit(shown, args => args.replace('triton', 'phobos'));
    await expect.poll(() => shown.text('plan-removed')).toContain('Phobos');
    expect(await shown.text('selected-approval')).not.toContain('Triton');
    expect(await shown.text('selected-approval')).toContain('with other arguments');
    expect(await shown.at('edit-form').count()).toBe(0);
    expect(await axeFinds(shown)).toEqual([]);
    await keepPicture(shown, 'plan-edited');
    expect(sent.map(({ path }) => path)).toEqual([expect.stringMatching(/\/plan$/)]);
    await shown.approve(answer);
    expect((await answer).isError).toBe(false);
    const [, decision] = sent;
    expect(decision?.body).toMatchObject({
      approve: true,
      digest: expect.any(String),
      arguments: { command: { type: 'removeStar', id: 'phobos' } },
    });
    expect((await nova.state(['phobos'])).text).not.toContain('Phobos');
    expect((await nova.state(['triton'])).text).toContain('Triton');
    await expect
      .poll(() => shown.text('toast'))
      .toContain('Approved with other arguments: removeStar phobos of nova.');
    const decided = shown.page.locator('[data-testid^="decided-"]');
    await expect.poll(() => decided.textContent()).toContain('removeStar phobos');
    expect(await decided.textContent()).toContain('Asked for: removeStar triton');
    await shown.go('#/activity');
    await expect.poll(() => shown.text('activity')).toContain('phobos');
  });

  it('goes back to the plan of the call as it was sent', async () => {
    const { shown, send } = await start();
    void send(REMOVE);
    await shown.at('plan-removed').waitFor();
    await edit(shown, args => args.replace('triton', 'phobos'));
    await expect.poll(() => shown.text('plan-removed')).toContain('Phobos');
    await shown.at('drop-edit').click();
    await expect.poll(() => shown.text('plan-removed')).toContain('Triton');
    expect(await shown.text('selected-approval')).not.toContain('Phobos');
  });

  it('has no plan on the page while others are written, planned or refused', async () => {
    const { shown, send } = await start();
    shown.tolerate(/Failed to load resource: .* 4\d\d/);
    void send(REMOVE);
    await shown.at('plan-removed').waitFor();
    await edit(shown, args => args.replace('triton', 'nowhere'));
    await expect.poll(() => shown.text('toast')).toContain('nowhere');
    expect(await shown.at('form-json').inputValue()).toContain('nowhere');
    expect(await shown.text('selected-approval')).not.toContain('Triton');
    expect(await shown.at('plan').count()).toBe(0);
    expect(await shown.at('approve').count()).toBe(0);
    expect(await axeFinds(shown)).toEqual([]);
    // The server does not answer yet.
    const held: (() => void)[] = [];
    await shown.page.route('**/operator/approvals/*/plan', route => {
      held.push(() => void route.continue());
    });
    await shown.at('form-json').fill((await shown.at('form-json').inputValue()).replace('nowhere', 'phobos'));
    await shown.at('form-submit').click();
    await expect.poll(() => shown.text('plan-pending')).toContain('is being made');
    expect(await shown.text('inbox')).not.toContain('Triton');
    expect(await shown.at('plan').count()).toBe(0);
    await expect.poll(() => held.length).toBe(1);
    held[0]?.();
    await expect.poll(() => shown.text('plan-removed')).toContain('Phobos');
    expect(await shown.text('selected-approval')).not.toContain('Triton');
    // As it was sent, after a form that was left.
    await shown.at('drop-edit').click();
    await shown.at('edit-arguments').click();
    expect(await shown.at('plan').count()).toBe(0);
    await shown.page.keyboard.press('Escape');
    await expect.poll(() => shown.text('plan-removed')).toContain('Triton');
  });

  it('shows the new plan when the server says that it differs, and needs a new press', async () => {
    const { server, shown, nova, send } = await start();
    shown.tolerate(/Failed to load resource: .* 409/);
    const sent = decisionsOf(shown);
    const answer = send(REMOVE);
    await shown.at('plan-removed').waitFor();
    await edit(shown, args => args.replace('triton', 'phobos'));
    await expect.poll(() => shown.text('plan-removed')).toContain('Phobos');
    // The server keeps three plans of other arguments: those of another person take the place of this one.
    const { approvals } = await server.operator.get('approvals');
    const [{ id }] = approvals as [{ id: string }];
    for (const other of ['deimos', 'io', 'europa']) {
      const given = { universeId: 'sol', command: { type: 'removeStar', id: other } };
      const status = await server.operator.status('POST', `approvals/${id}/plan`, { arguments: given });
      expect(status).toBe(200);
    }
    await shown.hold(shown.at('approve'), shown.at('plan-replaced').waitFor());
    expect(sent.filter(({ body }) => body.approve === true)).toHaveLength(1);
    expect(await shown.text('plan-removed')).toContain('Phobos');
    expect((await nova.state(['phobos'])).text).toContain('Phobos');
    expect(await axeFinds(shown)).toEqual([]);
    await shown.approve(answer);
    expect((await answer).isError).toBe(false);
    expect((await nova.state(['phobos'])).text).not.toContain('Phobos');
  });
});

describe('an approval whose plan changed while it waited', () => {
  it('is void, and the page says what differs, with the values of both plans', async () => {
    const { server, shown, send } = await start();
    const rename = (name: string) => send({ type: 'updateStar', id: 'mars', payload: { name } });
    const late = rename('Barsoom');
    await shown.at('plan-other-changes').waitFor();
    const first = (await server.operator.get('approvals')).approvals[0].id as string;
    void rename('Ares');
    await expect.poll(() => shown.approvals().count()).toBe(2);
    const { approvals } = await server.operator.get('approvals');
    const { id, digest } = approvals.find((each: { id: string }) => each.id !== first);
    await server.operator.send('POST', `approvals/${id}`, { approve: true, digest });
    await shown.at(`decided-${id}`).waitFor();
    expect(await shown.text('plan-other-changes')).toContain('Barsoom');
    await shown.approve(late);
    expect((await late).isError).toBe(true);
    await expect.poll(() => shown.text('toast')).toContain('Did not run: updateStar mars of nova.');
    const entry = shown.at(`decided-${first}`);
    await expect.poll(() => entry.textContent()).toContain('What differs:');
    const text = await entry.textContent();
    expect(text).toContain('{"name":"Ares"} -> {"name":"Barsoom"}');
    expect(text).toContain('{"name":"Mars"} -> {"name":"Barsoom"}');
    expect((await late).text).toContain('{"name":"Ares"} -> {"name":"Barsoom"}');
    await keepPicture(shown, 'plan-void');
    expect(await axeFinds(shown)).toEqual([]);
    // A record of the audit names who decided, who asked, and what differs.
    await shown.go('#/activity?kind=approval');
    await expect
      .poll(() => shown.text('audit'))
      .toMatch(/void: send_universe_command, sol updateStar mars, universe/);
  });
});

describe('calls in flight and what is open', () => {
  it('are listed with a button that is held to end one, and its client gets the reason', async () => {
    const { server, shown, send } = await start({ hash: '#/sessions' });
    const answer = send(REMOVE).catch((thrown: Error) => thrown.message);
    const stream = await fetch(new URL('universe/universes/sol/events', server.base), {
      headers: { authorization: 'Bearer token-of-nova-0123456789', accept: 'text/event-stream' },
    });
    const rows = shown.at('call-table').locator('tbody tr');
    const call = rows.filter({ hasText: 'send_universe_command' });
    await call.waitFor();
    await expect.poll(() => call.textContent()).toMatch(/nova[\s\S]*universe[\s\S]*approval/);
    expect(await axeFinds(shown)).toEqual([]);
    await keepPicture(shown, 'calls');
    const end = call.getByRole('button', { name: 'End' });
    await end.click();
    expect(await call.count()).toBe(1);
    await shown.hold(end, answer);
    expect(await answer).toContain('The operator ended this call.');
    await call.waitFor({ state: 'detached' });
    const feed = rows.filter({ hasText: 'nova' }).filter({ hasText: 'feed' });
    await shown.hold(
      feed.getByRole('button', { name: 'End' }),
      stream.text().catch(() => ''),
    );
    await feed.waitFor({ state: 'detached' });
    await expect.poll(() => shown.text('toast')).toContain('ended');
  });
});

/** For a person who looks at the pages: WORLDWIRE_PICTURES is a folder. */
async function keepPicture({ page }: ConsolePage, name: string): Promise<void> {
  const folder = process.env.WORLDWIRE_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
}
