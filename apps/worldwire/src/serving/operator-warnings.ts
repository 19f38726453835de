import type { Log } from '@worldwire/server';
import type { Settings } from '../settings/settings.js';
import { furtherReaders } from './credentials.js';

export const PASSWORD_SHOWN =
  'the password of the store is on the command line, where every user of this machine can read it: set WORLDWIRE_STORE instead of --store';

/** Warns of secrets that other users can read. */
export async function warnOfShownSecrets(
  { tokenFile, tls, passwordShown }: Pick<Settings, 'tokenFile' | 'tls' | 'passwordShown'>,
  platform: NodeJS.Platform,
  log: Log,
): Promise<void> {
  if (passwordShown) log.warn({}, PASSWORD_SHOWN);
  for (const [what, file] of [
    ['token file', tokenFile],
    ['TLS key', tls?.key],
  ]) {
    if (file === undefined) continue;
    // A missing file is refused when it is read.
    const readers = await furtherReaders(file, platform).catch(() => undefined);
    if (readers !== undefined) log.warn({ file }, `the ${what} can be read by ${readers}: chmod 600 it`);
  }
}
