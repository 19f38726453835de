import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { useBrowser } from './harness/use-browser.js';

const CANVAS = 'universe-canvas';
const SOL_BODIES = 33;
const RENAME = { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } };

const browser = useBrowser();

async function waitingOf(flags = ['--allow', 'writes', '--approve', 'writes']) {
  const server = await ConsoleServer.start({ worlds: ['universe'], flags });
  const shown = await ConsolePage.signIn(browser(), server, { hash: '#/approvals' });
  const nova = await server.agent('nova');
  const send = (command: object) => nova.call('send_universe_command', { universeId: 'sol', command });
  return { server, shown, nova, send };
}

describe('approvals in the console', () => {
  it('shows a waiting write with its plan, and runs it when a person approves', async () => {
    const { shown, nova, send } = await waitingOf();
    const answer = send(RENAME);
    const card = shown.approvals().first();
    await card.waitFor();
    await expect.poll(() => card.textContent()).toMatch(/send_universe_command[\s\S]*nova/);
    await card.click();
    await expect.poll(() => shown.text()).toMatch(/Earth[\s\S]*Terra/);
    expect((await nova.state(['earth'])).text).not.toContain('Terra');
    await shown.approve(answer);
    expect((await answer).isError).toBe(false);
    expect((await nova.state(['earth'])).text).toContain('Terra');
    await expect.poll(() => shown.approvals().count()).toBe(0);
  });

  it('denies a write, and the agent gets the reason', async () => {
    const { shown, nova, send } = await waitingOf();
    const answer = send(RENAME);
    await shown.approvals().first().click();
    await shown.at('deny').first().click();
    await shown.at('deny-reason').fill('Rename Mars instead.');
    await shown.at('deny-reason').press('Enter');
    const denied = await answer;
    expect(denied.isError).toBe(true);
    expect(denied.text).toContain('Rename Mars instead.');
    expect((await nova.state(['earth'])).text).not.toContain('Terra');
  });

  it('decides by keys alone: a approves, d denies with a reason', async () => {
    const { shown, send } = await waitingOf();
    const first = send(RENAME);
    await shown.at('approve').waitFor();
    await shown.page.keyboard.press('a');
    await shown.page.keyboard.down('Enter');
    await first;
    await shown.page.keyboard.up('Enter');
    expect((await first).isError).toBe(false);
    const second = send({ type: 'updateStar', id: 'mars', payload: { name: 'Ares' } });
    await expect.poll(() => shown.text('inbox')).toContain('Ares');
    await shown.at('deny').waitFor();
    await shown.page.keyboard.press('d');
    await shown.at('deny-reason').waitFor();
    await shown.page.keyboard.type('Not today.');
    await shown.page.keyboard.press('Enter');
    const denied = await second;
    expect(denied.isError).toBe(true);
    expect(denied.text).toContain('Not today.');
  });

  it('runs a destructive write only after the button was held', async () => {
    const { shown, nova, send } = await waitingOf(['--allow', 'writes', '--approve', 'destructive']);
    const answer = send({ type: 'removeStar', id: 'triton' });
    await shown.approvals().first().click();
    const approve = shown.at('approve').first();
    await approve.click();
    expect((await nova.state(['triton'])).text).toContain('Triton');
    expect(await shown.approvals().count()).toBe(1);
    await shown.hold(approve, answer);
    expect((await answer).isError).toBe(false);
  });

  it('stops all writes by one switch, and resumes them', async () => {
    const server = await ConsoleServer.start({ worlds: ['universe'] });
    const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
    await shown.expectDrawn(CANVAS, 'bodies').toBe(String(SOL_BODIES));
    const nova = await server.agent('nova');
    const send = () => nova.call('send_universe_command', { universeId: 'sol', command: RENAME });
    await shown.hold(shown.at('stop-switch'), shown.at('resume').waitFor());
    const refused = await send();
    expect(refused.isError).toBe(true);
    expect(refused.text).toMatch(/stopped|closed/);
    await shown.at('resume').click();
    await shown.at('stop-switch').waitFor();
    expect((await send()).isError).toBe(false);
  });
});
