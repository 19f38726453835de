import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type AuditLine, readAudit } from '../testing/audit.js';
import { callTool, resultOf } from '../testing/client.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

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

  it('is printed with the client beside its principal', async () => {
    const cwd = await temporaryFolder();
    const program = new Program(ARGS, { cwd });
    const url = await program.url();
    await callTool(url, 'send_universe_command', { universeId: 'sol', command: { type: 'tick' } });
    await write(url, 'rest');
    program.kill('SIGTERM');
    await program.ended;
    const { stdout } = await run(['audit', '--data', 'kept'], { cwd });
    const called = /^\S+ {2}(done|begun) +(.*?) {2,}universe/;
    const callers = stdout.split('\n').flatMap(line => called.exec(line)?.[2] ?? []);
    expect(new Set(callers)).toEqual(new Set(['local (test)', 'local']));
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

describe('worldwire audit', () => {
  async function audited() {
    const cwd = await temporaryFolder();
    const program = new Program(ARGS, { cwd });
    const url = await program.url();
    for (let count = 0; count < 5; count++) await write(url, `key-${count}`);
    program.kill('SIGTERM');
    await program.ended;
    const audit = (...args: string[]) => run(['audit', ...args, '--data', 'kept'], { cwd });
    return { cwd, audit, path: join(cwd, 'kept', 'audit.jsonl') };
  }

  it('prints pages, filtered, for people and for programs', async () => {
    const { audit } = await audited();
    const page = await audit('--outcome', 'done', '--limit', '2');
    expect(page).toMatchObject({ code: 0, stderr: '' });
    const lines = page.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /done .*POST \/universes\/:id\/commands {2}sol tick {2}revision 5 {2}\d+ ms {2}#10$/,
    );
    const cursor = /--before (\S+)$/.exec(lines[2] as string)?.[1] as string;
    const older = await audit('--outcome', 'done', '--before', cursor, '--json');
    const records = older.stdout.trimEnd().split('\n');
    expect(records.map(record => (JSON.parse(record) as { revision: number }).revision)).toEqual([1, 2, 3]);
    expect(await audit('--since', 'yesterday')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since yesterday'),
    });
    expect((await audit('--principal', 'zoe')).stdout).toBe('No records match.\n');
  });

  it('verify names the segment, line and number of a changed record, with exit code 1', async () => {
    const { audit, path } = await audited();
    expect(await audit('verify')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('ok     audit  10 records (1 to 10)'),
    });
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('"key-2"', '"key-9"'));
    const { code, stdout } = await audit('verify');
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        'fail   audit.jsonl  line 5  record 5: its hash does not fit its text and the record before it\n',
    });
    const { problems } = JSON.parse((await audit('verify', '--json')).stdout) as { problems: unknown[] };
    expect(problems).toMatchObject([{ segment: 'audit.jsonl', line: 5, seq: 5 }]);
  });

  it('follows with --follow until it is stopped', async () => {
    const cwd = await temporaryFolder();
    const server = new Program(ARGS, { cwd });
    const url = await server.url();
    await write(url, 'before');
    const follower = new Program(['audit', '--follow', '--json', '--data', 'kept'], { cwd });
    await follower.line('stdout', /"before".*"outcome":"done"/);
    await write(url, 'after');
    await follower.line('stdout', /"after".*"outcome":"done"/);
    follower.kill('SIGTERM');
    expect(await follower.ended).toMatchObject({ code: 0 });
  });

  it('has the outcome of every write that was answered, though the server was killed at once', async () => {
    const cwd = await temporaryFolder();
    const program = new Program(ARGS, { cwd });
    const url = await program.url();
    const keys = Array.from({ length: 100 }, (_, index) => `key-${index}`);
    await Promise.all(keys.map(key => write(url, key)));
    program.kill('SIGKILL');
    await program.ended;
    const lines = await readAudit(join(cwd, 'kept'));
    const done = lines.filter(({ outcome }) => outcome === 'done');
    expect(done.map(({ operationKey }) => operationKey).sort()).toEqual([...keys].sort());
  });
});
