import { Problem } from '../errors/problem.js';
import { DEFAULT_HOST } from '../settings/server-flags.js';
import type { Settings } from '../settings/settings.js';

/** Before a world is opened, so that a refused start has created nothing. */
export async function checkBind({ host, tokenFile, oauth, publicHosts, worlds }: Settings): Promise<void> {
  if (host === DEFAULT_HOST || (tokenFile !== undefined && oauth === undefined)) return;
  const { isLoopback } = await import('@worldwire/transports/http');
  if (isLoopback(host)) return;
  if (tokenFile === undefined && oauth === undefined) {
    throw Problem.refusal(
      'open bind',
      `Binding ${host} makes the server reachable from other machines: give a token file with --token-file FILE, or leave out --host.`,
    );
  }
  const unnamed = worlds.find(({ name }) => !oauth?.audiences.has(name));
  if (unnamed !== undefined && publicHosts.length === 0 && ['0.0.0.0', '::'].includes(host)) {
    throw Problem.usage(
      `--host ${host} does not tell clients of OAuth where ${unnamed.name} is: give its public URL with --oauth-audience ${unnamed.name}=URL.`,
    );
  }
}
