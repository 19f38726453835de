import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { JournalUnavailable } from '../contract/errors.js';

/** More than an id of ours ever has. */
const MAX_ID_LENGTH = 100;

/**
 * A small file with the id of the journal that was used last. It tells a first start, which may make a journal, from a
 * start at which the journal is lost.
 */
export class JournalIdFile {
  readonly #path: string;
  readonly known: string | undefined;

  constructor(path: string) {
    this.#path = path;
    this.known = read(path);
  }

  /** For a store that has nothing: refused where there was a journal before. */
  checkEmpty(what: string): void {
    if (this.known !== undefined) throw this.#lost(`${what}, but a journal was kept there before.`);
  }

  /** For a store that has a journal: refused where it is not the known one. */
  accept(id: string): void {
    if (this.known === undefined) keep(this.#path, id);
    else if (this.known !== id)
      throw this.#lost('The journal in the store is not the one that was kept there before.');
  }

  #lost(what: string): JournalUnavailable {
    return new JournalUnavailable(
      `${what} Restore it from a backup. To go on with what is there now, and without what was kept before, remove ${this.#path} first.`,
    );
  }
}

function read(path: string): string | undefined {
  let id: string;
  try {
    id = readFileSync(path, 'utf8').trim();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new JournalUnavailable(`${path} cannot be read (${code}). Check its permissions.`, { cause });
  }
  if (id !== '' && id.length <= MAX_ID_LENGTH) return id;
  throw new JournalUnavailable(
    `${path} should have the id of the journal. Remove it, if the journal beside it is the right one.`,
  );
}

/** Whole or not at all: half an id would make a good journal look like another one. */
function keep(path: string, id: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    const file = openSync(aside, 'w', 0o600);
    try {
      writeSync(file, `${id}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(aside, path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new JournalUnavailable(
      `${path} cannot be written (${code}). Check its folder and its permissions.`,
      { cause },
    );
  }
}
