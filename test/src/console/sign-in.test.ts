import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { localServer, OperatorAt } from '../../../apps/worldwire/src/testing/operator.js';
import { garden, serveHere } from '../front-door/garden.js';
import { startAuthorizationServer } from '../oauth/authorization-server.js';
import { ConsoleServer } from './harness/console-server.js';
import { otherOrigin } from './harness/other-origin.js';
import { useBrowser } from './harness/use-browser.js';

const browser = useBrowser();
const SCOPES = ['read', 'write', 'eval', 'operate', 'approve'].map(right => `worldwire:${right}`);

async function context(): Promise<BrowserContext> {
  const opened = await browser().newContext();
  onTestFinished(() => opened.close());
  return opened;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

it('the file that --open gives a browser opens the console', async () => {
  const server = await ConsoleServer.start({ worlds: ['universe'] });
  const { token } = await localServer(join(server.folder, 'data'));
  const operator = new OperatorAt(new URL(server.base).origin, token);
  const { page: file } = (await (await operator.send('POST', 'console', { page: true })).json()) as {
    page: string;
  };
  const page = await (await context()).newPage();
  await page.goto(pathToFileURL(file).href);
  await page.getByTestId('stop-switch').waitFor();
  expect(page.url()).toMatch(/^http:[^#]*#\/(?!login)/);
});

it('the page after a sign-out shows the ways that this server has, and the command with its data folder', async () => {
  const server = await ConsoleServer.start({ worlds: ['universe'], hasTokens: false });
  const page = await (await context()).newPage();
  await page.goto(server.link);
  await page.getByTestId('sign-out').click();
  const login = page.getByTestId('login');
  await login.waitFor();
  const command = await login.locator('code').innerText();
  expect(command.endsWith(` console --data ${join(server.folder, 'data')}`)).toBe(true);
  expect(await login.getByTestId('login-token').count()).toBe(0);
});

it('a sign-in at the issuer goes on while a page of another port begins and ends others', async () => {
  const granted = new Map<string, string>();
  const authorization = await startAuthorizationServer(SCOPES, resource => granted.get(resource));
  onTestFinished(() => authorization.close());
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/`;
  granted.set(base, SCOPES.join(' '));
  const registered = await fetch(`${authorization.issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      redirect_uris: [`${base}session/callback`],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    }),
  });
  const { client_id: oauthClientId } = (await registered.json()) as { client_id: string };
  await serveHere([garden(), garden('pond')], {
    port: { main: port, garden: 0, pond: 0 },
    oauthIssuer: [authorization.issuer],
    oauthClientId,
  });
  const opened = await context();
  const page = await opened.newPage();
  await page.goto(base);
  await page.getByTestId('login-oauth').click();
  await page.waitForURL(`${authorization.issuer}/**`);
  const before = await opened.cookies(`${base}session`);
  expect(before).toMatchObject([{ name: `worldwire-${port}-login`, sameSite: 'Lax', httpOnly: true }]);
  const attacker = await opened.newPage();
  const images = Array.from({ length: 20 }, (_, index) => `<img src="${base}session/oauth?${index}">`).join(
    '',
  );
  await attacker.goto(
    await otherOrigin(`<!doctype html>${images}<iframe src="${base}session/oauth"></iframe>
      <a id="begin" href="${base}session/oauth">begin</a>
      <a id="end" href="${base}session/callback?state=x&error=access_denied">end</a>`),
  );
  for (const id of ['begin', 'end']) {
    const [response] = await Promise.all([
      attacker.waitForResponse(answer => answer.request().isNavigationRequest()),
      attacker.locator(`#${id}`).click(),
    ]);
    expect(response.status()).toBe(403);
    await attacker.goBack();
  }
  expect(await opened.cookies(`${base}session`)).toEqual(before);
  await page.getByPlaceholder('Enter any login').fill('ann');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByTestId('stop-switch').waitFor();
  expect(page.url().startsWith(base)).toBe(true);
});
