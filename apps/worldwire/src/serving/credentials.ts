import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Rights } from '@worldwire/server/internal';
import { parseTokenLines } from '@worldwire/transports/http';
import { Problem, reasonOf } from '../errors/problem.js';
import { TOKEN_VARIABLE } from '../worlds/engine-environment.js';
import type { Variables } from '../worlds/world-entry.js';

const OTHERS_READ = 0o004;
const GROUP_READS = 0o040;

/** A token that this program can send, with rights that it needs. Where there is none, why. */
export type OwnToken = { readonly token: string } | { readonly token: undefined; readonly reason: string };

/**
 * The first token of the file that is not expired and that `suits`. A hashed token cannot be sent, so that WORLDWIRE_TOKEN is
 * taken where the file has no other.
 */
export async function ownToken(
  path: string,
  { [TOKEN_VARIABLE]: given }: Variables,
  suits: (rights: Rights) => boolean = () => true,
): Promise<OwnToken> {
  const now = Date.now();
  const usable = parseTokenLines(await readFile(path, 'utf8')).filter(
    ({ rights, expiresAt }) => expiresAt > now && suits(rights),
  );
  const token = usable.find(line => line.token !== undefined)?.token ?? (given || undefined);
  if (token !== undefined) return { token };
  const reason = usable.length === 0 ? 'none that can be used here' : 'only hashes, which cannot be sent';
  return { token, reason: `${path} has ${reason}: set ${TOKEN_VARIABLE} to one of its tokens` };
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
