import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLIENTS } from '../setup/clients.js';
import { type FormatName, loadFormat } from '../setup/format.js';
import { run, temporaryFolder } from '../testing/program.js';

const HTTP = ['--http', 'http://127.0.0.1:3001/mcp'];

/** A file with another server, and with comments where the format has them. */
const BEFORE: Readonly<Record<FormatName, (section: string) => string>> = {
  json: section => `{\n\t"theme": 1e2,\n\t"${section}": {\n\t\t"other": { "command": "x" }\n\t}\n}\n`,
  jsonc: section =>
    `// mine\n{\n    "theme": 1e2, // dark\n    "${section}": {\n        /* other */\n        "other": { "command": "x" }, // keep\n    },\n}\n`,
  toml: section => `# mine\ntheme = 1e2 # dark\n\n[${section}.other] # keep\ncommand = 'x'\n`,
  yaml: section =>
    `# mine\ntheme: 1e2 # dark\n${section}:\n    # other\n    other:\n        cmd: 'x' # keep\n`,
};

const BROKEN: Readonly<Record<FormatName, string>> = {
  json: '{\n  "a": 1,\n  oops\n}\n',
  jsonc: '{\n  // one\n  oops\n}\n',
  toml: '# one\na = 1\noops\n',
  yaml: '# one\na: [1\noops: 2\n',
};

/** Without a comma at the end, which the last server gets when another follows it. */
function linesOf(text: string): string[] {
  return text.split('\n').map(line => line.replace(/,$/, ''));
}

describe.each([...CLIENTS])('setup %s', (name, client) => {
  const { section } = client;

  /** Its file in a folder of its own, where it is also the user's. */
  async function place() {
    const cwd = await temporaryFolder();
    const home = { cwd, env: { HOME: cwd, XDG_CONFIG_HOME: join(cwd, '.config') } };
    const environment = { ...home, home: cwd, inherited: {}, platform: process.platform };
    const folder = join(cwd, '.config');
    const path = client.file(
      { ...environment, configFolder: folder, xdgConfigFolder: folder } as never,
      false,
    );
    const file = path as string;
    await mkdir(dirname(file), { recursive: true });
    const setup = (...args: string[]) => run(['setup', name, ...args], home);
    const format = await loadFormat(client.format);
    const read = async () => format.parse(await readFile(file, 'utf8'))[section] as Record<string, unknown>;
    return { file, setup, format, read };
  }

  it('writes a new file', async () => {
    const { file, setup, format, read } = await place();
    expect(await setup()).toMatchObject({ code: 0, stdout: expect.stringContaining(client.next) });
    expect(Object.keys(await read())).toEqual(['worldwire-universe']);
    const { stdout } = await setup('--print');
    expect(format.parse(stdout)).toEqual(format.parse(await readFile(file, 'utf8')));
  });

  it('keeps other servers and comments, changes nothing twice, and updates its entry', async () => {
    const { file, setup, read } = await place();
    const before = BEFORE[client.format](section);
    await writeFile(file, before);
    expect(await setup()).toMatchObject({ code: 0 });
    const after = await readFile(file, 'utf8');
    expect(linesOf(after)).toEqual(expect.arrayContaining(linesOf(before)));
    expect(Object.keys(await read())).toEqual(['other', 'worldwire-universe']);

    const { mtimeMs, ino } = await stat(file);
    expect(await setup()).toMatchObject({ code: 0, stdout: expect.stringContaining('already') });
    expect(await stat(file)).toMatchObject({ mtimeMs, ino });

    expect(await setup('--read-only')).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).not.toBe(after);
    expect(JSON.stringify((await read())['worldwire-universe'])).toContain('--read-only');
    expect(await setup('--remove')).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('leaves a broken file alone, and names the line', async () => {
    const { file, setup, format } = await place();
    await writeFile(file, BROKEN[client.format]);
    const { code, stdout, stderr } = await setup();
    expect(code).toBe(1);
    expect(stderr).toContain(`${file} is not ${format.title}`);
    expect(stderr).toContain('line 3:');
    expect(format.parse(stdout)).toHaveProperty(section);
    expect(await readFile(file, 'utf8')).toBe(BROKEN[client.format]);
    expect(await readdir(dirname(file))).toHaveLength(1);
    expect(await setup('--remove')).toMatchObject({ code: 1, stderr: expect.stringContaining('line 3:') });
  });

  it('prints the entry for a running server, or that its file has none', async () => {
    const { setup, format } = await place();
    const { code, stdout, stderr } = await setup(...HTTP, '--print');
    if (client.http === undefined) return expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(JSON.stringify(format.parse(stdout))).toContain('"http://127.0.0.1:3001/mcp"');
  });
});

describe('setup --list', () => {
  it('shows every client with its files, in columns', async () => {
    const cwd = await temporaryFolder();
    const { code, stdout } = await run(['setup', '--list'], { cwd, env: { HOME: '/home/ann' } });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.slice(1).map(line => line.split(' ')[0])).toEqual([...CLIENTS.keys()]);
    const column = (lines[0] as string).indexOf('FILE WITH');
    expect(lines.find(line => line.startsWith('codex'))?.slice(column)).toMatch(
      /^~\/\.codex\/config\.toml +yes +yes$/,
    );
    expect(lines.find(line => line.startsWith('zed'))?.slice(column)).toMatch(
      /^~\/\.config\/zed\/settings\.json +yes +no$/,
    );
  });
});

it('docs/clients.md has every client, with its documentation', () => {
  const text = readFileSync(new URL('../../../../docs/clients.md', import.meta.url), 'utf8');
  for (const [name, { title, docs }] of CLIENTS) {
    expect(text).toContain(`| \`${name}\` | [${title}](${docs}) |`);
  }
});

describe('setup, in a form that it does not edit', () => {
  it.each([
    ['codex', '.codex/config.toml', '[mcp_servers]\nworldwire-universe = { url = "x" }\n'],
    ['codex', '.codex/config.toml', 'mcp_servers = { other = { url = "x" } }\n'],
    ['goose', '.config/goose/config.yaml', 'extensions: { other: { cmd: x } }\n'],
  ])('leaves the file of %s alone: %s', async (client, file, content) => {
    const cwd = await temporaryFolder();
    const path = join(cwd, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    const { code, stderr } = await run(['setup', client], { cwd });
    expect(code).toBe(1);
    expect(stderr).toContain('Nothing was changed. Edit the file by hand: --print shows the entry.');
    expect(await readFile(path, 'utf8')).toBe(content);
  });
});
