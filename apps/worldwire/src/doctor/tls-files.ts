import { Problem } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';
import { readTlsFiles } from '../serving/credentials.js';
import type { Settings } from '../settings/settings.js';
import { checkReaders } from './file-readers.js';

const CHECK = 'TLS files';

export async function checkTlsFiles(
  { tls }: Pick<Settings, 'tls'>,
  platform: NodeJS.Platform,
): Promise<readonly Finding[]> {
  if (tls === undefined) return [];
  try {
    await readTlsFiles(tls);
    return [
      (await checkReaders(CHECK, tls.key, platform)) ?? ok(CHECK, `${tls.cert} and ${tls.key} can be used`),
    ];
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    const fix = 'Give --tls-cert FILE the certificate and --tls-key FILE its own private key.';
    return [fail(CHECK, thrown.message, fix)];
  }
}
