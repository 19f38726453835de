import { once } from 'node:events';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Place, Program, run, temporaryFolder } from '../testing/program.js';

const FIXTURES = fileURLToPath(new URL('../../../../test/src/fixtures/', import.meta.url));

interface Report {
  readonly ok: boolean;
  readonly checks: readonly { check: string; state: string; message: string; mend?: string }[];
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

describe('doctor', () => {
  it('finds nothing amiss where everything is in order', async () => {
    const cwd = await temporaryFolder();
    const { code, report } = await examine(['--port', '0'], { cwd });
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
    expect(report.checks.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['worldwire', 'node', 'port universe', 'data folder', 'token file', 'clients']),
    );
  });

  it('says in lines what is well and how to mend what is not', async () => {
    const cwd = await temporaryFolder();
    const { stdout } = await run(['doctor', '--port', '0'], { cwd });
    expect(stdout).toMatch(/^ok {4}node +\d+\.\d+/m);
    expect(stdout).toMatch(/^warn {2}clients .*\n +worldwire setup claude-code/m);
  });

  it('recognizes a world that is served already', async () => {
    const cwd = await temporaryFolder();
    const program = new Program(['serve', 'universe', '--port', '0', '--json']);
    const { port } = new URL(await program.url());
    const { code, report } = await examine(['universe', '--port', port], { cwd });
    expect(find(report, 'port universe')).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('already'),
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
      state: 'ok',
      message: expect.stringContaining('already'),
    });
  });

  it('fails when something else has the port, and names the flag that mends it', async () => {
    const cwd = await temporaryFolder();
    const stranger = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
    onTestFinished(() => void stranger.close());
    await once(stranger, 'listening');
    const { port } = stranger.address() as AddressInfo;
    const { code, report } = await examine(['universe', '--port', String(port)], { cwd });
    expect(find(report, 'port universe')).toMatchObject({
      state: 'fail',
      mend: expect.stringContaining('--port universe=0'),
    });
    expect(code).toBe(1);
  });

  it('fails for a token file that every user can read, and for one without tokens', async () => {
    const cwd = await temporaryFolder();
    const file = join(cwd, 'tokens');
    await writeFile(file, 'ann a-token-of-some-length\n');
    await chmod(file, 0o644);
    const open = await examine(['--port', '0', '--token-file', file], { cwd });
    expect(find(open.report, 'token file')).toMatchObject({ state: 'fail', mend: `chmod 600 ${file}` });
    await chmod(file, 0o600);
    const shut = await examine(['--port', '0', '--token-file', file], { cwd });
    expect(find(shut.report, 'token file')).toMatchObject({ state: 'ok' });
    await writeFile(file, '# nothing yet\n');
    const empty = await examine(['--port', '0'], { cwd, env: { WORLDWIRE_TOKEN_FILE: file } });
    expect(find(empty.report, 'token file')).toMatchObject({ state: 'fail' });
    expect(empty.code).toBe(1);
  });

  it('fails for a wider address without a token file', async () => {
    const cwd = await temporaryFolder();
    const { code, report } = await examine(['--port', '0', '--host', '0.0.0.0'], { cwd });
    expect(find(report, 'token file')).toMatchObject({
      state: 'fail',
      mend: expect.stringContaining('--token-file'),
    });
    expect(code).toBe(1);
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
      mend: expect.stringContaining('--data'),
    });
    expect(code).toBe(1);
  });

  it('finds entries of clients, and those that start what is gone', async () => {
    const cwd = await temporaryFolder();
    await run(['setup', 'claude-code'], { cwd });
    const well = await examine(['--port', '0'], { cwd });
    expect(find(well.report, 'client claude-code')).toMatchObject({ state: 'ok' });
    const entry = { command: '/nowhere/node', args: ['/nowhere/worldwire.js'] };
    await writeFile(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { 'worldwire-universe': entry } }));
    const gone = await examine(['--port', '0'], { cwd });
    expect(find(gone.report, 'client claude-code')).toMatchObject({
      state: 'fail',
      mend: expect.stringContaining('worldwire setup claude-code'),
    });
  });
});
