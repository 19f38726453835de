import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { newSecret, readSecrets } from '@worldwire/cluster';
import { codeOf } from '../errors/problem.js';

const NAME_BYTES = 6;
/** Of the group and of others. */
const SHARED = 0o077;

export interface SessionKey {
  readonly secrets: readonly Uint8Array[];
  /** Whether other users may read the file. */
  readonly isShared: boolean;
}

/** Reads the secrets of session ids, or creates the file. Servers that share a data folder get the same. */
export function openSessionKey(path: string): SessionKey {
  try {
    return read(path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
  createSessionKey(path);
  return read(path);
}

function read(path: string): SessionKey {
  const file = openSync(path, 'r');
  try {
    const isShared = process.platform !== 'win32' && (fstatSync(file).mode & SHARED) !== 0;
    return { secrets: readSecrets(readFileSync(file, 'utf8')), isShared };
  } finally {
    closeSync(file);
  }
}

/** A link, so that the file is complete when it gets its name, and never replaces that of another server. */
export function createSessionKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomBytes(NAME_BYTES).toString('hex')}`;
  writeFileSync(aside, `${newSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(aside, path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'EEXIST') throw thrown;
  } finally {
    rmSync(aside, { force: true });
  }
}
