import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type AuditLine, readAudit } from '../testing/audit.js';
import { callTool, resultOf } from '../testing/client.js';
import { Program, temporaryFolder } from '../testing/program.js';

const limit = promisify(execFile);
const ARGS = ['serve', 'universe', '--port', '0', '--json', '--log-level', 'silent', '--data', 'kept'];

async function write(url: string, key: string): Promise<{ status: number; body: string }> {
  const response = await fetch(new URL('/universes/sol/commands', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ type: 'tick' }),
  });
  return { status: response.status, body: await response.text() };
}

describe('the audit of a server', () => {
  it('has the intent of every write that was answered, though the server was killed at once', async () => {
    const cwd = await temporaryFolder();
    const program = new Program(ARGS, { cwd });
    const url = await program.url();
    const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
    const answers = await Promise.all(keys.map(key => write(url, key)));
    program.kill('SIGKILL');
    await program.ended;
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const lines = await readAudit(join(cwd, 'kept'));
    const intents = lines.filter(({ outcome }) => outcome === undefined);
    expect(intents.map(({ operationKey }) => operationKey).sort()).toEqual([...keys].sort());
  });

  it('has an intent and an outcome of every write when the server has stopped', async () => {
    const cwd = await temporaryFolder();
    const program = new Program(ARGS, { cwd });
    const url = await program.url();
    await Promise.all(Array.from({ length: 20 }, (_, index) => write(url, `key-${index}`)));
    program.kill('SIGTERM');
    expect(await program.ended).toMatchObject({ code: 0 });
    const lines = await readAudit(join(cwd, 'kept'));
    const of = (outcome: string | undefined) =>
      lines.filter(line => line.outcome === outcome).map(({ id }) => id);
    expect(of(undefined)).toHaveLength(20);
    expect(of('done').sort()).toEqual(of(undefined).sort());
  });

  it('names the universe, the command and the object of every write, by REST and by MCP', async () => {
    const cwd = await temporaryFolder();
    const program = new Program(ARGS, { cwd });
    const url = await program.url();
    const vulcan = { type: 'addStar', id: 'vulcan', payload: { parentId: 'sun' } };
    const post = (path: string, body: unknown, method = 'POST') =>
      fetch(new URL(path, url), {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/universes/sol/commands?returning=changes', vulcan);
    await post('/universes/sol/commands?returning=changes', [{ type: 'removeStar', id: 'vulcan' }, vulcan]);
    await post('/universes/sol/undo?returning=changes', { revision: 3 });
    await post('/universes', { id: 'other', name: 'Other' });
    await post('/universes/other', { name: 'Another' }, 'PUT');
    const command = { type: 'removeStar', id: 'nowhere' };
    await callTool(url, 'send_universe_command', { universeId: 'sol', command });
    program.kill('SIGTERM');
    await program.ended;
    const lines = await readAudit(join(cwd, 'kept'));
    const about = (outcome: (line: AuditLine) => boolean) => lines.filter(outcome).map(line => line.about);
    const expected = [
      { universe: 'sol', command: 'addStar', object: 'vulcan' },
      { universe: 'sol', command: 'removeStar', object: 'vulcan', commands: 2 },
      { universe: 'sol', command: 'undo', revision: 3 },
      { universe: 'other', command: 'create' },
      { universe: 'other', command: 'rename' },
      { universe: 'sol', command: 'removeStar', object: 'nowhere' },
    ];
    expect(about(({ outcome }) => outcome === undefined)).toEqual(expected);
    expect(about(({ outcome }) => outcome !== undefined)).toEqual(expected);
  });

  it('has one line, with the outcome denied, for a call that is not allowed', async () => {
    const cwd = await temporaryFolder();
    const program = new Program([...ARGS, '--read-only'], { cwd });
    const url = await program.url();
    const command = { universeId: 'sol', command: { type: 'tick' } };
    const refused = await resultOf(await callTool(url, 'send_universe_command', command));
    expect(refused.isError).toBe(true);
    expect(refused.content[0]?.text).toContain('--read-only');
    program.kill('SIGTERM');
    await program.ended;
    const lines = await readAudit(join(cwd, 'kept'));
    expect(lines.map(({ tool, outcome }) => [tool, outcome])).toEqual([['send_universe_command', 'denied']]);
  });

  // Files that may not grow are what a full disk looks like, and only Linux can say so to a running process.
  it.runIf(process.platform === 'linux')(
    'stops writes while it cannot be written, and nothing else',
    async () => {
      const cwd = await temporaryFolder();
      const program = new Program(ARGS, { cwd });
      const url = await program.url();
      const files = (size: string) =>
        limit('prlimit', ['--pid', String(program.child.pid), `--fsize=${size}:`]);
      const state = async () => {
        const response = await fetch(new URL('/universes/sol', url));
        return {
          status: response.status,
          revision: ((await response.json()) as { revision: number }).revision,
        };
      };
      expect(await write(url, 'before')).toMatchObject({ status: 200 });

      await files('0');
      expect(await write(url, 'refused')).toEqual({ status: 503, body: expect.stringContaining('audit') });
      const command = { universeId: 'sol', command: { type: 'tick' } };
      const refused = await resultOf(await callTool(url, 'send_universe_command', command));
      expect(refused.isError).toBe(true);
      expect(refused.content[0]?.text).toContain('audit');
      expect(await state()).toEqual({ status: 200, revision: 1 });

      await files('unlimited');
      expect(await write(url, 'after')).toMatchObject({ status: 200 });
      expect(await state()).toEqual({ status: 200, revision: 2 });
    },
  );
});
