import { spawn } from 'node:child_process';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { auditOutcome, usualData } from '../testing/audit.js';
import { callTool, openSession, Reading, resultOf } from '../testing/client.js';
import { PROGRAM, Program, run, temporaryFolder } from '../testing/program.js';

const TOKEN = 'a-token-of-some-length';
const FIXTURES = fileURLToPath(new URL('../../../../test/src/fixtures/', import.meta.url));

interface Answer {
  readonly result: { readonly tools: readonly { readonly name: string }[] };
}

describe('serve, when it is ready', () => {
  it('prints one JSON line per endpoint with --json, and then that of the console', async () => {
    const program = new Program(['serve', 'universe', '--port', '0', '--json']);
    const line = await program.line('stdout', '"wire":"http"');
    const { url, ...rest } = JSON.parse(line);
    expect(rest).toEqual({ event: 'listening', world: 'universe', wire: 'http', pid: program.child.pid });
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(Object.keys(JSON.parse(line))).toEqual(['event', 'world', 'wire', 'url', 'pid']);
    const last = await program.line('stdout', '"wire":"console"');
    const main = new URL('/', url).href;
    expect(JSON.parse(last)).toEqual({
      event: 'listening',
      wire: 'console',
      url: main,
      link: expect.stringMatching(new RegExp(`^${main}#login=[\\w-]{43}$`)),
      pid: program.child.pid,
    });
    program.kill('SIGTERM');
    expect((await program.ended).stdout).toBe(`${line}\n${last}\n`);
  });

  it('prints the name, the address, the access and how to connect', async () => {
    const program = new Program(['serve', '--port', '0']);
    expect(await program.line('stdout', 'universe')).toMatch(
      /^universe {2}http:\S+\/mcp {2,}writes allowed$/,
    );
    const url = /http:\S+/.exec(await program.line('stdout', 'universe'))?.[0];
    expect(await program.line('stdout', 'Connect')).toBe(
      `Connect a client: node ${PROGRAM} setup claude-code --world universe --http ${url}`,
    );
  });

  it('prints in columns a page to open, which exists', async () => {
    const program = new Program(['serve', '--port', '0']);
    await program.line('stdout', /^Stop the server: {2}Ctrl\+C$/);
    const worlds = await Promise.all(
      ['universe', 'unity', 'unreal'].map(name => program.line('stdout', new RegExp(`^${name} `))),
    );
    expect(new Set(worlds.map(line => line.indexOf('http')))).toEqual(new Set(['universe  '.length]));
    const [, picture = ''] = (await program.line('stdout', 'Open a picture')).split(/: +/);
    const response = await fetch(picture);
    expect(response.headers.get('content-type')).toBe('image/png');
    await response.arrayBuffer();
  });

  it('prints its name in the next command where npx finds it', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0'], {
      cwd: dirname(PROGRAM),
      env: { HOME: await temporaryFolder() },
    });
    expect(await program.line('stdout', 'Connect')).toContain('client: npx worldwire setup claude-code ');
  });

  it('prints how to connect with a token, and that works', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), `ann ${TOKEN}\n`, { mode: 0o600 });
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--token-file', 'tokens'], { cwd });
    const [, args = ''] = (await program.line('stdout', 'Connect')).split(`${PROGRAM} `);
    expect(args).toMatch(/ --token-env WORLDWIRE_TOKEN$/);
    expect(await program.line('stdout', /^Give it a token/)).toContain(join(cwd, 'tokens'));
    expect(await run(args.split(' '), { cwd })).toMatchObject({ code: 0 });
    const file = JSON.parse(await readFile(join(cwd, '.mcp.json'), 'utf8'));
    const { url, headers } = file.mcpServers['worldwire-lighthouse'];
    const sent = headers.Authorization.replace(/\$\{WORLDWIRE_TOKEN\}$/, TOKEN);
    expect((await fetch(url, { headers: { authorization: sent } })).status).toBe(200);
  });

  it('serves the private conformance world by name', async () => {
    const program = new Program(['serve', 'conformance', '--port', '0', '--json']);
    expect(await (await fetch(await program.url())).json()).toMatchObject({ name: 'conformance' });
  });

  it('serves several worlds, each at its own port', async () => {
    const program = new Program(['serve', 'lighthouse', 'conformance', '--port', '0', '--json']);
    const first = JSON.parse(await program.line('stdout', '"lighthouse"'));
    const second = JSON.parse(await program.line('stdout', '"conformance"'));
    expect(first.url).not.toBe(second.url);
  });
});

describe('serve, as its operator allows', () => {
  it('denies writes until they are allowed, and audits both', async () => {
    const shut = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const denied = await resultOf(await callTool(await shut.url(), 'set_beacon', { colour: 'red' }));
    expect(denied.isError).toBe(true);
    expect(denied.content[0]?.text).toContain('--allow writes');
    await auditOutcome(usualData(shut.home), { outcome: 'denied', tool: 'set_beacon' });

    const open = new Program(['serve', 'lighthouse', '--port', '0', '--json', '--allow', 'writes']);
    const done = await resultOf(await callTool(await open.url(), 'set_beacon', { colour: 'red' }));
    expect(done.structuredContent).toMatchObject({ after: { colour: 'red' } });
    await auditOutcome(usualData(open.home), { outcome: 'done', tool: 'set_beacon' });
  });

  it('audits writes whatever the level of the log, in its data folder', async () => {
    const cwd = await temporaryFolder();
    const args = ['serve', 'universe', '--port', '0', '--json', '--log-level', 'silent', '--data', 'kept'];
    const program = new Program(args, { cwd });
    const response = await fetch(new URL('/universes/sol/commands', await program.url()), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: JSON.stringify({ type: 'tick' }),
    });
    expect(response.status).toBe(200);
    expect(await auditOutcome(join(cwd, 'kept'), { outcome: 'done', operationKey: 'once' })).toMatchObject({
      world: 'universe',
      principal: 'local',
      tool: 'POST /universes/:id/commands',
    });
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('warns that --allow remote-config has no effect only when that is so', async () => {
    const warning = 'remote-config opens';
    for (const world of ['lighthouse', 'unity']) {
      const cwd = await temporaryFolder();
      const args = ['serve', world, '--port', '0', '--json', '--allow', 'remote-config'];
      const program = new Program(args, { cwd, env: { TMPDIR: cwd } });
      await program.url();
      program.kill('SIGTERM');
      expect((await program.ended).stderr.includes(warning)).toBe(world === 'lighthouse');
    }
  });

  it('stays read-only with --read-only and --allow', async () => {
    const program = new Program([
      'serve',
      'lighthouse',
      '--port',
      '0',
      '--json',
      '--allow',
      'writes',
      '--read-only',
    ]);
    const denied = await resultOf(await callTool(await program.url(), 'set_beacon', { colour: 'red' }));
    expect(denied.isError).toBe(true);
  });

  it('refuses to bind wider than this machine without a token file', async () => {
    const { code, stdout, stderr } = await run(['serve', '--host', '0.0.0.0', '--port', '0']);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^worldwire: .*Binding 0\.0\.0\.0 .*token file.*\n$/);
  });

  it('has made nothing when it refuses to bind', async () => {
    const cwd = await temporaryFolder();
    const args = ['serve', 'universe', '--host', '0.0.0.0', '--port', '0', '--data', 'new'];
    expect(await run(args, { cwd, env: { WORLDWIRE_STORE: 'sqlite' } })).toMatchObject({ code: 1 });
    expect(await readdir(cwd)).toEqual([]);
  });

  it('requires a token when a token file is given, and logs none', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'tokens'), `ann ${TOKEN}\n`);
    await chmod(join(folder, 'tokens'), 0o600);
    const args = [
      'serve',
      'lighthouse',
      '--host',
      '0.0.0.0',
      '--port',
      '0',
      '--json',
      '--token-file',
      'tokens',
      '--log-level',
      'trace',
    ];
    const program = new Program(args, { cwd: folder });
    const url = await program.url();
    expect((await callTool(url, 'look', {})).status).toBe(401);
    expect((await callTool(url, 'look', {}, { token: TOKEN })).status).toBe(200);
    await callTool(url, 'set_beacon', { colour: 'red' }, { token: TOKEN });
    await auditOutcome(usualData(folder), { principal: 'ann' });
    program.kill('SIGTERM');
    expect((await program.ended).stderr).not.toContain(TOKEN);
    expect(await readFile(join(usualData(folder), 'audit.jsonl'), 'utf8')).not.toContain(TOKEN);
  });

  it('lets further origins and host names in when they are named', async () => {
    const shut = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const headers = { origin: 'https://console.example' };
    expect((await fetch(await shut.url(), { headers })).status).toBe(403);
    const open = new Program([
      'serve',
      'lighthouse',
      '--port',
      '0',
      '--json',
      '--origin',
      'https://console.example',
    ]);
    expect((await fetch(await open.url(), { headers })).status).toBe(200);
  });
});

describe('serve, with a configuration file', () => {
  it('reads its settings, with paths relative to the file, and lets flags win', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'tokens'), TOKEN);
    const config = {
      worlds: 'conformance',
      port: 0,
      json: true,
      'token-file': 'tokens',
      'log-level': 'silent',
    };
    await writeFile(join(folder, 'worldwire.json'), JSON.stringify(config));
    const program = new Program(['serve', 'lighthouse', '--config', join(folder, 'worldwire.json')]);
    const { world, url } = JSON.parse(await program.line('stdout', '"wire":"http"'));
    expect(world).toBe('lighthouse');
    expect((await fetch(url)).status).toBe(401);
  });

  it('is overruled by the environment about the data folder, as about everything', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), '{ "data": "from-file", "store": "sqlite" }');
    const args = ['serve', 'universe', '--port', '0', '--json', '--config', 'worldwire.json'];
    const env = { WORLDWIRE_STORE: '', WORLDWIRE_DATA: 'from-environment' };
    await new Program(args, { cwd, env }).url();
    expect((await readdir(cwd)).sort()).toEqual(['from-environment', 'worldwire.json']);
  });

  it('refuses keys it does not know, by name and line', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'worldwire.json'), '{\n  "prot": 3000\n}');
    const { code, stderr } = await run(['serve', '--config', 'worldwire.json'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('worldwire.json:2: unknown key "prot". Did you mean port?');
  });

  it.each([
    ['worldwire.json', '{\n "port": 99999 }', 'worldwire.json:2: --port 99999: a port is'],
    ['worldwire.json', '{\n\n "allow": ["write"] }', 'worldwire.json:3: --allow write'],
    ['worldwire.json', '{ "json": True }', 'worldwire.json:1: this is not JSON'],
    ['worldwire.json', '{\n "worlds": "univers" }', 'worldwire.json:2: There is no world "univers"'],
    ['worldwire.json', '{\n "tls-cert": "x" }', 'worldwire.json:2: --tls-cert and --tls-key'],
    ['worldwire.ini', 'host=::1\norigin=console', 'worldwire.ini:2: --origin console'],
    [
      'worldwire.ini',
      '[features]\ntools=lok',
      'worldwire.ini:2: no tools are called "lok". Did you mean look?',
    ],
    ['worldwire.ini', '[limits]\nBodyBites=5', 'worldwire.ini:2: unknown limit "BodyBites"'],
  ])('names the line of what is wrong in %s: %j', async (name, text, complaint) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, name), text);
    const worlds = text.includes('worlds') ? [] : ['lighthouse'];
    const { code, stderr } = await run(['serve', ...worlds, '--config', name], { cwd });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(complaint) });
  });

  it('does not name the file in an error of a flag', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), '{ "port": 5 }');
    const args = ['serve', 'lighthouse', '--config', 'worldwire.json', '--port', '99999'];
    const { stderr } = await run(args, { cwd });
    expect(stderr).toContain('worldwire: --port 99999: a port is');
  });

  it('offers the features of the file, also prompts of the dialect', async () => {
    const cwd = await temporaryFolder();
    const ini = '[features]\n+tools=get_*\n+prompts=review_*\nresources=False\n[limits]\nbodybytes=100000\n';
    await writeFile(join(cwd, 'worldwire.ini'), ini);
    const program = new Program(['serve', 'unreal', '--port', '0', '--json', '--config', 'worldwire.ini'], {
      cwd,
    });
    const url = await program.url();
    const session = await openSession(url);
    const ask = async (method: string, params: object) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json', ...session };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      return (await fetch(url, { method: 'POST', headers, body })).json() as Promise<Answer>;
    };
    const { tools } = (await ask('tools/list', {})).result;
    expect(new Set(tools.map(({ name }) => name.slice(0, 4)))).toEqual(new Set(['get_']));
    expect(await ask('prompts/get_template', { name: 'review_level' })).toMatchObject({
      result: { name: 'review_level' },
    });
    expect(await ask('prompts/get_template', { name: 'explain_blueprint' })).toMatchObject({
      error: { code: -32602 },
    });
    expect(await ask('resources/list', {})).toMatchObject({ error: { code: -32601 } });
  });

  it('keeps the limits it is given, and its own for the rest', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), '{ "limits": { "bodyBytes": 1000 } }');
    const program = new Program(
      ['serve', 'lighthouse', '--port', '0', '--json', '--config', 'worldwire.json'],
      { cwd },
    );
    const url = await program.url();
    expect((await callTool(url, 'look', {})).status).toBe(200);
    expect((await callTool(url, 'look', { filler: 'x'.repeat(1_000) })).status).toBe(413);
  });

  it.each([
    ['{ "bodyByte": 1 }', 'unknown limit "bodyByte". Did you mean bodyBytes?'],
    ['{ "__proto__": 1 }', 'unknown limit "__proto__".'],
    ['{ "streams": 0 }', 'the limit "streams" must be a whole number from 1'],
    ['{ "batch": "50" }', 'the limit "batch" must be a whole number'],
    ['{ "handlerMs": 2147483648 }', 'the limit "handlerMs" must be a whole number from 1 to 2000000000'],
    ['[]', '"limits" must be an object'],
  ])('refuses limits that make no sense, by name: %s', async (limits, complaint) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), `{ "limits": ${limits} }`);
    const { code, stderr } = await run(['serve', '--config', 'worldwire.json'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(complaint);
  });
});

describe('serve, when it cannot', () => {
  it('names the flag to use when the port is taken', async () => {
    const first = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const { port } = new URL(await first.url());
    const { code, stdout, stderr } = await run(['serve', 'lighthouse', '--port', port]);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is taken`);
    expect(stderr).toContain('--port lighthouse=0');
  });

  it.runIf(process.platform === 'linux')('says so when the data folder cannot be made', async () => {
    const args = ['serve', 'universe', '--port', '0', '--data', '/proc/worldwire/data'];
    const { code, stderr } = await run(args, { env: { WORLDWIRE_STORE: 'sqlite' } });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('--data DIR') });
  });

  it('reports a file in the place of the data folder, for every world', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'file'), '');
    for (const world of ['universe', 'unity']) {
      const { code, stderr } = await run(['serve', world, '--port', '0', '--data', 'file'], {
        cwd,
        env: { WORLDWIRE_STORE: 'sqlite' },
      });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('--data DIR') });
    }
  });

  it('reports a TLS key that does not match the certificate', async () => {
    const tls = ['--tls-cert', `${FIXTURES}loopback-cert.pem`, '--tls-key', `${FIXTURES}issued-key.pem`];
    const { code, stderr } = await run(['serve', 'lighthouse', '--port', '0', ...tls]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('belong together') });
  });

  it('opens nothing when one of several worlds has no port', async () => {
    const first = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const { port } = new URL(await first.url());
    const args = [
      'serve',
      'conformance',
      'lighthouse',
      '--port',
      'conformance=0',
      '--port',
      `lighthouse=${port}`,
    ];
    const { code, stdout } = await run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });
});

describe('serve, when it stops', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('exits 0 on %s', async signal => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    await program.url();
    program.kill(signal);
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('ends in order on SIGHUP, and then by that signal, as its parent expects', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    await program.url();
    program.kill('SIGHUP');
    expect(await program.ended).toMatchObject({
      signal: 'SIGHUP',
      stderr: expect.stringContaining('stopped'),
    });
  });

  it.runIf(process.platform === 'linux')('does not abort when its terminal is gone', async () => {
    const cwd = await temporaryFolder();
    const start = `'${process.execPath}' '${PROGRAM}' serve lighthouse --port 0 & it=$!`;
    // The system tells the shell, which passes it on; the first wait ends with that.
    const line = `trap 'kill -HUP $it' HUP; ${start}; wait $it; wait $it; echo $? >code`;
    const shell = spawn('script', ['-qfc', line, 'typescript'], {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, SHELL: '/bin/sh' },
    });
    await new Reading(new Response(Readable.toWeb(shell.stdout) as ReadableStream)).until('http://');
    shell.kill('SIGKILL');
    await expect
      .poll(() => readFile(join(cwd, 'code'), 'utf8').catch(() => ''), { timeout: 10_000 })
      .toBe('129\n');
  });

  it('accepts no new requests, finishes the one in flight, and exits 0', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const url = await program.url();
    const ship = { id: 'dagmar', ticks: 3, seconds: 0.5 };
    const reading = new Reading(await callTool(url, 'watch_ship', ship, { progress: true }));
    await reading.until('notifications/progress');
    program.kill('SIGTERM');
    await program.line('stderr', 'stopping');
    // Until the listener is gone; a connection in the very moment may be reset instead of refused.
    while (await answers(url));
    const whole = await reading.rest();
    expect(whole.match(/notifications\/progress/g)).toHaveLength(3);
    expect(whole).toContain('"track"');
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('exits 130 at once on another signal', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const ship = { id: 'dagmar', ticks: 60, seconds: 10 };
    const reading = new Reading(await callTool(await program.url(), 'watch_ship', ship, { progress: true }));
    await reading.until('notifications/progress');
    program.kill('SIGTERM');
    await program.line('stderr', 'stopping');
    program.kill('SIGINT');
    expect(await program.ended).toMatchObject({ code: 130 });
    await reading.rest().catch(() => {});
  });

  it('ends open event streams', async () => {
    const program = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const url = await program.url();
    const session = await openSession(url);
    const reading = new Reading(await fetch(url, { headers: { ...session, accept: 'text/event-stream' } }));
    program.kill('SIGTERM');
    await reading.rest();
    expect(await program.ended).toMatchObject({ code: 0 });
  });
});

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    response => response.ok,
    () => false,
  );
}
