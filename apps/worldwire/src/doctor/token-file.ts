import { isLoopback } from '@worldwire/transports/http';
import { Problem } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';
import { readTokenStore } from '../serving/credentials.js';
import type { Settings } from '../settings/settings.js';
import { checkReaders } from './file-readers.js';

const CHECK = 'token file';

export async function checkTokenFile(
  { tokenFile, host, oauth }: Pick<Settings, 'tokenFile' | 'host' | 'oauth'>,
  platform: NodeJS.Platform,
): Promise<Finding> {
  if (tokenFile === undefined) {
    if (isLoopback(host)) return ok(CHECK, `none, and none is needed: only this machine reaches ${host}`);
    if (oauth !== undefined)
      return ok(CHECK, 'none, and none is needed: clients send access tokens of OAuth');
    const fix = 'Give --token-file FILE, or leave out --host.';
    return fail(CHECK, `none, and others reach ${host}, so serve refuses to start.`, fix);
  }
  try {
    await readTokenStore(tokenFile);
    return (
      (await checkReaders(CHECK, tokenFile, platform)) ??
      ok(CHECK, `${tokenFile} is readable by its owner alone`)
    );
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    return fail(
      CHECK,
      thrown.message,
      'Give a file with lines of "name token", each token 16 characters or longer.',
    );
  }
}
