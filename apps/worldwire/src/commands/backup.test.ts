import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '@worldwire/journal/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '../audit/verify-audit.js';
import { Program, run, temporaryFolder } from '../testing/program.js';

/** Preloaded into the program: a file system that has no links and does not sync folders, as FAT and SMB may be. */
const WITHOUT_LINKS = `
  import { writeFileSync } from 'node:fs';
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  const fail = code => { throw Object.assign(new Error(code), { code }); };
  const { LINK_FAILS, TAKEN } = process.env;
  if (LINK_FAILS !== undefined) fs.link = async () => {
    if (TAKEN !== undefined) writeFileSync(TAKEN, 'of another program');
    fail(LINK_FAILS);
  };
  syncBuiltinESMExports();
  const folder = await fs.open('.');
  const methods = Object.getPrototypeOf(folder);
  await folder.close();
  const { sync } = methods;
  methods.sync = async function () {
    return (await this.stat()).isDirectory() ? fail('EINVAL') : sync.call(this);
  };`;

let cwd: string;
let data: string;
let file: string;

beforeEach(async () => {
  cwd = await temporaryFolder();
  data = join(cwd, 'data');
  file = join(cwd, 'today.backup');
});

async function serve(folder = data) {
  const args = ['serve', 'universe', '--port', '0', '--json', '--data', folder];
  const program = new Program(args, { cwd, env: { WORLDWIRE_STORE: 'sqlite' } });
  const origin = new URL(await program.url()).origin;
  return {
    /** Sends a command and gives the revision that was acknowledged. */
    async write(name: string): Promise<number> {
      const response = await fetch(`${origin}/universes/sol/commands?returning=changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'addStar', id: name, payload: { name } }),
      });
      expect(response.status).toBe(200);
      return ((await response.json()) as { revision: number }).revision;
    },
    async stars(): Promise<object> {
      const response = await fetch(`${origin}/universes/sol`);
      return ((await response.json()) as { state: { stars: object } }).state.stars;
    },
    async stop(): Promise<void> {
      program.kill('SIGTERM');
      expect((await program.ended).code).toBe(0);
    },
  };
}

function worldwire(command: string, ...args: readonly string[]) {
  return run([command, file, '--data', data, ...args], { cwd, env: { WORLDWIRE_STORE: 'sqlite' } });
}

async function entriesIn(folder: string): Promise<readonly unknown[]> {
  const journal = await openSqlite(join(folder, 'universe.sqlite'));
  try {
    return await journal.read('sol', 0, 1_000_000);
  } finally {
    await journal.close();
  }
}

/** A stopped server's folder, and a backup of it at revision 1. */
async function backedUp(): Promise<void> {
  const server = await serve();
  await server.write('first');
  await server.stop();
  expect(await worldwire('backup')).toMatchObject({ code: 0, stderr: '' });
}

describe('backup, while a server writes', () => {
  it('has every command that was acknowledged before it began, and a prefix of all', async () => {
    const server = await serve();
    let acknowledged = 0;
    let done = false;
    const writer = (async () => {
      while (!done) acknowledged = await server.write(`star-${acknowledged + 1}`);
    })();
    await expect.poll(() => acknowledged).toBeGreaterThan(20);
    const before = acknowledged;
    const { code, stdout, stderr } = await worldwire('backup', '--json');
    done = true;
    await writer;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(acknowledged).toBeGreaterThan(before);
    const { journals, files } = JSON.parse(stdout);
    expect(journals).toEqual([
      { path: 'universe.sqlite', logs: [{ id: 'sol', revision: expect.any(Number) }] },
    ]);
    expect(files).toEqual(['audit.head', 'audit.jsonl', 'universe.sqlite.id']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const elsewhere = join(cwd, 'elsewhere');
    expect(await run(['restore', file, '--data', elsewhere], { cwd })).toMatchObject({ code: 0 });
    const restored = await entriesIn(elsewhere);
    expect(restored).toHaveLength(journals[0].logs[0].revision);
    expect(restored.length).toBeGreaterThanOrEqual(before);
    expect(restored).toEqual((await entriesIn(data)).slice(0, restored.length));
    expect(await verifyAudit(elsewhere)).toMatchObject({ problems: [], chains: [{ torn: 0 }] });
    await server.stop();
  });

  it('leaves only its file, and lists its content', async () => {
    const server = await serve();
    await server.write('first');
    await mkdir(join(data, 'unity'));
    await writeFile(join(data, 'unity', 'mcp.config.json'), '{}');
    await mkdir(join(data, 'unreal', 'index'), { recursive: true });
    await writeFile(join(data, 'unreal', 'index', 'cache'), 'made again');
    const { code, stdout } = await worldwire('backup');
    expect(code).toBe(0);
    expect(stdout).toContain(
      'universe.sqlite: 1 log, 1 revision; every checksum matches\n    sol  revision 1',
    );
    expect(stdout).toContain('unity/mcp.config.json');
    expect(stdout).not.toContain('cache');
    expect((await readdir(cwd)).sort()).toEqual(['data', 'today.backup']);
    await server.stop();
  });
});

describe('backup', () => {
  it('overwrites nothing, and does not write into the folder that it copies', async () => {
    await backedUp();
    const before = await readFile(file);
    const again = await worldwire('backup');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('exists and is not overwritten');
    expect(await readFile(file)).toEqual(before);
    const inside = await run(['backup', join(data, 'inside'), '--data', data], { cwd });
    expect(inside.code).toBe(2);
    expect(inside.stderr).toContain('is in the data folder');
  });

  it('is refused for a damaged journal or an empty folder', async () => {
    const empty = await worldwire('backup');
    expect(empty.code).toBe(1);
    expect(empty.stderr).toContain(`There is nothing to back up in ${data}`);
    await mkdir(data);
    await writeFile(join(data, 'universe.sqlite'), 'This is no database. '.repeat(300));
    const damaged = await worldwire('backup');
    expect(damaged.code).toBe(1);
    expect(damaged.stderr).toMatch(/^worldwire: .*today\.backup was not written\. .*not a SQLite database/);
    expect(await readdir(cwd)).toEqual(['data']);
  });

  it('gets its name on a disk without links, and still overwrites nothing', async () => {
    await mkdir(data);
    await writeFile(join(data, 'audit.jsonl'), '{}\n');
    const preload = join(await temporaryFolder(), 'without-links.mjs');
    await writeFile(preload, WITHOUT_LINKS);
    const place = (env: object) => ({ cwd, env: { NODE_OPTIONS: `--import ${preload}`, ...env } });
    for (const code of ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']) {
      const name = `${code}.backup`;
      const made = await run(['backup', name, '--data', data], place({ LINK_FAILS: code }));
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect((await stat(join(cwd, name))).mode & 0o777).toBe(0o600);
      const restored = await run(['restore', name, '--data', join(cwd, code)], place({}));
      expect(restored).toMatchObject({ code: 0, stderr: '' });
      expect(await readFile(join(cwd, code, 'audit.jsonl'), 'utf8')).toBe('{}\n');
    }
    const late = await run(['backup', file, '--data', data], place({ LINK_FAILS: 'EPERM', TAKEN: file }));
    expect(late.code).toBe(1);
    expect(late.stderr).toContain('exists and is not overwritten');
    expect(await readFile(file, 'utf8')).toBe('of another program');
    expect((await readdir(cwd)).filter(name => name.startsWith('.'))).toEqual([]);
  });

  it('lists what it left out', async () => {
    await mkdir(join(data, 'unity'), { recursive: true });
    await writeFile(join(data, 'audit.jsonl'), '{}\n');
    const elsewhere = await temporaryFolder();
    await writeFile(join(elsewhere, 'script.lua'), '');
    await symlink(elsewhere, join(data, 'unity', 'scripts'));
    await symlink(join(elsewhere, 'script.lua'), join(data, 'linked.lua'));
    const { code, stdout } = await worldwire('backup');
    expect(code).toBe(0);
    expect(stdout).toMatch(/\nLeft out, .*links.*:\n {2}linked\.lua\n {2}unity\/scripts\n$/);
    const json = await run(['backup', 'second', '--data', data, '--json'], { cwd });
    expect(JSON.parse(json.stdout)).toMatchObject({
      files: ['audit.jsonl'],
      leftOut: ['linked.lua', 'unity/scripts'],
    });
  });

  it('lists what it left out when the folder has nothing else', async () => {
    await mkdir(data);
    await symlink(await temporaryFolder(), join(data, 'unity'));
    const { code, stderr } = await worldwire('backup');
    expect(code).toBe(1);
    expect(stderr).toMatch(/There is nothing to back up in .* Left out, .*: unity/);
  });

  it('names the command for a universe in PostgreSQL, without its password', async () => {
    await mkdir(data);
    await writeFile(join(data, 'audit.jsonl'), '{}\n');
    const env = { WORLDWIRE_STORE: 'postgres://ann:secret@db.example:5433/worlds?sslmode=require' };
    const { code, stdout } = await run(['backup', file, '--data', data], { cwd, env });
    expect(code).toBe(0);
    const address = "'postgres://ann@db.example:5433/worlds?sslmode=require'";
    expect(stdout).toContain(
      `Run: pg_dump --format=custom --schema=worldwire --file=universe.dump --dbname=${address}`,
    );
    const restored = await run(['restore', file, '--data', join(cwd, 'new')], { cwd, env });
    expect(restored.stdout).toContain(
      `Run: pg_restore --clean --if-exists --single-transaction --dbname=${address} universe.dump`,
    );
    expect(stdout + restored.stdout).not.toContain('secret');
  });

  it('prints the command for PostgreSQL also for an empty folder', async () => {
    const env = { WORLDWIRE_STORE: 'postgres://ann@db.example/worlds' };
    const backup = await run(['backup', file, '--data', data], { cwd, env });
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(backup.stdout).toMatch(/^The universe is in PostgreSQL.* Run: pg_dump .*\n/);
    expect(backup.stdout).toContain(`There is nothing else to back up in ${data}: ${file} was not written.`);
    const { stdout: json } = await run(['backup', file, '--data', data, '--json'], { cwd, env });
    expect(JSON.parse(json)).toEqual({
      data,
      journals: [],
      files: [],
      leftOut: [],
      run: expect.stringMatching(/^pg_dump /),
    });
    expect(await readdir(cwd)).toEqual([]);

    const restore = await run(['restore', '--data', data], { cwd, env });
    expect(restore).toMatchObject({ code: 0, stderr: '' });
    expect(restore.stdout).toMatch(/^The universe is in PostgreSQL.* Run: pg_restore .*\n/);
    const restored = await run(['restore', '--data', data, '--json'], { cwd, env });
    expect(JSON.parse(restored.stdout)).toEqual({ run: expect.stringMatching(/^pg_restore /) });
    const missing = await run(['restore', file, '--data', data], { cwd, env });
    expect(missing.code).toBe(1);
    expect(missing.stdout).toContain('Run: pg_restore ');
    expect(missing.stderr).toContain(`${file} cannot be read`);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('prints the command for PostgreSQL also when the file cannot be written', async () => {
    await mkdir(data);
    await writeFile(join(data, 'universe.sqlite'), 'This is no database. '.repeat(300));
    const env = { WORLDWIRE_STORE: 'postgres://ann@db.example/worlds' };
    const { code, stdout } = await run(['backup', file, '--data', data], { cwd, env });
    expect(code).toBe(1);
    expect(stdout).toContain('Run: pg_dump ');
  });
});

describe('restore', () => {
  it('is refused while a server uses the folder', async () => {
    await backedUp();
    const server = await serve();
    await server.write('second');
    const { code, stderr } = await worldwire('restore', '--force');
    expect(code).toBe(1);
    expect(stderr).toMatch(/A server is using .*universe\.sqlite\. Stop it/);
    expect(await server.write('third')).toBe(3);
    await server.stop();
    expect((await readdir(cwd)).sort()).toEqual(['data', 'today.backup']);
  });

  it('replaces data only with --force, keeps it, and the server continues from the backup', async () => {
    await backedUp();
    const server = await serve();
    await server.write('second');
    await server.stop();
    const refused = await worldwire('restore');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('--force');
    expect(await entriesIn(data)).toHaveLength(2);

    const { code, stdout } = await worldwire('restore', '--force', '--json');
    expect(code).toBe(0);
    const { kept, journals } = JSON.parse(stdout);
    expect(journals).toMatchObject([{ logs: [{ id: 'sol', revision: 1 }] }]);
    expect(await entriesIn(kept)).toHaveLength(2);
    const restored = await serve();
    expect(await restored.stars()).toHaveProperty('first');
    expect(await restored.stars()).not.toHaveProperty('second');
    expect(await restored.write('another')).toBe(2);
    await restored.stop();
  });

  it('refuses a damaged backup, and leaves the folder as it is', async () => {
    await backedUp();
    const whole = await readFile(file);
    const place = whole.indexOf('"first"');
    expect(place).toBeGreaterThan(0);
    const flipped = Buffer.from(whole);
    flipped[place + 1]! ^= 1;
    for (const [bytes, reason] of [
      [flipped, /damaged: the checksum of .* does not match/],
      [
        whole.subarray(0, whole.length / 2),
        new RegExp(`today\\.backup is truncated: it has ${whole.length / 2} of ${whole.length} bytes`),
      ],
      [whole.subarray(0, 100), /is truncated: it has 100 of/],
      [whole.subarray(0, 50), /not a backup/],
      [Buffer.from('This is no backup. '.repeat(1_000)), /not a backup/],
      [await readFile(join(data, 'universe.sqlite')), /not a backup/],
      [Buffer.alloc(0), /not a backup: it is empty/],
    ] as const) {
      await writeFile(file, bytes);
      const { code, stdout, stderr } = await worldwire('restore', '--force');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(reason);
      expect((await readdir(cwd)).sort()).toEqual(['data', 'today.backup']);
      expect(await entriesIn(data)).toHaveLength(1);
    }
  });
});
