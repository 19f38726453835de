import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Program, run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { garden, serveHere } from '../front-door/garden.js';
import { BrowserPage } from './browser-page.js';

const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

interface Listening {
  readonly wire: string;
  readonly world?: string;
  readonly url: string;
  readonly link?: string;
}

async function start(...flags: string[]) {
  const program = new Program(['serve', '--json', ...flags]);
  const console = JSON.parse(await program.line('stdout', '"wire":"console"')) as Listening;
  const world = async (name: string) =>
    JSON.parse(await program.line('stdout', `"world":"${name}","wire":"http"`)) as Listening;
  return { program, console, world };
}

/** A port that something else has taken. */
async function takenPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** The first of some free ports in a row. */
async function freePortRow(count: number): Promise<number> {
  for (;;) {
    const first = await freePort();
    const servers = Array.from({ length: count }, () => createServer());
    const opened = servers.map(
      (server, index) =>
        new Promise<boolean>(resolve => {
          server.once('error', () => resolve(false));
          server.listen(first + index, '127.0.0.1', () => resolve(true));
        }),
    );
    const areFree = (await Promise.all(opened)).every(Boolean);
    await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))));
    if (areFree) return first;
  }
}

/** The words of a printed command, as a shell reads them. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

function portOf({ url }: { readonly url: string }): string {
  return new URL(url).port;
}

describe('the main port', () => {
  it('is that of the one world with --port N: both are at its root, and the world below its name too', async () => {
    const { console, world } = await start('lighthouse', '--port', '0');
    const { url } = await world('lighthouse');
    expect(new URL('/', url).href).toBe(console.url);
    const page = await BrowserPage.open(console.link as string);
    expect(await page.status('GET', '')).toBe(200);
    for (const path of ['mcp', 'lighthouse/mcp', 'lighthouse/sse'])
      expect([path, await page.status('PUT', path)]).toEqual([path, 405]);
  });

  it('has the description of a world below its name, with addresses that are there', async () => {
    const { console, world } = await start('universe', 'conformance', '--port', '0');
    const { url } = await world('universe');
    for (const address of [new URL('openapi.json', url), new URL('universe/openapi.json', console.url)]) {
      const { servers, paths } = (await (await fetch(address)).json()) as {
        servers: [{ url: string }];
        paths: object;
      };
      expect(Object.keys(paths)).toContain('/universes');
      const base = new URL(servers[0].url, address).href.replace(/\/$/, '');
      expect((await fetch(`${base}/universes`)).status).toBe(200);
    }
    expect(await (await fetch(new URL('universe/nothing', console.url))).text()).toContain(
      '/universe/openapi.json describes the other paths of its world.',
    );
  });

  it('is one of its own for several worlds with --port 0', async () => {
    const { console, world } = await start('lighthouse', 'conformance', '--port', '0');
    const ports = [console, await world('lighthouse'), await world('conformance')].map(portOf);
    expect(new Set(ports).size).toBe(3);
  });

  it('is N with --port N and several worlds, which have the next ports', async () => {
    const main = await freePortRow(3);
    const { console, world } = await start('lighthouse', 'conformance', '--port', `${main}`);
    const ports = [console, await world('lighthouse'), await world('conformance')].map(portOf);
    expect(ports).toEqual([main, main + 1, main + 2].map(String));
    for (const name of ['lighthouse', 'conformance'])
      expect(await new BrowserPage(console.url).status('PUT', `${name}/mcp`)).toBe(405);
  });

  it('is named by --port main=N, also where the world has another', async () => {
    const [main, own] = [await freePort(), await freePort()];
    const { console, world } = await start(
      'lighthouse',
      '--port',
      `main=${main}`,
      '--port',
      `lighthouse=${own}`,
    );
    expect([portOf(console), portOf(await world('lighthouse'))]).toEqual([`${main}`, `${own}`]);
    // Rights and sessions are those of one kernel.
    expect(await new BrowserPage(console.url).status('PUT', 'lighthouse/mcp')).toBe(405);
    expect(await new BrowserPage(console.url).status('PUT', 'mcp')).toBe(404);
  });

  it('that is named and taken is an error with the next step', async () => {
    const port = await takenPort();
    const flags = ['serve', 'lighthouse', '--port', 'lighthouse=0', '--port', `main=${port}`];
    const { code, stderr } = await run([...flags, '--log-level', 'silent']);
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(stderr).toContain('--port main=N, or --port main=0');
  });

  it('that is not named and taken is another one, and the server says so', async () => {
    // Whether this program has 3000 or not: it is taken for the server.
    const holder = createServer();
    const held = await new Promise(resolve => {
      holder.once('error', () => resolve(false)).listen(3000, '127.0.0.1', () => resolve(true));
    });
    if (held) onTestFinished(() => void holder.close());
    const program = new Program(['serve', 'conformance', '--port', `conformance=${await freePort()}`]);
    const line = await program.line('stdout', 'Open the console');
    expect(line).toMatch(/^Open the console: http:\/\/127\.0\.0\.1:(?!3000\/)\d+\/#login=[\w-]{43} /);
    expect(await program.line('stdout', '3000')).toContain('in use');
    expect(await program.line('stderr', 'main port is in use')).toContain('3000');
  });

  it('shares the first port of worlds from a program, so that their addresses stay as they are', async () => {
    const port = await freePort();
    const { url, mainUrl } = await serveHere([garden(), garden('pond')], {
      port: { garden: port, pond: 0, main: port },
    });
    expect([url, mainUrl]).toEqual([`http://127.0.0.1:${port}/mcp`, `http://127.0.0.1:${port}/`]);
    for (const path of ['mcp', 'garden/mcp', 'pond/mcp'])
      expect([path, await new BrowserPage(mainUrl).status('PUT', path)]).toEqual([path, 405]);
  });

  it.each(['main', 'operator', 'session', 'assets', 'metrics'])('has no world named %s', async name => {
    await expect(serveHere(garden(name))).rejects.toThrow(
      `is a world named "${name}", which is the name of a part of worldwire. Rename it.`,
    );
  });

  it('closes with the server, with a stream open', async () => {
    const { program, console } = await start('lighthouse', 'conformance', '--port', '0');
    const page = await BrowserPage.open(console.link as string);
    const stream = await page.send('GET', 'operator/audit/stream');
    program.kill('SIGTERM');
    await stream.text().catch(() => '');
    expect((await program.ended).code).toBe(0);
    const socket = new Socket();
    const refused = new Promise(resolve => socket.once('error', resolve));
    socket.connect(Number(portOf(console)), '127.0.0.1');
    expect(await refused).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the cookie over TLS', () => {
  it('is Secure', async () => {
    const program = new Program([
      ...['serve', 'lighthouse', '--json', '--port', '0'],
      ...['--tls-cert', fixture('loopback-cert.pem'), '--tls-key', fixture('loopback-key.pem')],
    ]);
    const { link } = JSON.parse(await program.line('stdout', '"wire":"console"')) as { link: string };
    expect(link).toMatch(/^https:/);
    const [url = '', code] = link.split('#login=');
    const sent = request(new URL('session', url), {
      method: 'POST',
      agent: new Agent({ rejectUnauthorized: false }),
      headers: { 'content-type': 'application/json' },
    }).end(JSON.stringify({ code }));
    const [response] = await once(sent, 'response');
    response.resume();
    expect(response.headers['set-cookie'][0]).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
  });
});

describe('worldwire console', () => {
  it('prints a new link of the server that uses the data folder, also where tokens are required', async () => {
    const cwd = await temporaryFolder();
    await writeFile(`${cwd}/tokens`, 'olga olga-token-0123456789 read\n', { mode: 0o600 });
    const program = new Program(
      ['serve', 'lighthouse', '--json', '--port', '0', '--token-file', 'tokens', '--data', 'data'],
      { cwd },
    );
    const { url, link } = JSON.parse(await program.line('stdout', '"wire":"console"')) as Listening;
    expect(link).toBeUndefined();
    const { code, stdout } = await run(['console', '--data', 'data'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${url}#login=[\\w-]{43}\\n$`))]);
    const page = await BrowserPage.open(stdout.trim());
    expect(await page.get('session')).toMatchObject({ principal: 'console' });
  });

  it('is in the start text with --token-file, beside the command for a token that signs in', async () => {
    const cwd = await temporaryFolder();
    await writeFile(`${cwd}/tokens`, 'olga olga-token-0123456789 read\n', { mode: 0o600 });
    const flags = ['--port', '0', '--token-file', 'tokens', '--data', 'my data'];
    const program = new Program(['serve', 'lighthouse', ...flags], { cwd });
    const [, url = ''] = (await program.line('stdout', 'Open the console')).split(': ');
    const byLink = await program.line('stdout', /^Sign in by a link:/);
    const [, command = ''] = /: +node \S+ (.*) \(prints/.exec(byLink) as RegExpExecArray;
    const printed = await run(wordsOf(command), { cwd });
    expect(await (await BrowserPage.open(printed.stdout.trim())).get('session')).toMatchObject({
      principal: 'console',
    });
    const byToken = await program.line('stdout', /^Or by a token:/);
    const [, make = ''] = /as node \S+ (.*) makes$/.exec(byToken) as RegExpExecArray;
    const made = await run(wordsOf(make.replace('NAME', 'peter')), { cwd });
    await program.line('stderr', 'peter');
    const page = new BrowserPage(url);
    expect((await page.logIn({ token: made.stdout.split('\n')[0] })).status).toBe(200);
    expect(await page.get('session')).toMatchObject({ principal: 'peter' });
  });

  it('says that a server with --no-console has none', async () => {
    const cwd = await temporaryFolder();
    const flags = ['serve', 'lighthouse', '--json', '--port', '0', '--no-console', '--data', 'data'];
    const program = new Program(flags, { cwd });
    await program.url();
    const { code, stderr } = await run(['console', '--data', 'data'], { cwd });
    expect([code, stderr]).toEqual([1, expect.stringContaining('without --no-console')]);
    program.kill('SIGTERM');
    expect((await program.ended).stdout).not.toContain('console');
  });
});
