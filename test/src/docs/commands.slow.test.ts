import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Program, run, temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { commandsOf, pages, ROOT } from './pages.js';

const execute = promisify(execFile);
const FIXTURES = join(ROOT, 'packages/uasset/fixtures/uasset-rs/UE56');
/** Programs and accounts that a test does not have. */
const EXTERNAL = /^(?:WORLDWIRE_EDITOR=true )?(git clone|docker|claude|godot|cp -r addons) /;
/** Another project's script, named for its users. */
const FOREIGN = 'node scripts/seed-solar-system.mjs ';
/** Commands that ask a running server. */
const OPERATOR: ReadonlySet<string> = new Set([
  'approve',
  'calls',
  'sessions',
  'stop',
  'resume',
  'gates',
  'console',
]);
const EXAMPLE_IDS: ReadonlySet<string> = new Set(['3f2a', '9c1f']);
/** Exit code of a command line that makes no sense. */
const USAGE = 2;

const commands = pages().flatMap(({ path, text }) => commandsOf(text).map(command => ({ path, command })));

/** Words of a command line, with quotes. */
function words(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, one, two, bare]) => one ?? two ?? bare ?? '',
  );
}

describe.each(commands)('$path: $command', ({ command }) => {
  it('works', async () => {
    if (EXTERNAL.test(command) || command.startsWith(FOREIGN)) return;
    const ours = /^(?:(\w+)=(\S+) )?(?:npx )?worldwire (.*)$/.exec(command);
    if (ours !== null) {
      const [, variable, value = '', line] = ours;
      return worldwire(words(line as string), variable === undefined ? {} : { [variable]: value });
    }
    if (command.endsWith('/metrics')) return metrics();
    if (command.startsWith('curl ')) return curl(command);
    if (command.includes('inspector')) return inspector(command);
    if (command.includes('npx vitest ')) return expect(pathsOf(command).every(exists)).toBe(true);
    if (command.startsWith('node ')) return expect(exists(words(command)[1] as string)).toBe(true);
    if (command.startsWith('npm ')) return npm(words(command).slice(1));
    if (command.startsWith('cp -r bridges/'))
      return expect(bridgePaths(command).filter(path => !exists(path))).toEqual([]);
    if (command.startsWith('cd ')) return;
    throw new Error('No test runs this command.');
  });
});

it('finds the commands of the pages', () => {
  expect(commands.length).toBeGreaterThan(30);
});

/** Runs a command of ours in a home of its own. A server must listen; any other command must end well. */
async function worldwire(args: readonly string[], variables: Record<string, string>): Promise<void> {
  const home = await makeHome();
  const place = { ...home, env: { ...home.env, ...variables } };
  const given = args.map(arg =>
    arg
      .replace(/^~|\/mnt|\/srv|\/etc/, place.cwd)
      .replace('http://127.0.0.1:30010', 'http://127.0.0.1:9')
      .replace(/^8080$/, '0'),
  );
  const [name, file = ''] = given;
  if (name === 'serve') return void (await listening(given, place));
  const data = given.includes('--data') ? ['--data', given[given.indexOf('--data') + 1] as string] : [];
  if (name === 'backup' || name === 'restore') await makeData(place, data);
  if (name === 'restore') {
    expect((await run(['backup', file, ...data], place)).code).toBe(0);
    if (!given.includes('--force')) await rm(data[1] as string, { recursive: true });
  }
  if (OPERATOR.has(name as string) || name === 'audit') {
    const key = given.indexOf('--audit-key');
    await withRecord(place, key === -1 ? [] : given.slice(key, key + 2));
  }
  if (given.includes('--watch') || given.includes('--follow')) return shows(given, place);
  if (name === 'token' && file === 'revoke') {
    const made = ['token', 'new', ...given.slice(2), '--rights', 'read'];
    expect((await run(made, place)).code).toBe(0);
  }
  const { code, stderr } = await run(given, place);
  // The pages show ids and numbers that no server here has.
  const example = given.some(word => EXAMPLE_IDS.has(word)) || (name === 'calls' && file === 'end');
  if (example) return expect([stderr, code]).toEqual([stderr, 1]);
  // doctor reports what is missing here, such as an editor.
  if (name === 'doctor') expect([stderr, code]).not.toEqual([stderr, USAGE]);
  else expect([stderr, code]).toEqual([stderr, 0]);
}

/** A server in the home, with a record in its audit. */
async function withRecord(place: object, flags: readonly string[]): Promise<void> {
  const { url } = await listening(['serve', 'universe', 'unity', '--allow', 'writes', ...flags], place);
  const response = await fetch(new URL('/universes/sol/commands', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"type":"tick"}',
  });
  expect(response.status).toBe(200);
}

/** A command that goes on until it is stopped must show something. */
async function shows(args: readonly string[], place: object): Promise<void> {
  const program = new Program(args, place);
  await program.line('stdout', /./);
  program.kill('SIGTERM');
  await program.ended;
}

async function metrics(): Promise<void> {
  const program = new Program(['serve', 'universe', '--port', '0', '--metrics-port', '0', '--json']);
  const { url } = JSON.parse(await program.line('stdout', /"metrics"/));
  expect(await (await fetch(url)).text()).toContain('worldwire_requests_total');
}

/** A home with the files that the commands name. */
async function makeHome() {
  const cwd = await temporaryFolder();
  const project = join(cwd, 'Games/Harbour');
  await mkdir(join(cwd, 'backups'));
  await mkdir(join(project, 'Content'), { recursive: true });
  await cp(FIXTURES, join(project, 'Content'), { recursive: true });
  await writeFile(join(project, 'Harbour.uproject'), '{"FileVersion":3}');
  await writeFile(join(cwd, 'tokens.txt'), 'ann 0123456789abcdef0123456789abcdef\n', { mode: 0o600 });
  await writeFile(join(cwd, 'tokens'), 'bob 00112233445566778899aabbccddeeff\n', { mode: 0o600 });
  await mkdir(join(cwd, 'worldwire'));
  await writeFile(join(cwd, 'worldwire/audit.key'), 'a key of this test, and long enough\n', { mode: 0o600 });
  await writeFile(join(cwd, 'worldwire.json'), '{"worlds":["universe"]}');
  await writeFile(
    join(cwd, 'garden.js'),
    "import { defineWorld } from 'worldwire';\nexport default defineWorld({ name: 'garden', version: '1.0.0' });\n",
  );
  await writeFile(join(cwd, 'package.json'), '{"type":"module"}');
  await symlink(join(ROOT, 'node_modules'), join(cwd, 'node_modules'));
  await symlink(join(ROOT, 'examples'), join(cwd, 'examples'));
  const env = { HOME: cwd, WORLDWIRE_STORE: 'sqlite', XDG_CONFIG_HOME: join(cwd, '.config') };
  return { cwd, env };
}

/** Data to back up. */
async function makeData(place: object, data: readonly string[]): Promise<void> {
  const { program } = await listening(['serve', 'universe', ...data], place);
  program.kill('SIGTERM');
  await program.ended;
}

async function listening(args: readonly string[], place?: object) {
  const ports = args.includes('--port') ? [] : ['--port', '0'];
  const program = new Program([...args, ...ports, '--json'], place);
  return { program, url: await program.url() };
}

async function curl(command: string): Promise<void> {
  const { url } = await listening(['serve', 'universe']);
  const there = (line: string) => line.replaceAll('http://127.0.0.1:3001', new URL(url).origin);
  // An undo needs something to undo.
  const before = commands.find(one => one.command.includes('"addStar"'))?.command ?? '';
  const script = command.includes('/undo')
    ? `${there(before)} >/dev/null && ${there(command)}`
    : there(command);
  const { stdout } = await execute('bash', ['-c', `${script} --fail-with-body`]);
  expect(JSON.parse(stdout)).toMatchObject({ revision: expect.any(Number) });
}

/** The first call of a page, with the installed Inspector in place of a downloaded one. */
async function inspector(command: string): Promise<void> {
  const world = command.includes(':3000/') ? 'lighthouse' : 'universe';
  const { url } = await listening(['serve', world]);
  const given = command
    .replace(/http:\/\/127\.0\.0\.1:\d+\/mcp/, url)
    .replace(/^npx (-y )?/, 'npx --no-install ');
  const { stdout } = await execute('bash', ['-c', given], { cwd: join(ROOT, 'test') });
  expect(JSON.parse(stdout)).toHaveProperty('content');
}

/** Suites are run by others; here the script must exist. */
function npm(args: readonly string[]): void {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = args[0] === 'run' ? args[1] : args[0];
  expect(name === 'install' || (name as string) in scripts).toBe(true);
}

function pathsOf(command: string): string[] {
  return words(command).filter(word => word.includes('/') && !word.includes('://'));
}

function bridgePaths(command: string): string[] {
  return words(command).filter(word => word.startsWith('bridges/'));
}

function exists(path: string): boolean {
  return existsSync(join(ROOT, path));
}
