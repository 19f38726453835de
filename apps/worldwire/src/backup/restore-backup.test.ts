import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBinding } from '@worldwire/journal/sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/program.js';
import { unpack } from './container.js';
import { makeBackup } from './make-backup.js';
import { restoreBackup } from './restore-backup.js';

const { DatabaseSync } = await loadBinding();
const OPTIONS = { force: false, now: new Date(0) };

let root: string;
let file: string;
let target: string;

/** A backup of one file, `audit.jsonl`. */
beforeEach(async () => {
  root = await temporaryFolder();
  const data = join(root, 'data');
  await mkdir(data);
  await writeFile(join(data, 'audit.jsonl'), 'one line\n');
  file = join(root, 'today.backup');
  await makeBackup(data, file);
  await mkdir(join(root, 'below'));
  target = join(root, 'below', 'target');
});

function change(sql: string, ...parameters: readonly unknown[]): void {
  const database = new DatabaseSync(file);
  try {
    for (const statement of sql.split(';')) database.prepare(statement).run(...parameters);
  } finally {
    database.close();
  }
}

async function refused(): Promise<void> {
  await expect(restoreBackup(file, target, OPTIONS)).rejects.toThrow(/^The backup is damaged: /);
  expect((await readdir(root, { recursive: true })).sort()).toEqual([
    'below',
    'data',
    'data/audit.jsonl',
    'today.backup',
  ]);
}

describe('restoring a backup that was changed', () => {
  it.each([
    '../evil.txt',
    'unity/../../evil.txt',
    '..',
    '.',
    '',
    './evil.txt',
    'unity//evil.txt',
    'unity/',
    '/evil.txt',
    '../evil\0.txt',
  ])('writes nothing for the path %j', async path => {
    change('UPDATE file SET path = ?; UPDATE chunk SET path = ?', path);
    await refused();
  });

  it('writes nothing at an absolute path', async () => {
    change('UPDATE file SET path = ?; UPDATE chunk SET path = ?', join(root, 'evil.txt'));
    await refused();
  });

  it.each([
    '..\\evil.txt',
    'unity\\evil.txt',
    'C:/evil.txt',
    'file:stream',
    'CON',
    'unity/nul.txt',
    'name.',
    'name ',
    'a\nb',
    'a\u202eb',
    'x'.repeat(300),
    'operator/1-a.json',
    'sessions/key',
    'Operator/1-a.json',
    'audit.lock',
    'audit.2.lock',
    'AUDIT.LOCK',
    'universe.sqlite-wal',
    'unreal/index/a.json',
  ])('writes nothing for a name that a backup does not contain: %j', async path => {
    change('UPDATE file SET path = ?; UPDATE chunk SET path = ?', path);
    await refused();
  });

  it.each([
    ['another case', 'AUDIT.jsonl'],
    ['a folder in place of a file', 'audit.jsonl/evil.txt'],
  ])('writes nothing for two files at one place: %s', async (_how, path) => {
    change('INSERT INTO file SELECT ?, bytes, sha256 FROM file', path);
    change("INSERT INTO chunk SELECT ?, number, content FROM chunk WHERE path = 'audit.jsonl'", path);
    await refused();
  });

  it.each([
    ['a larger size', 'UPDATE file SET bytes = 10'],
    ['a smaller size', 'UPDATE file SET bytes = 3'],
    ['a negative size', 'UPDATE file SET bytes = -1'],
    ['a checksum that is none', "UPDATE file SET sha256 = 'x'"],
    ['a chunk that is missing', 'DELETE FROM chunk'],
    ['a chunk with another number', 'UPDATE chunk SET number = 1'],
    ['content of no file', "INSERT INTO chunk SELECT 'other', number, content FROM chunk"],
    ['another table', 'CREATE TABLE more (a)'],
    ['a view', 'CREATE VIEW more AS SELECT * FROM file'],
  ])('writes nothing for %s', async (_how, sql) => {
    change(sql);
    await refused();
  });

  it('writes nothing when a checksum does not match', async () => {
    change('UPDATE chunk SET content = ?', Buffer.from('two lines'));
    await refused();
  });

  it('writes no file twice', async () => {
    change('CREATE TABLE twice AS SELECT * FROM file UNION ALL SELECT * FROM file');
    change('DROP TABLE file');
    change('ALTER TABLE twice RENAME TO file');
    await refused();
  });

  it('does not write through a link', async () => {
    await mkdir(target);
    const outside = join(root, 'data', 'audit.jsonl');
    await writeFile(outside, 'as it was');
    await symlink(outside, join(target, 'audit.jsonl'));
    await expect(unpack(file, target)).rejects.toThrow(/^The backup is damaged: /);
    expect(await readFile(outside, 'utf8')).toBe('as it was');
  });
});

describe('restoring to a folder without data', () => {
  it('leaves nothing of an empty one', async () => {
    await mkdir(target);
    expect(await restoreBackup(file, target, OPTIONS)).toMatchObject({ kept: undefined });
    expect(await readdir(join(root, 'below'))).toEqual(['target']);
  });

  it('keeps entries that a backup leaves out, and names them', async () => {
    await mkdir(target);
    await symlink(root, join(target, 'unity'));
    const { kept } = await restoreBackup(file, target, OPTIONS);
    expect(kept).toBe(`${target}.before-19700101T000000Z`);
    expect(await readdir(kept as string)).toEqual(['unity']);
  });
});
