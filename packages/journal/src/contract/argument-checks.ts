import type { Append, Bookmark, Expected, ListOptions, NewLog, OperationKey, Snapshot } from './journal.js';

/** Fits into an index of every store. */
const MAX_NAME_BYTES = 1024;
/** Stores treat NUL and lone surrogates differently, so two such ids could become one. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Checks the arguments of each method of a journal. Throws RangeError. */
export const check = {
  create({ id, name, at, state, operation }: NewLog): void {
    checkName('id', id);
    checkText('name', name);
    checkText('at', at);
    checkState(state);
    if (operation !== undefined) checkOperation(operation);
  },

  list({ after, limit }: ListOptions): void {
    checkLimit(limit);
    if (after !== undefined) checkName('id', after);
  },

  rename(id: string, name: string, at: string, expected: Expected): void {
    checkName('id', id);
    checkText('name', name);
    checkText('at', at);
    checkExpected(expected);
  },

  remove(id: string, expected: Expected): void {
    checkName('id', id);
    checkExpected(expected);
  },

  append({ id, expected = {}, after, entries, operations = [], name }: Append): void {
    checkName('id', id);
    checkExpected(expected);
    if (name !== undefined) checkText('name', name);
    checkRevision('after', after);
    if (entries.length === 0) throw new RangeError('An append needs at least one entry.');
    for (const [index, { revision, at, principal, key, undoes }] of entries.entries()) {
      if (revision !== after + 1 + index) {
        throw new RangeError(`Entry ${index} has revision ${revision} instead of ${after + 1 + index}.`);
      }
      checkText('at', at);
      checkName('principal', principal);
      if (key !== undefined) checkName('key', key);
      if (undoes !== undefined) checkRevision('undoes', undoes);
    }
    const last = after + entries.length;
    for (const operation of operations) {
      checkOperation(operation);
      if (!(after < operation.first && operation.first <= operation.last && operation.last <= last)) {
        const { first, last: end } = operation;
        throw new RangeError(`Entries ${first} to ${end} of an operation are not all in this append.`);
      }
    }
  },

  read(id: string, after: number, limit: number, incarnation: string | undefined): void {
    check.log(id, incarnation);
    checkRevision('after', after);
    checkLimit(limit);
  },

  readBack(id: string, before: number | undefined, limit: number, incarnation: string | undefined): void {
    check.log(id, incarnation);
    if (before !== undefined) checkRevision('before', before);
    checkLimit(limit);
  },

  recorded(id: string, principal: string, key: string, incarnation: string | undefined): void {
    check.log(id, incarnation);
    checkKey(principal, key);
  },

  snapshotAt(id: string, revision: number, incarnation: string | undefined): void {
    check.log(id, incarnation);
    checkRevision('revision', revision);
  },

  saveSnapshot(
    id: string,
    { revision, state }: Snapshot,
    incarnation: string | undefined,
    spacing: number | undefined,
  ): void {
    check.log(id, incarnation);
    checkRevision('revision', revision);
    checkState(state);
    if (spacing !== undefined) checkLimit(spacing);
  },

  bookmark(id: string, { name, revision, at, principal }: Bookmark, incarnation: string | undefined): void {
    check.bookmarkName(id, name, incarnation);
    checkRevision('revision', revision);
    checkText('at', at);
    checkName('principal', principal);
  },

  bookmarkName(id: string, name: string, incarnation: string | undefined): void {
    check.log(id, incarnation);
    checkName('name', name);
  },

  log(id: string, incarnation?: string): void {
    checkName('id', id);
    if (incarnation !== undefined) checkText('incarnation', incarnation);
  },
};

export function checkText(what: string, text: string): void {
  if (UNSTORABLE.test(text)) throw new RangeError(`${what} contains a NUL or a lone surrogate.`);
}

function checkExpected({ incarnation, name, revision }: Expected): void {
  if (incarnation !== undefined) checkText('incarnation', incarnation);
  if (name !== undefined) checkText('name', name);
  if (revision !== undefined) checkRevision('revision', revision);
}

function checkKey(principal: string, key: string): void {
  checkName('principal', principal);
  checkName('key', key);
}

/** JSON text escapes lone surrogates, so NUL is the only candidate. */
function checkState(state: string): void {
  if (state.includes('\0')) throw new RangeError('state contains a NUL, which JSON text cannot.');
}

function checkRevision(what: string, revision: number): void {
  if (!Number.isSafeInteger(revision) || revision < 0) {
    throw new RangeError(`${what} must be a revision: 0 or a positive integer, not ${revision}.`);
  }
}

function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new RangeError(`limit must be a positive integer, not ${limit}.`);
  }
}

function checkOperation({ principal, key, fingerprint }: OperationKey): void {
  checkKey(principal, key);
  checkText('fingerprint', fingerprint);
}

function checkName(what: string, text: string): void {
  checkText(what, text);
  if (text.length * 3 > MAX_NAME_BYTES && Buffer.byteLength(text) > MAX_NAME_BYTES) {
    throw new RangeError(`${what} is longer than ${MAX_NAME_BYTES} bytes.`);
  }
}
