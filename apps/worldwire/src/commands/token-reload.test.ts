import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAudit, usualData } from '../testing/audit.js';
import { Program, temporaryFolder } from '../testing/program.js';

const ADA = 'ada-0123456789abcdef';
const BOB = 'bob-0123456789abcdef';
const PRIVATE = { mode: 0o600 };

async function serving(text: string) {
  const file = join(await temporaryFolder(), 'tokens.txt');
  await writeFile(file, text, PRIVATE);
  const program = new Program(['serve', 'lighthouse', '--port', '0', '--json', '--token-file', file]);
  const url = await program.url();
  return { file, program, url };
}

async function post(url: string, token: string, method: string, session?: string): Promise<Response> {
  const params =
    method === 'initialize'
      ? { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
      : {};
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  await response.arrayBuffer();
  return response;
}

async function open(url: string, token: string): Promise<string> {
  return (await post(url, token, 'initialize')).headers.get('mcp-session-id') as string;
}

describe('a token file that changes while the server runs', () => {
  it('is read again: a revoked name loses its sessions, and a new one may call', async () => {
    const { file, program, url } = await serving(`ada ${ADA}\n`);
    const session = await open(url, ADA);
    expect((await post(url, ADA, 'ping', session)).status).toBe(200);
    await writeFile(`${file}.new`, `bob ${BOB} read\n`, PRIVATE);
    await rename(`${file}.new`, file);
    const line = await program.line('stderr', /token file was read again/);
    expect(JSON.parse(line)).toMatchObject({ added: ['bob'], changed: [], revoked: ['ada'] });
    expect((await post(url, ADA, 'ping', session)).status).toBe(401);
    await expect
      .poll(() => readAudit(usualData(program.home)))
      .toContainEqual(
        expect.objectContaining({
          kind: 'tokens',
          details: { added: ['bob'], changed: [], revoked: ['ada'] },
        }),
      );
    expect(await open(url, BOB)).toBeTypeOf('string');
    // The name returns with another token, and its session does not.
    await writeFile(file, `ada ${ADA}-new\n`, PRIVATE);
    await program.line('stderr', /"added":\["ada"\]/);
    expect((await post(url, `${ADA}-new`, 'ping', session)).status).toBe(404);
  });

  it('with a wrong line leaves all tokens as they were, and logs the number of the line and no token', async () => {
    const { file, program, url } = await serving(`ada ${ADA}\n`);
    await writeFile(file, `bob ${BOB}\nada ${ADA} nonsense\n`, PRIVATE);
    const line = await program.line('stderr', /token file was refused/);
    expect(JSON.parse(line)).toMatchObject({ level: 'error', reason: expect.stringMatching(/^Line 2 /) });
    expect(line).not.toMatch(/nonsense|0123456789abcdef/);
    expect((await post(url, ADA, 'initialize')).status).toBe(200);
    expect((await post(url, BOB, 'initialize')).status).toBe(401);
  });

  it.runIf(process.platform !== 'win32')('is read at SIGHUP, which does not stop the server', async () => {
    const { program, url } = await serving(`ada ${ADA}\n`);
    program.kill('SIGHUP');
    await program.line('stderr', /token file is unchanged/);
    expect((await post(url, ADA, 'initialize')).status).toBe(200);
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('warns of expired tokens and of rights in worlds that are not served', async () => {
    const { file, program } = await serving(
      `ada ${ADA} unity:read lighthouse:write\nbob ${BOB} expires=2020-01-31\n`,
    );
    expect(JSON.parse(await program.line('stderr', /not served here/))).toMatchObject({
      name: 'ada',
      unserved: ['unity'],
    });
    expect(JSON.parse(await program.line('stderr', /has expired/))).toMatchObject({ name: 'bob' });
    await writeFile(file, `eve ${ADA} unreal:read\n`, PRIVATE);
    expect(await program.line('stderr', /"unserved":\["unreal"\]/)).toContain('eve');
  });
});
