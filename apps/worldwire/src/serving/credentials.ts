import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { TokenStore } from '@worldwire/transports/http';
import { Problem, reasonOf } from '../errors/problem.js';

const OTHERS_READ = 0o004;
const GROUP_READS = 0o040;

export async function readTokenStore(path: string): Promise<TokenStore> {
  try {
    return TokenStore.parse(await readFile(path, 'utf8'));
  } catch (thrown) {
    throw Problem.refusal('token file', `The token file ${path} cannot be used: ${reasonOf(thrown)}`);
  }
}

/** The first token of a token file. */
export async function firstToken(path: string): Promise<string | undefined> {
  const lines = (await readFile(path, 'utf8'))
    .split(/\r?\n/)
    .map(line => line.replace(/(^|\s)#.*/, '').trim());
  return lines
    .find(line => line !== '')
    ?.split(/\s+/)
    .at(-1);
}

/** Which other users can read the file. Not determined on Windows. */
export async function furtherReaders(
  path: string,
  platform: NodeJS.Platform,
): Promise<'every user of this machine' | 'its group' | undefined> {
  if (platform === 'win32') return undefined;
  const { mode } = await stat(path);
  if ((mode & OTHERS_READ) !== 0) return 'every user of this machine';
  return (mode & GROUP_READS) === 0 ? undefined : 'its group';
}

interface TlsPair {
  readonly cert: string;
  readonly key: string;
}

/** Reads the files and loads them, so that an error is found at start and not by the first client. */
export async function readTlsFiles(paths: TlsPair): Promise<TlsPair> {
  const [cert, key] = await Promise.all([readFile(paths.cert, 'utf8'), readFile(paths.key, 'utf8')]).catch(
    thrown => {
      throw Problem.refusal('TLS files', `The TLS files cannot be read: ${reasonOf(thrown)}`);
    },
  );
  try {
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (thrown) {
    throw Problem.refusal(
      'TLS files',
      `The TLS certificate and key cannot be used: ${reasonOf(thrown)}. Both must be PEM files, and belong together.`,
    );
  }
}
