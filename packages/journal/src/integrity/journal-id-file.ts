import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { JournalUnavailable } from '../contract/errors.js';

const MAX_ID_LENGTH = 100;

/** A file with the id of the journal that was used last. It tells a first start from a start with a lost journal. */
export class JournalIdFile {
  readonly #path: string;
  readonly known: string | undefined;

  constructor(path: string) {
    this.#path = path;
    this.known = read(path);
  }

  /** Refuses an empty store if it had a journal before. */
  checkEmpty(what: string): void {
    if (this.known !== undefined) throw this.#lost(`${what}, but it had a journal before.`);
  }

  /** Refuses a store with another journal than before. */
  accept(id: string): void {
    if (this.known === undefined) save(this.#path, id);
    else if (this.known !== id) throw this.#lost('The store has another journal than before.');
  }

  #lost(what: string): JournalUnavailable {
    return new JournalUnavailable(
      `${what} Restore it from a backup. To give up the earlier data and use the store as it is, remove ${this.#path}.`,
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
    `${path} does not contain the id of a journal. Remove the file if the journal beside it is the right one.`,
  );
}

/** Atomically: half an id would make a good journal look like another one. */
function save(path: string, id: string): void {
  const temporary = `${path}.${process.pid}`;
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      writeSync(file, `${id}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new JournalUnavailable(
      `${path} cannot be written (${code}). Check its folder and its permissions.`,
      { cause },
    );
  }
}
