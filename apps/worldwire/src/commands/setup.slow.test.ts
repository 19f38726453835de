import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, temporaryFolder } from '../testing/program.js';

async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8'));
}

describe('setup, for each client', () => {
  it.each([
    ['claude-code', '.mcp.json', 'mcpServers', { type: 'stdio' }],
    ['cursor', '.cursor/mcp.json', 'mcpServers', {}],
    ['vscode', '.vscode/mcp.json', 'servers', { type: 'stdio' }],
    ['claude-desktop', 'config/Claude/claude_desktop_config.json', 'mcpServers', {}],
  ])('writes %s’s own file, with absolute paths', async (client, file, section, type) => {
    const cwd = await temporaryFolder();
    const place = { cwd, env: { XDG_CONFIG_HOME: join(cwd, 'config'), WORLDWIRE_STORE: '' } };
    expect(await run(['setup', client], place)).toMatchObject({ code: 0 });
    const { 'worldwire-universe': entry, ...others } = (await readJson(join(cwd, file)))[section];
    expect(others).toEqual({});
    expect(entry).toMatchObject({ ...type, command: process.execPath });
    expect(isAbsolute(entry.args[0])).toBe(true);
    expect(entry.args.slice(1)).toEqual(['stdio', 'universe']);
  });

  it('writes an entry that starts a server', async () => {
    const cwd = await temporaryFolder();
    await run(['setup', 'claude-code', '--allow', 'writes'], { cwd });
    const { args } = (await readJson(join(cwd, '.mcp.json'))).mcpServers['worldwire-universe'];
    expect(await run(args.slice(1), { cwd })).toMatchObject({ code: 0, stdout: '' });
  });

  it.each([
    ['claude-code', { type: 'http', url: 'http://127.0.0.1:3001/mcp' }],
    ['cursor', { url: 'http://127.0.0.1:3001/mcp' }],
    ['vscode', { type: 'http', url: 'http://127.0.0.1:3001/mcp' }],
  ])('writes an address for %s with --http', async (client, entry) => {
    const cwd = await temporaryFolder();
    const { stdout } = await run(['setup', client, '--http', 'http://127.0.0.1:3001/mcp', '--print'], {
      cwd,
    });
    const [section] = Object.values(JSON.parse(stdout));
    expect(section).toEqual({ 'worldwire-universe': entry });
  });

  it.each([
    ['claude-code', 'ANN_TOKEN'],
    ['cursor', 'env:ANN_TOKEN'],
    ['vscode', 'env:ANN_TOKEN'],
  ])('names the variable that has the token as %s does: %s', async (client, variable) => {
    const cwd = await temporaryFolder();
    const http = ['--http', 'http://127.0.0.1:3001/mcp', '--token-env', 'ANN_TOKEN'];
    const { stdout } = await run(['setup', client, ...http, '--print'], { cwd });
    const [section] = Object.values(JSON.parse(stdout)) as Record<string, object>[];
    expect(section?.['worldwire-universe']).toMatchObject({
      headers: { Authorization: `Bearer \${${variable}}` },
    });
    expect((await run(['setup', client, ...http], { cwd })).stdout).toContain('finds in ANN_TOKEN');
  });

  it.each([
    ['claude-code', 'mcpServers', { type: 'sse' }],
    ['cline', 'mcpServers', { type: 'sse' }],
    ['copilot-cli', 'mcpServers', { type: 'sse', tools: ['*'] }],
    ['gemini-cli', 'mcpServers', {}],
    ['roo-code', 'mcpServers', { type: 'sse' }],
    ['vscode', 'servers', { type: 'sse' }],
    ['vscode-insiders', 'servers', { type: 'sse' }],
    ['cursor', 'mcpServers', {}],
  ])('says to %s that an address at /sse speaks HTTP with SSE', async (client, section, more) => {
    const url = 'http://127.0.0.1:51477/sse';
    const { stdout } = await run(['setup', client, '--world', 'unity', '--http', url, '--print']);
    expect(JSON.parse(stdout)[section]['worldwire-unity']).toEqual({ ...more, url });
  });

  it('passes on every flag of stdio, with absolute paths', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'worldwire.json'), '{}');
    const given = ['--data', 'kept', '--store', 'sqlite', '--editor', 'http://127.0.0.1:30010'];
    const more = ['--project', 'Harbour', '--allow', 'writes', '--allow', 'remote-config', '--read-only'];
    const last = ['--log-level', 'warn', '--log-format', 'json', '--config', 'worldwire.json'];
    const args = ['setup', 'claude-code', '--world', 'unreal', ...given, ...more, ...last, '--print'];
    const { stdout } = await run(args, { cwd });
    expect(JSON.parse(stdout).mcpServers['worldwire-unreal'].args.slice(1)).toEqual([
      ...['stdio', 'unreal', '--data', join(cwd, 'kept'), '--store', 'sqlite'],
      ...['--editor', 'http://127.0.0.1:30010', '--project', join(cwd, 'Harbour')],
      ...['--allow', 'writes', '--allow', 'remote-config', '--read-only'],
      ...['--log-level', 'warn', '--log-format', 'json', '--config', join(cwd, 'worldwire.json')],
    ]);
  });

  it('writes the settings of this environment', async () => {
    const cwd = await temporaryFolder();
    const env = {
      WORLDWIRE_DATA: 'kept',
      WORLDWIRE_STORE: 'postgres://db/worlds',
      WORLDWIRE_UNREAL_URL: 'http://127.0.0.1:30011',
      WORLDWIRE_LOG_LEVEL: 'warn',
    };
    const args = async (...flags: string[]) => {
      const { stdout } = await run(['setup', 'cursor', '--print', ...flags], { cwd, env });
      return JSON.parse(stdout).mcpServers['worldwire-universe'].args.slice(1);
    };
    const data = ['stdio', 'universe', '--data', join(cwd, 'kept')];
    const editor = ['--editor', 'http://127.0.0.1:30011'];
    expect(await args()).toEqual([
      ...[...data, '--store', 'postgres://db/worlds', ...editor],
      ...['--log-level', 'warn'],
    ]);
    expect(await args('--store', 'sqlite', '--log-level', 'error')).toEqual([
      ...[...data, '--store', 'sqlite', ...editor],
      ...['--log-level', 'error'],
    ]);
  });

  it.each(['postgres://ann:secret@db/worlds', 'postgres://db/worlds?user=ann&password=secret'])(
    'writes no password of this environment down, and says where to set it: %s',
    async store => {
      const cwd = await temporaryFolder();
      const { code, stdout } = await run(['setup', 'cursor'], { cwd, env: { WORLDWIRE_STORE: store } });
      expect(code).toBe(0);
      expect(stdout).toContain('Set WORLDWIRE_STORE where Cursor is started');
      const entry = (await readJson(join(cwd, '.cursor/mcp.json'))).mcpServers['worldwire-universe'];
      expect(entry.args.slice(1)).toEqual(['stdio', 'universe']);
    },
  );

  it('writes for every folder of the user with --global, where the client has that', async () => {
    const cwd = await temporaryFolder();
    const home = await temporaryFolder();
    expect(await run(['setup', 'cursor', '--global'], { cwd, env: { HOME: home } })).toMatchObject({
      code: 0,
    });
    expect(await readJson(join(home, '.cursor', 'mcp.json'))).toHaveProperty('mcpServers');
    expect(await readdir(cwd)).toEqual([]);
    expect(await run(['setup', 'claude-code', '--global'], { cwd })).toMatchObject({ code: 2 });
  });
});

describe('setup, in a file that others use too', () => {
  const before = '{\n\t"other": [1.0, 2e3],\n\t"mcpServers": {\n\t\t"mine": { "command": "x" }\n\t}\n}\n';

  it('changes its own key only, byte for byte', async () => {
    const cwd = await temporaryFolder();
    const path = join(cwd, '.mcp.json');
    await writeFile(path, before);
    await run(['setup', 'claude-code'], { cwd });
    const after = await readFile(path, 'utf8');
    const [head, tail] = before.split(' }\n\t}') as [string, string];
    expect(after.startsWith(`${head} },\n\t\t"worldwire-universe": {\n\t\t\t"type": "stdio",`)).toBe(true);
    expect(after.endsWith(`\n\t}${tail}`)).toBe(true);
    expect((await readJson(path)).mcpServers.mine).toEqual({ command: 'x' });
  });

  it('gives the file back as it was with --remove', async () => {
    const cwd = await temporaryFolder();
    const path = join(cwd, '.mcp.json');
    await writeFile(path, before);
    await run(['setup', 'claude-code'], { cwd });
    expect(await run(['setup', 'claude-code', '--remove'], { cwd })).toMatchObject({ code: 0 });
    expect(await readFile(path, 'utf8')).toBe(before);
    expect(await run(['setup', 'claude-code', '--remove'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('There is no worldwire-universe'),
    });
  });

  it('keeps the file as it was before the first change beside it, and leaves nothing else', async () => {
    const cwd = await temporaryFolder();
    const path = join(cwd, '.mcp.json');
    await writeFile(path, before);
    await run(['setup', 'claude-code'], { cwd });
    await run(['setup', 'claude-code', '--http', 'http://127.0.0.1:3001/mcp'], { cwd });
    expect(await readFile(`${path}.worldwire-backup`, 'utf8')).toBe(before);
    expect((await readdir(cwd)).sort()).toEqual(['.mcp.json', '.mcp.json.worldwire-backup']);
  });

  it('does not write when its entry exists already', async () => {
    const cwd = await temporaryFolder();
    await run(['setup', 'claude-code'], { cwd });
    const { mtimeMs, ino } = await stat(join(cwd, '.mcp.json'));
    const { stdout } = await run(['setup', 'claude-code'], { cwd });
    expect(stdout).toContain('already');
    expect(await stat(join(cwd, '.mcp.json'))).toMatchObject({ mtimeMs, ino });
  });

  it('keeps the mode of the file, and a symbolic link to it', async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, 'dotfiles'));
    await writeFile(join(cwd, 'dotfiles', 'mcp.json'), before, { mode: 0o600 });
    await symlink('dotfiles/mcp.json', join(cwd, '.mcp.json'));
    await run(['setup', 'claude-code'], { cwd });
    expect((await lstat(join(cwd, '.mcp.json'))).isSymbolicLink()).toBe(true);
    expect((await stat(join(cwd, 'dotfiles', 'mcp.json'))).mode & 0o777).toBe(0o600);
    expect((await readJson(join(cwd, 'dotfiles', 'mcp.json'))).mcpServers).toHaveProperty(
      'worldwire-universe',
    );
  });

  it('keeps a byte order mark', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, '.mcp.json'), `\uFEFF${before}`);
    expect(await run(['setup', 'claude-code'], { cwd })).toMatchObject({ code: 0 });
    expect(
      (await readFile(join(cwd, '.mcp.json'), 'utf8')).startsWith('\uFEFF{\n\t"other": [1.0, 2e3]'),
    ).toBe(true);
  });

  it.each([
    ['cut short', '{ "mcpServers": {'],
    ['with comments', '{\n  // mine\n  "mcpServers": {}\n}'],
    ['empty', ''],
    ['a list', '[]'],
  ])('leaves a file that is %s alone, and shows what to paste', async (_, content) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, '.mcp.json'), content);
    const { code, stdout, stderr } = await run(['setup', 'claude-code'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('not plain JSON');
    expect(JSON.parse(stdout).mcpServers).toHaveProperty('worldwire-universe');
    expect(await readFile(join(cwd, '.mcp.json'), 'utf8')).toBe(content);
    expect(await readdir(cwd)).toEqual(['.mcp.json']);
    expect(await run(['setup', 'claude-code', '--remove'], { cwd })).toMatchObject({ code: 1 });
  });

  it('does not change a file whose section is not an object', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, '.mcp.json'), '{"mcpServers":[]}');
    const { code, stderr } = await run(['setup', 'claude-code'], { cwd });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('"mcpServers" is not an object.'),
    });
    expect(await readFile(join(cwd, '.mcp.json'), 'utf8')).toBe('{"mcpServers":[]}');
  });
});

describe('setup, with invalid arguments', () => {
  it.each([
    [['cursr'], 'Did you mean cursor?'],
    [[], 'name one client: claude-code, claude-desktop, cline, codex,'],
    [['cursor', '--world', 'univers'], 'Did you mean universe?'],
    [['cursor', '--http', '127.0.0.1:3001'], 'the whole address'],
    [['claude-desktop', '--http', 'http://127.0.0.1:3001/mcp'], 'Leave out --http'],
    [['junie', '--http', 'http://127.0.0.1:3001/mcp'], 'Leave out --http'],
    [['zed', '--http', 'http://127.0.0.1:3001/mcp', '--token-env', 'TOKEN'], 'no token from a variable'],
    [['cursor', '--list'], 'leave out "cursor"'],
    [['cursor', '--allow', 'everything'], 'Choose from writes'],
    [['cursor', '--store', 'paper'], '--store takes'],
    [['cursor', '--store', 'postgres://ann:secret@db/worlds'], 'set WORLDWIRE_STORE'],
    [['cursor', '--store', 'postgres://db/worlds?user=ann&password=secret'], 'set WORLDWIRE_STORE'],
    [['cursor', '--store', 'postgresql://db/worlds?PASSWORD=secret'], 'set WORLDWIRE_STORE'],
    [['cursor', '--store', 'postgres://ann:sec#ret@db/worlds'], 'set WORLDWIRE_STORE'],
    [['cursor', '--token-env', 'TOKEN'], 'give its address with --http'],
    [['cursor', '--http', 'http://127.0.0.1:3001/mcp', '--token-env', 'a-token'], 'the name of a variable'],
    [['cursor', '--http', 'http://127.0.0.1:3001/mcp', '--read-only'], 'start it with --read-only'],
  ])('refuses %j with exit code 2', async (args, says) => {
    const cwd = await temporaryFolder();
    const { code, stderr } = await run(['setup', ...args], { cwd });
    expect(stderr).toContain(says);
    expect(code).toBe(2);
    expect(await readdir(cwd)).toEqual([]);
  });
});
