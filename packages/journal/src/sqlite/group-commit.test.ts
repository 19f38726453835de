import { afterEach, beforeEach, expect, it } from 'vitest';
import { JournalConflict } from '../contract/errors.js';
import { type Database, loadBinding } from './binding.js';
import { GroupCommit } from './group-commit.js';

const { DatabaseSync } = await loadBinding();

let database: Database;
let group: GroupCommit;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE kept (text TEXT NOT NULL)');
  group = new GroupCommit(database, 0);
});
afterEach(() => {
  database.close();
});

function keep(text: string): void {
  database.prepare('INSERT INTO kept VALUES (?)').run(text);
}

function kept(): unknown[] {
  const rows = database.prepare('SELECT text FROM kept').all() as { readonly text: string }[];
  return rows.map(({ text }) => text);
}

it('writes nothing before the turn is over', async () => {
  const written = group.write(() => keep('one'));
  expect(kept()).toEqual([]);
  await written;
  expect(kept()).toEqual(['one']);
});

it('gives every caller its own result, in the order they came', async () => {
  const results = ['one', 'two', 'three'].map(text =>
    group.write(() => {
      keep(text);
      return text.length;
    }),
  );
  expect(await Promise.all(results)).toEqual([3, 3, 5]);
  expect(kept()).toEqual(['one', 'two', 'three']);
});

it('rejects one that conflicts and commits the others', async () => {
  const conflict = new JournalConflict('moved');
  const results = await Promise.allSettled([
    group.write(() => keep('one')),
    group.write(() => {
      throw conflict;
    }),
    group.write(() => keep('three')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: conflict });
  expect(kept()).toEqual(['one', 'three']);
});

it('undoes one that fails half way and still commits the others', async () => {
  const bug = new TypeError('a bug');
  const results = await Promise.allSettled([
    group.write(() => keep('one')),
    group.write(() => {
      keep('half');
      throw bug;
    }),
    group.write(() => keep('three')),
  ]);
  expect(results[1]).toEqual({ status: 'rejected', reason: bug });
  expect(kept()).toEqual(['one', 'three']);
});

it('acknowledges nothing when the commit itself fails', async () => {
  database.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY);
    CREATE TABLE child (parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)`);
  const results = await Promise.allSettled([
    group.write(() => keep('one')),
    group.write(() => database.exec('INSERT INTO child VALUES (1)')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(kept()).toEqual([]);
  await group.write(() => keep('two'));
  expect(kept()).toEqual(['two']);
});

it('accepts writes while a commit is settled', async () => {
  await group.write(() => keep('one')).then(() => group.write(() => keep('two')));
  expect(kept()).toEqual(['one', 'two']);
});
