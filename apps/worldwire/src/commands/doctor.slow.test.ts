import { once } from 'node:events';
import { chmod, copyFile, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closedPort } from '../testing/closed-port.js';
import { type Place, Program, run, temporaryFolder } from '../testing/program.js';

const FIXTURES = fileURLToPath(new URL('../../../../test/src/fixtures/', import.meta.url));

/** Of SQLite, in bytes. */
const PAGE = 4096;

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { check: string; state: string; message: string; fix?: string }[];
}

async function examine(
  args: readonly string[],
  place: Place,
): Promise<{ code: number | null; report: Report }> {
  const { code, stdout } = await run(['doctor', '--json', ...args], place);
  return { code, report: JSON.parse(stdout) };
}

function find({ checks }: Report, name: string) {
  return checks.find(({ check }) => check === name);
}

/** A server at a port of this machine, until the test ends. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return String((server.address() as AddressInfo).port);
}

const UNIVERSE = JSON.stringify({
  name: 'universe',
  version: '1',
  protocol: 'Model Context Protocol 2026-07-28',
});

describe('doctor', () => {
  it('finds no failure in a valid setup', async () => {
    const cwd = await temporaryFolder();
    const { code, report } = await examine(['--port', '0'], { cwd });
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
    expect(report.checks.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['worldwire', 'node', 'port universe', 'data folder', 'token file', 'clients']),
    );
  });

  it('prints a line for each check, with the fix of a failure', async () => {
    const cwd = await temporaryFolder();
    const { stdout } = await run(['doctor', '--port', '0'], { cwd });
    expect(stdout).toMatch(/^ok {4}node +\d+\.\d+/m);
    expect(stdout).toMatch(/^warn {2}clients .*\n +node \S+worldwire\.js setup claude-code/m);
  });

  it('recognizes a world that is served already', async () => {
    const cwd = await temporaryFolder();
    const program = new Program(['serve', 'universe', '--port', '0', '--json']);
    const { port } = new URL(await program.url());
    const { code, report } = await examine(['universe', '--port', port], { cwd });
    expect(find(report, 'port universe')).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('is in use by a running worldwire: universe '),
    });
    expect(code).toBe(0);
  });

  it.each([
    ['with TLS', true],
    ['without TLS, which it was started without', false],
  ])('recognizes a world that is served already %s when TLS is asked for', async (_how, secure) => {
    const cwd = await temporaryFolder();
    const tls = [
      '--tls-cert',
      join(FIXTURES, 'loopback-cert.pem'),
      '--tls-key',
      join(FIXTURES, 'loopback-key.pem'),
    ];
    const program = new Program(['serve', 'universe', '--port', '0', '--json', ...(secure ? tls : [])]);
    const { port, protocol } = new URL(await program.url());
    expect(protocol).toBe(secure ? 'https:' : 'http:');
    const { report } = await examine(['universe', '--port', port, ...tls], { cwd });
    expect(find(report, 'port universe')).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('is in use by a running worldwire: universe '),
    });
  });

  it('recognizes a running world that requires a token, and names the missing token file', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
    await writeFile(join(cwd, 'others'), 'ann another-token-of-ours\n', { mode: 0o600 });
    const program = new Program(['serve', 'universe', '--port', '0', '--json', '--token-file', 'tokens'], {
      cwd,
    });
    const { port } = new URL(await program.url());
    const look = async (...args: string[]) => {
      const { report } = await examine(['universe', '--port', port, ...args], { cwd });
      return find(report, 'port universe');
    };
    expect(await look('--token-file', 'tokens')).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('is in use by a running worldwire'),
    });
    expect(await look('--token-file', 'others')).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('does not know the first token of'),
    });
    expect(await look()).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('requires a token'),
      fix: expect.stringContaining('--token-file'),
    });
  });

  it('takes a token from WORLDWIRE_TOKEN where the file has only hashes, and says so without it', async () => {
    const cwd = await temporaryFolder();
    const made = await run(['token', 'new', 'ann', '--rights', 'read', '--token-file', 'tokens', '--json'], {
      cwd,
    });
    const { token } = JSON.parse(made.stdout) as { token: string };
    const program = new Program(['serve', 'universe', '--port', '0', '--json', '--token-file', 'tokens'], {
      cwd,
    });
    const { port } = new URL(await program.url());
    const look = async (env: Record<string, string>) => {
      const args = ['universe', '--port', port, '--token-file', 'tokens'];
      return find((await examine(args, { cwd, env })).report, 'port universe');
    };
    expect(await look({})).toMatchObject({
      message: expect.stringContaining('hashed ones cannot be read back'),
      fix: expect.stringContaining('WORLDWIRE_TOKEN'),
    });
    expect(await look({ WORLDWIRE_TOKEN: token })).toMatchObject({
      message: expect.stringContaining('is in use by a running worldwire'),
    });
  });

  it('connects to each server once without a token, for any number of entries', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
    const asked: (string | undefined)[] = [];
    const port = await answering(({ headers }, response) => {
      asked.push(headers.authorization);
      if (headers.authorization === undefined)
        response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
      else response.end(UNIVERSE);
    });
    for (const client of ['claude-code', 'cursor', 'vscode'])
      await run(['setup', client, '--http', `http://localhost:${port}/mcp`], { cwd });
    const { report } = await examine(['universe', '--port', port, '--token-file', 'tokens'], { cwd });
    expect(find(report, 'port universe')).toMatchObject({
      message: expect.stringContaining('is in use by a running worldwire'),
    });
    expect(find(report, 'client cursor')).toMatchObject({
      state: 'warn',
      fix: expect.stringContaining('--token-env NAME'),
    });
    expect(asked).toEqual([undefined, 'Bearer a-token-of-some-length']);
  });

  it('reports a server that throttles new clients, and no wrong token', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
    const port = await answering((_request, response) => response.writeHead(429).end());
    await run(['setup', 'cursor', '--http', `http://127.0.0.1:${port}/mcp`], { cwd });
    const { code, report } = await examine(['universe', '--port', port, '--token-file', 'tokens'], { cwd });
    for (const check of ['port universe', 'client cursor'])
      expect(find(report, check)).toMatchObject({
        state: 'warn',
        message: expect.stringContaining('refuses new clients for a while after failed tokens'),
        fix: expect.stringContaining('Ask again in a minute'),
      });
    expect(code).toBe(0);
  });

  it.each([
    ['answers without asking for one', 200, {}],
    ['asks for something else', 401, { 'www-authenticate': 'Basic realm="x"' }],
    ['asks for nothing', 401, {}],
    ['refuses every client', 429, {}],
  ])('sends the token to no server that %s', async (_who, status, headers) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
    const asked: (string | undefined)[] = [];
    const port = await answering((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(status, headers).end('hello');
    });
    await examine(['universe', '--port', port, '--token-file', 'tokens'], { cwd });
    expect(asked).toEqual([undefined]);
  });

  it('sends the token to no server without TLS when TLS is configured, and reports it', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
    const asked: (string | undefined)[] = [];
    const port = await answering((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    });
    const tls = ['--tls-cert', join(FIXTURES, 'loopback-cert.pem')];
    const more = ['--tls-key', join(FIXTURES, 'loopback-key.pem'), '--token-file', 'tokens'];
    const { report } = await examine(['universe', '--port', port, ...tls, ...more], { cwd });
    expect(asked).toEqual([undefined]);
    expect(find(report, 'port universe')).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('without TLS'),
      fix: expect.stringContaining('--tls-cert'),
    });
  });

  it('accepts every flag of serve', async () => {
    const cwd = await temporaryFolder();
    const flags = ['--allow', 'writes', '--read-only', '--origin', 'https://a.example'];
    const more = ['--public-host', 'a.example', '--log-level', 'debug'];
    expect(await examine(['unity', '--port', '0', ...flags, ...more], { cwd })).toMatchObject({ code: 0 });
  });

  it.each([
    ['are not there', '/nowhere/cert.pem', '/nowhere/key.pem'],
    ['do not belong together', 'loopback-cert.pem', 'issued-key.pem'],
    ['are something else', 'loopback-key.pem', 'loopback-cert.pem'],
  ])('fails for TLS files that %s', async (_why, cert, key) => {
    const cwd = await temporaryFolder();
    const tls = ['--tls-cert', resolve(FIXTURES, cert), '--tls-key', resolve(FIXTURES, key)];
    const { code, report } = await examine(['universe', '--port', '0', ...tls], { cwd });
    expect(find(report, 'TLS files')).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('--tls-key'),
    });
    expect(code).toBe(1);
  });

  it('names a fix for files when the store is a file', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'universe.sqlite'), 'no database at all'.repeat(100));
    const place = { cwd, env: { WORLDWIRE_STORE: 'sqlite' } };
    const { report } = await examine(['universe', '--port', '0', '--data', '.'], place);
    expect(find(report, 'store')).toMatchObject({
      state: 'fail',
      message: expect.stringContaining('universe.sqlite'),
      fix: expect.stringContaining('move it away'),
    });
  });

  it('reports each damage of a store once, and the store as damaged', async () => {
    const cwd = await temporaryFolder();
    const file = join(cwd, 'universe.sqlite');
    const { openSqlite } = await import('@worldwire/journal/sqlite');
    const journal = await openSqlite(file);
    for (const id of ['a', 'b', 'c']) {
      await journal.create({ id, name: id, at: new Date(0).toISOString(), state: '{}' });
    }
    await journal.close();
    // The last page has what is read for each universe.
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0x5a, bytes.length - PAGE));
    const place = { cwd, env: { WORLDWIRE_STORE: 'sqlite' } };
    const { report } = await examine(['universe', '--port', '0', '--data', '.'], place);
    const found = report.checks.filter(({ check }) => check === 'store' || check === 'journal');
    expect(found.map(({ check, state }) => `${check}: ${state}`)).toEqual([
      'store: fail',
      'journal: fail',
      'journal: fail',
    ]);
    expect(found[0]?.message).toBe(`${await realpath(file)} is damaged.`);
    expect(found.at(-1)?.message).toMatch(/^The file of the journal is damaged\..* \(3 times\)$/);
  });

  it('does not take a lost universe for one that was never there', async () => {
    const cwd = await temporaryFolder();
    const { openSqlite } = await import('@worldwire/journal/sqlite');
    await (await openSqlite(join(cwd, 'universe.sqlite'))).close();
    const place = { cwd, env: { WORLDWIRE_STORE: 'sqlite' } };
    const arguments_ = ['universe', '--port', '0', '--data', '.'];
    expect(find((await examine(arguments_, place)).report, 'journal')).toMatchObject({ state: 'ok' });
    await rm(join(cwd, 'universe.sqlite'));
    expect(find((await examine(arguments_, place)).report, 'store')).toMatchObject({
      state: 'fail',
      message: expect.stringContaining('had a journal before'),
    });
  });

  it('does not say to move a store away that only cannot be opened', async () => {
    const cwd = await temporaryFolder();
    // As good as one without rights, which the user of the tests may be above.
    await mkdir(join(cwd, 'universe.sqlite'));
    const place = { cwd, env: { WORLDWIRE_STORE: 'sqlite' } };
    const { report } = await examine(['universe', '--port', '0', '--data', '.'], place);
    expect(find(report, 'store')).toMatchObject({
      state: 'fail',
      message: expect.stringContaining('is a folder'),
      fix: 'Do what it says, or name another folder with --data DIR.',
    });
  });

  it('fails when something else has the port, and names the flag that fixes it', async () => {
    const cwd = await temporaryFolder();
    const stranger = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    onTestFinished(() => void stranger.close());
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    const { code, report } = await examine(['universe', '--port', String(port)], { cwd });
    expect(find(report, 'port universe')).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('--port universe=0'),
    });
    expect(code).toBe(1);
  });

  it('fails for a token file that every user can read, and for one without tokens', async () => {
    const cwd = await temporaryFolder();
    const file = join(cwd, 'tokens');
    await writeFile(file, 'ann a-token-of-some-length\n');
    await chmod(file, 0o644);
    const open = await examine(['--port', '0', '--token-file', file], { cwd });
    expect(find(open.report, 'token file')).toMatchObject({ state: 'fail', fix: `chmod 600 ${file}` });
    await chmod(file, 0o600);
    const shut = await examine(['--port', '0', '--token-file', file], { cwd });
    expect(find(shut.report, 'token file')).toMatchObject({ state: 'ok' });
    await writeFile(file, '# nothing yet\n');
    const empty = await examine(['--port', '0'], { cwd, env: { WORLDWIRE_TOKEN_FILE: file } });
    expect(find(empty.report, 'token file')).toMatchObject({ state: 'fail' });
    expect(empty.code).toBe(1);
  });

  it('reports the names and rights of a token file, and tokens that end soon or name other worlds', async () => {
    const cwd = await temporaryFolder();
    const file = join(cwd, 'tokens');
    const look = async (text: string) => {
      await writeFile(file, text, { mode: 0o600 });
      const { report } = await examine(['universe', '--port', '0', '--token-file', file], { cwd });
      return find(report, 'token file');
    };
    const secret = 'a-token-of-some-length';
    expect(await look(`ann ${secret} universe:write expires=2999-01-31\nbob ${secret}-2\n`)).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('ann has universe:write until 2999-01-31; bob has eval'),
    });
    expect(await look(`ann ${secret} expires=2020-01-31\n`)).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('ann (line 1) expired 2020-01-31'),
    });
    expect(await look(`ann ${secret} univers:read\n`)).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('ann (line 1) has rights in univers'),
    });
    expect(await look(`ann ${secret}\nbob ${secret} wirte\n`)).toMatchObject({
      state: 'fail',
      message: expect.stringMatching(/^(?!.*a-token).*Line 2 /),
    });
  });

  it('warns of a token file that its group can read, and fails for a TLS key that every user can read', async () => {
    const cwd = await temporaryFolder();
    const tokens = join(cwd, 'tokens');
    await writeFile(tokens, 'ann a-token-of-some-length\n');
    await chmod(tokens, 0o640);
    const key = join(cwd, 'key.pem');
    await copyFile(join(FIXTURES, 'loopback-key.pem'), key);
    await chmod(key, 0o644);
    const tls = ['--tls-cert', join(FIXTURES, 'loopback-cert.pem'), '--tls-key', key];
    const { report } = await examine(['--port', '0', '--token-file', tokens, ...tls], { cwd });
    expect(find(report, 'token file')).toMatchObject({ state: 'warn', fix: `chmod 600 ${tokens}` });
    expect(find(report, 'TLS files')).toMatchObject({ state: 'fail', fix: `chmod 600 ${key}` });
  });

  it('warns of a password on the command line, and never repeats it', async () => {
    const cwd = await temporaryFolder();
    const store = `postgres://ann:secret-password@127.0.0.1:${await closedPort()}/worlds`;
    const { report } = await examine(['universe', '--port', '0', '--store', store], { cwd });
    expect(find(report, 'command line')).toMatchObject({
      state: 'warn',
      fix: expect.stringContaining('WORLDWIRE_STORE'),
    });
    expect(JSON.stringify(report)).not.toContain('secret-password');
    const env = { WORLDWIRE_STORE: store };
    const kept = await examine(['universe', '--port', '0'], { cwd, env });
    expect(find(kept.report, 'command line')).toBeUndefined();
  });

  it('fails where the audit cannot be written', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'audit.jsonl'), '');
    const kept = await examine(['universe', '--port', '0', '--data', '.'], { cwd });
    expect(find(kept.report, 'audit')).toMatchObject({ state: 'ok' });
    await rm(join(cwd, 'audit.jsonl'));
    await mkdir(join(cwd, 'audit.jsonl'));
    const { code, report } = await examine(['universe', '--port', '0', '--data', '.'], { cwd });
    expect(find(report, 'audit')).toMatchObject({
      state: 'fail',
      message: expect.stringContaining('is not a regular file'),
    });
    expect(code).toBe(1);
  });

  it('fails for a wider address without a token file', async () => {
    const cwd = await temporaryFolder();
    const { code, report } = await examine(['--port', '0', '--host', '0.0.0.0'], { cwd });
    expect(find(report, 'token file')).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('--token-file'),
    });
    expect(code).toBe(1);
  });

  it('fails for an invalid URL', async () => {
    const cwd = await temporaryFolder();
    const { report } = await examine(['universe', '--host', 'no host'], { cwd });
    expect(find(report, 'port universe')).toMatchObject({ state: 'fail' });
  });

  it('goes on past a client file that cannot be read', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, '.mcp.json'));
    const { code, report } = await examine(['--port', '0'], { cwd });
    expect(find(report, 'client claude-code')).toMatchObject({ state: 'warn' });
    expect(code).toBe(0);
  });

  it('fails when the data folder is not a folder', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'file'), '');
    const { code, report } = await examine(['--port', '0', '--data', 'file'], { cwd });
    expect(find(report, 'data folder')).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('--data'),
    });
    expect(code).toBe(1);
  });

  it('finds entries of clients, and entries whose program is missing', async () => {
    const cwd = await temporaryFolder();
    await run(['setup', 'claude-code'], { cwd });
    const well = await examine(['--port', '0'], { cwd });
    expect(find(well.report, 'client claude-code')).toMatchObject({ state: 'ok' });
    const entry = { command: '/nowhere/node', args: ['/nowhere/worldwire.js'] };
    await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { 'worldwire-universe': entry } }));
    const gone = await examine(['--port', '0'], { cwd });
    expect(find(gone.report, 'client claude-code')).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('setup claude-code --world universe writes it again'),
    });
    await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { 'worldwire-x': entry } }));
    const strange = await examine(['--port', '0'], { cwd });
    expect(find(strange.report, 'client claude-code')).toMatchObject({
      state: 'fail',
      fix: expect.stringContaining('setup claude-code --world x --remove'),
    });
  });

  it('connects to the servers of this machine that entries of clients call', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'tokens'), 'ann a-token-of-some-length\n', { mode: 0o600 });
    const open = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const guarded = new Program(['serve', 'lighthouse', '--port', '0', '--json', '--token-file', 'tokens'], {
      cwd,
    });
    const stranger = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    onTestFinished(() => void stranger.close());
    await once(stranger, 'listening');
    const look = async (url: string, ...flags: string[]) => {
      await run(['setup', 'claude-code', '--world', 'lighthouse', '--http', url, ...flags], { cwd });
      return find((await examine(['--port', '0'], { cwd })).report, 'client claude-code');
    };
    expect(await look(`http://127.0.0.1:${await closedPort()}/mcp`)).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('no server answers'),
    });
    const { port } = stranger.address() as AddressInfo;
    expect(await look(`http://localhost:${port}/mcp`)).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('another program answers'),
    });
    expect(await look(await open.url())).toMatchObject({ state: 'ok' });
    expect(await look(await guarded.url())).toMatchObject({
      state: 'warn',
      fix: expect.stringContaining('--token-env NAME'),
    });
    expect(await look(await guarded.url(), '--token-env', 'TOKEN')).toMatchObject({ state: 'ok' });
    expect(await look('https://worlds.example/mcp')).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('not checked'),
    });
  });

  it('reads what "claude mcp add" wrote for this user and this folder, and shows nothing else of that file', async () => {
    const cwd = await realpath(await temporaryFolder());
    const file = join(cwd, '.claude.json');
    const open = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    const gone = `http://127.0.0.1:${await closedPort()}/mcp`;
    const content = JSON.stringify({
      oauthAccount: { token: 'secret-1' },
      mcpServers: {
        worldwire: { type: 'http', url: `${await open.url()}?key=secret-2` },
        other: { command: '/nowhere/other', env: { KEY: 'secret-3' } },
        mine: {
          command: '/nowhere/node',
          args: ['/nowhere/worldwire.js', 'stdio', 'universe', '--x=secret-4'],
        },
      },
      projects: {
        [cwd]: {
          mcpServers: { 'worldwire-lighthouse': { url: gone, headers: { Authorization: 'secret-5' } } },
        },
        '/elsewhere': { mcpServers: { 'worldwire-universe': { url: gone } }, history: ['secret-6'] },
      },
    });
    await writeFile(file, content);
    const { report } = await examine(['--port', '0'], { cwd });
    const found = report.checks.filter(({ check }) => check.startsWith('client'));
    expect(found).toMatchObject([
      { state: 'ok', message: `worldwire in ${file} (scope user)` },
      {
        state: 'fail',
        message: expect.stringContaining('mine in'),
        fix: 'claude mcp remove mine --scope user takes it away.',
      },
      { state: 'warn', message: expect.stringContaining('(scope local) calls http://127.0.0.1:') },
    ]);
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  it.each([
    ['that are not JSON', '{\n  "token": secret-1', 'line 2'],
    ['that are a list', '["secret-1"]', 'line 1'],
  ])('warns of settings of Claude Code %s, and shows nothing of them', async (_what, content, line) => {
    const cwd = await temporaryFolder();
    const file = join(cwd, '.claude.json');
    await writeFile(file, content);
    const { code, report } = await examine(['--port', '0'], { cwd });
    expect(report.checks.filter(({ check }) => check.startsWith('client'))).toMatchObject([
      {
        check: 'client claude-code',
        state: 'warn',
        message: expect.stringContaining(`${file} cannot be read as JSON: ${line}`),
      },
    ]);
    expect(JSON.stringify(report)).not.toContain('secret');
    expect(code).toBe(0);
  });

  it('warns of settings of Claude Code that cannot be opened', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, '.claude.json'));
    const { report } = await examine(['--port', '0'], { cwd });
    expect(find(report, 'client claude-code')).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('.claude.json cannot be read: '),
    });
  });

  it('ignores settings of Claude Code without servers', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, '.claude.json'), '{"mcpServers":5,"projects":{"/":null}}');
    const { code, report } = await examine(['--port', '0'], { cwd });
    expect(code).toBe(0);
    expect(JSON.stringify(report)).not.toContain('.claude.json');
  });

  it('warns of an entry that calls another world, and of an empty one', async () => {
    const cwd = await temporaryFolder();
    const other = new Program(['serve', 'lighthouse', '--port', '0', '--json']);
    await run(['setup', 'cursor', '--world', 'universe', '--http', await other.url()], { cwd });
    for (const [name, entry] of [
      ['.mcp.json', 5],
      ['.vscode/mcp.json', {}],
    ] as const) {
      await mkdir(dirname(join(cwd, name)), { recursive: true });
      const section = { 'worldwire-c': entry };
      await writeFile(join(cwd, name), JSON.stringify({ mcpServers: section, servers: section }));
    }
    const { report } = await examine(['--port', '0'], { cwd });
    expect(find(report, 'client cursor')).toMatchObject({
      state: 'warn',
      message: expect.stringContaining('where lighthouse answers'),
    });
    for (const check of ['client claude-code', 'client vscode'])
      expect(find(report, check)).toMatchObject({
        state: 'warn',
        message: expect.stringContaining('neither a command nor a URL'),
        fix: expect.stringContaining('--remove'),
      });
  });
});
