import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '@worldwire/journal/sqlite';
import { newLog } from '@worldwire/journal/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSession } from '../testing/client.js';
import { type Place, Program, run, temporaryFolder } from '../testing/program.js';

const NOT_FOUND = `throw Object.assign(new Error("Cannot find package '@photostructure/sqlite'"), { code: 'ERR_MODULE_NOT_FOUND' })`;
const NO_BINARY = `return { url: 'data:text/javascript,throw new Error("No native build was found for platform")', shortCircuit: true }`;
const WORLDS = ['universe', 'unity', 'unreal', '--port', '0'];

/** Preloaded into the program: Node has no SQLite of its own, and that of the package cannot be loaded. */
function withoutSqlite(instead: string): string {
  const hook = `export async function resolve(name, context, next) {
    if (name === '@photostructure/sqlite') { ${instead} }
    return next(name, context);
  }`;
  return `import { register } from 'node:module';
    const { getBuiltinModule } = process;
    process.getBuiltinModule = name => name === 'node:sqlite' ? undefined : getBuiltinModule.call(process, name);
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
}

describe.each([
  ['is not installed', NOT_FOUND, "Cannot find package '@photostructure/sqlite'"],
  ['has no binary for this machine', NO_BINARY, 'No native build was found'],
])('where SQLite %s', (_how, instead, reason) => {
  let cwd: string;
  let data: string;
  let place: Place;

  beforeEach(async () => {
    cwd = await temporaryFolder();
    data = join(cwd, 'data');
    const preload = join(cwd, 'without-sqlite.mjs');
    await writeFile(preload, withoutSqlite(instead));
    place = { cwd, env: { WORLDWIRE_STORE: 'sqlite', NODE_OPTIONS: `--import ${preload}` } };
  });

  it('serve starts the other worlds, and prints the reason and the fix', async () => {
    const program = new Program(['serve', ...WORLDS, '--json', '--data', data], place);
    const failed = JSON.parse(await program.line('stdout', '"failed"'));
    expect(failed).toMatchObject({ event: 'failed', world: 'universe' });
    expect(failed.reason).toContain(reason);
    const line = await program.line('stderr', 'universe is not served');
    expect(line).toContain(`SQLite cannot be loaded by Node ${process.version}`);
    expect(line).toMatch(/The data is intact.*Install the dependencies again.*Node 22\.16/);
    expect(line).not.toContain('universe.sqlite');
    for (const world of ['unity', 'unreal']) {
      const { url } = JSON.parse(await program.line('stdout', `"world":"${world}","wire"`));
      expect(await openSession(url)).toHaveProperty('mcp-session-id', expect.any(String));
    }
  });

  it('serve ends with the reason when only the universe is named', async () => {
    const { code, stdout, stderr } = await run(['serve', 'universe', '--port', '0', '--data', data], place);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^worldwire: The store cannot be opened\. SQLite cannot be loaded by Node/);
    expect(stderr).toContain(reason);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('serve ends with the reason when the frames wire needs the universe', async () => {
    const { code, stderr } = await run(['serve', ...WORLDS, '--frames', '--data', data], place);
    expect(code).toBe(1);
    expect(stderr).toContain('SQLite cannot be loaded');
  });

  it('the file of a universe is neither blamed nor changed', async () => {
    const file = join(cwd, 'universe.sqlite');
    const journal = await openSqlite(file);
    await journal.create(newLog('a'));
    await journal.close();
    const before = await readFile(file);
    const { stderr } = await run(['serve', 'universe', '--port', '0', '--data', cwd], place);
    expect(stderr).not.toMatch(/universe\.sqlite|damaged|backup/);
    expect(await readFile(file)).toEqual(before);
    expect((await readdir(cwd)).filter(name => name.startsWith('universe'))).toEqual([
      'universe.sqlite',
      'universe.sqlite.id',
    ]);
  });

  it('doctor finds it, with and without a file', async () => {
    for (const folder of [data, cwd]) {
      if (folder === cwd) await (await openSqlite(join(cwd, 'universe.sqlite'))).close();
      const { code, stdout } = await run(
        ['doctor', 'universe', '--port', '0', '--json', '--data', folder],
        place,
      );
      expect(code).toBe(1);
      const { checks } = JSON.parse(stdout) as { checks: { check: string; message: string }[] };
      expect(checks.filter(({ check }) => check === 'store')).toMatchObject([
        {
          state: 'fail',
          message: expect.stringContaining('SQLite cannot be loaded'),
          fix: expect.stringContaining('--store memory'),
        },
      ]);
    }
  });

  it('a universe that is kept in memory is served', async () => {
    const env = { ...place.env, WORLDWIRE_STORE: 'memory' };
    const program = new Program(['serve', 'universe', '--port', '0', '--json'], { ...place, env });
    expect(await openSession(await program.url())).toHaveProperty('mcp-session-id', expect.any(String));
  });
});

describe('a universe whose file is damaged', () => {
  it('is left out, with the reason, and the other worlds are served', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'universe.sqlite'), 'no database at all'.repeat(100));
    const place = { cwd, env: { WORLDWIRE_STORE: 'sqlite' } };
    const program = new Program(['serve', ...WORLDS, '--json', '--data', cwd], place);
    expect(await program.line('stderr', 'universe is not served')).toMatch(/universe\.sqlite.*not a SQLite/);
    expect(await program.line('stdout', '"world":"unity","wire"')).toContain('listening');
  });
});
