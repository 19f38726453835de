import type { Append, Expected, NewLog, OperationKey } from './journal.js';

/** What fits into an index of every store. */
const MAX_NAME_BYTES = 1024;
/** No store keeps a NUL or half a character alike, and two such ids could become one. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

export function checkNewLog({ id, name, at, state, operation }: NewLog): void {
  checkId(id);
  checkText('name', name);
  checkText('at', at);
  checkState(state);
  if (operation !== undefined) checkOperation(operation);
}

export function checkAppend({ id, expected = {}, after, entries, operations = [], name }: Append): void {
  checkId(id);
  checkExpected(expected);
  if (name !== undefined) checkText('name', name);
  checkRevision('after', after);
  if (entries.length === 0) throw new RangeError('An append needs at least one entry.');
  for (const [index, { revision, at, principal, key, undoes }] of entries.entries()) {
    if (revision !== after + 1 + index) {
      throw new RangeError(`Entry ${index} has revision ${revision}; ${after + 1 + index} comes next.`);
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
      throw new RangeError(
        `An operation is for entries ${operation.first} to ${operation.last}, not all of this append.`,
      );
    }
  }
}

export function checkExpected({ incarnation, name, revision }: Expected): void {
  if (incarnation !== undefined) checkText('incarnation', incarnation);
  if (name !== undefined) checkText('name', name);
  if (revision !== undefined) checkRevision('revision', revision);
}

export function checkId(id: string): void {
  checkName('id', id);
}

export function checkLog(id: string, incarnation: string | undefined): void {
  checkId(id);
  if (incarnation !== undefined) checkText('incarnation', incarnation);
}

export function checkKey(principal: string, key: string): void {
  checkName('principal', principal);
  checkName('key', key);
}

export function checkText(what: string, text: string): void {
  if (UNSTORABLE.test(text))
    throw new RangeError(`A NUL or half a surrogate pair cannot be kept in ${what}.`);
}

/** JSON text escapes both, so a look for NUL is enough, and cheap for many megabytes. */
export function checkState(state: string): void {
  if (state.includes('\0')) throw new RangeError('A NUL cannot be kept in state, which is JSON text.');
}

export function checkRevision(what: string, revision: number): void {
  if (!Number.isSafeInteger(revision) || revision < 0) {
    throw new RangeError(`${what} must be a revision: 0 or a positive whole number, not ${revision}.`);
  }
}

export function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new RangeError(`limit must be a positive whole number, not ${limit}.`);
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
