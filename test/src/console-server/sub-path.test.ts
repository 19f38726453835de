import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { garden, serveHere } from '../front-door/garden.js';
import { BrowserPage, codeOf, toolCall } from './browser-page.js';

const PREFIX = '/worlds';

/** A proxy that serves what is below a prefix, as nginx does with `location /worlds/ { proxy_pass http://…/; }`. */
async function proxyTo(target: string): Promise<string> {
  const { hostname, port } = new URL(target);
  const server = createServer((given, answer) => {
    const { url = '', method, headers } = given;
    if (!url.startsWith(`${PREFIX}/`)) return answer.writeHead(404).end();
    const path = url.slice(PREFIX.length);
    const sent = request({ hostname, port, path, method, headers }, response => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    given.pipe(sent);
    return undefined;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('below a sub-path of a proxy the page, the session, the operator and the worlds work', async () => {
  const served = await serveHere([garden(), garden('pond')], { allow: ['writes'] });
  const origin = await proxyTo(served.mainUrl);
  const page = new BrowserPage(`${origin}${PREFIX}/`);
  const html = await (await page.send('GET', '')).text();
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
  expect(addresses.length).toBeGreaterThan(1);
  for (const address of addresses) expect(await page.status('GET', address)).toBe(200);
  expect((await page.logIn({ code: codeOf(served.consoleLink() as string) })).status).toBe(200);
  // A path would be that of this server, not that of the proxy.
  expect(page.setCookie).not.toMatch(/path=|domain=/i);
  expect(await page.get('session')).toMatchObject({ principal: 'console' });
  expect(await page.get('operator/worlds')).toMatchObject({ total: 2 });
  const { body, headers } = toolCall('plant', { flower: 'lily' });
  expect(await (await page.send('POST', 'pond/mcp', body, headers)).text()).toContain('2 flowers');
  expect(await page.status('DELETE', 'session')).toBe(204);
});

it('a proxy under its own name needs --public-host and --origin, as for other pages', async () => {
  const options = { publicHost: ['worlds.example'], origin: ['https://worlds.example'] };
  const served = await serveHere([garden(), garden('pond')], options);
  const page = new BrowserPage(served.mainUrl);
  const code = codeOf(served.consoleLink() as string);
  const from = { origin: 'https://worlds.example', 'sec-fetch-site': 'same-origin' };
  expect((await page.logIn({ code }, { ...from, origin: 'https://other.example' })).status).toBe(403);
  expect((await page.logIn({ code }, from)).status).toBe(200);
  // The proxy has TLS, which the server sees by the origin alone.
  expect(page.setCookie).toMatch(/; Secure$/);
});
