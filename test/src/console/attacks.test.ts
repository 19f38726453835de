import { describe, expect, it } from 'vitest';
import { ConsolePage } from './harness/console-page.js';
import { ConsoleServer } from './harness/console-server.js';
import { otherOrigin } from './harness/other-origin.js';
import { useBrowser } from './harness/use-browser.js';

const browser = useBrowser();

async function signedIn() {
  const server = await ConsoleServer.start({ worlds: ['universe'] });
  const shown = await ConsolePage.signIn(browser(), server, { hash: '#/universe/sol' });
  await shown.expectDrawn('universe-canvas', 'bodies').toBe('33');
  return { server, shown };
}

/** The headers by which the page proves its session: the cookie, and the key that it keeps. */
async function credentials(shown: ConsolePage): Promise<{ cookie: string; key: string }> {
  const [session] = await shown.context.cookies();
  const key = await shown.page.evaluate<string>(`localStorage.getItem('worldwire.key')`);
  return { cookie: `${session?.name}=${session?.value}`, key };
}

describe('the session of a browser', () => {
  it('is a cookie that scripts cannot read and other sites do not send', async () => {
    const { shown } = await signedIn();
    const cookies = await shown.context.cookies();
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);
    expect(await shown.page.evaluate('document.cookie')).toBe('');
  });

  it('needs both the cookie and the key', async () => {
    const { server, shown } = await signedIn();
    const { cookie, key } = await credentials(shown);
    const status = async (headers: Record<string, string>) => {
      const response = await fetch(new URL('operator/worlds', server.base), { headers });
      await response.body?.cancel();
      return response.status;
    };
    expect(await status({ cookie, 'x-worldwire-key': key })).toBe(200);
    expect(await status({ cookie })).toBeGreaterThanOrEqual(401);
    expect(await status({ 'x-worldwire-key': key })).toBeGreaterThanOrEqual(401);
    expect(await status({ cookie, 'x-worldwire-key': `${key}x` })).toBeGreaterThanOrEqual(401);
  });

  it('ends at the server when the person signs out', async () => {
    const { server, shown } = await signedIn();
    const { cookie, key } = await credentials(shown);
    const headers = { cookie, 'x-worldwire-key': key };
    const session = new URL('session', server.base);
    expect((await fetch(session, { headers })).status).toBe(200);
    const ended = await fetch(session, { method: 'DELETE', headers: { ...headers, origin: session.origin } });
    expect(ended.status).toBe(204);
    expect((await fetch(session, { headers })).status).toBe(401);
    shown.tolerate(/401|Failed to load resource/);
  });

  it('cannot be used by a page of another port, by fetch, forms, pictures and frames', async () => {
    const { server, shown } = await signedIn();
    const nova = await server.agent('nova');
    const evil = await otherOrigin('<!doctype html><title>evil</title><iframe name="sink"></iframe>');
    const attacker = await shown.context.newPage();
    await attacker.goto(evil);
    const outcomes = await attacker.evaluate(attack, server.base);
    // No answer could be read: each attempt is blocked or opaque.
    expect(outcomes.filter(outcome => !/^(blocked|opaque)/.test(outcome))).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(10);
    // None had an effect: writes are open, and the universe is as it was.
    expect((await nova.state(['earth'])).text).toContain('Earth');
    await nova.command({ type: 'updateStar', id: 'earth', payload: { name: 'Terra' } });
    await shown.expectDrawn('universe-canvas', 'revision').toBe('1');
    const { records } = await server.operator.get('audit?limit=100');
    const done = (records as { principal?: string; outcome?: string }[]).filter(
      ({ outcome }) => outcome === 'done',
    );
    expect(done.map(({ principal }) => principal)).toEqual(['nova']);
    // A frame that the policy of the page refuses shows an error page of the browser.
    const framed = attacker.frames().map(frame => frame.url());
    expect(framed.filter(url => url.startsWith('chrome-error:')).length).toBeGreaterThan(0);
    expect(framed.filter(url => url === server.base)).toEqual([]);
    await attacker.close();
  });
});

/** Runs in the page of the attacker. */
async function attack(base: string): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: the globals of a page, which these tests are compiled without.
  const { document, fetch, Image } = globalThis as any;
  const outcomes: string[] = [];
  const rename = JSON.stringify({ type: 'updateStar', id: 'earth', payload: { name: 'Owned' } });
  const call = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'send_universe_command', arguments: { universeId: 'sol', command: JSON.parse(rename) } },
  });
  const targets: [string, string, string | undefined][] = [
    ['GET', 'session', undefined],
    ['GET', 'operator/worlds', undefined],
    ['GET', 'operator/audit', undefined],
    ['GET', 'universe/universes/sol', undefined],
    ['POST', 'operator/stop', '{}'],
    ['POST', 'universe/universes/sol/commands', rename],
    ['POST', 'universe/mcp', call],
    ['POST', 'session', '{"code":"guess"}'],
  ];
  for (const [method, path, body] of targets) {
    for (const mode of ['cors', 'no-cors']) {
      for (const type of ['text/plain', 'application/json']) {
        if (mode === 'no-cors' && type === 'application/json') continue;
        try {
          const headers = body === undefined ? {} : { 'content-type': type };
          const response = await fetch(base + path, { method, mode, headers, body, credentials: 'include' });
          outcomes.push(
            response.type === 'opaque' ? `opaque ${path}` : `read ${method} ${path}: ${response.status}`,
          );
        } catch {
          outcomes.push(`blocked ${path}`);
        }
      }
    }
  }
  for (const [path, name, value] of [
    ['operator/stop', '{"x":"', '"}'],
    ['universe/universes/sol/commands', rename.slice(0, -1).concat(',"x":"'), '"}'],
    ['universe/mcp', call.slice(0, -1).concat(',"x":"'), '"}'],
  ] as const) {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: base + path, enctype: 'text/plain', target: 'sink' });
    const input = document.createElement('input');
    Object.assign(input, { name, value });
    form.append(input);
    document.body.append(form);
    const sink = document.querySelector('iframe');
    await new Promise(resolve => {
      sink.addEventListener('load', resolve, { once: true });
      form.submit();
    });
  }
  await new Promise(resolve => {
    const image = new Image();
    image.onload = image.onerror = resolve;
    image.src = `${base}operator/stop`;
  });
  const frame = document.createElement('iframe');
  await new Promise(resolve => {
    frame.addEventListener('load', resolve, { once: true });
    frame.src = base;
    document.body.append(frame);
  });
  return outcomes;
}
