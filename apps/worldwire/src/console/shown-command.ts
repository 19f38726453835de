import { isLoopback } from '@worldwire/transports/http';
import { consoleCommand } from '../process/console-command.js';
import type { Environment } from '../process/environment.js';
import type { Settings } from '../settings/settings.js';

/**
 * The command of the sign-in page, which is shown without a credential. The path of the data folder is for people at this machine: a page
 * that other machines can open does not have it.
 */
export function shownCommand(
  { data, host, publicHosts }: Pick<Settings, 'data' | 'host' | 'publicHosts'>,
  environment: Environment,
): string {
  const command = consoleCommand(data, environment);
  if (isLoopback(host) && publicHosts.length === 0) return command;
  return `npx worldwire console${command.includes(' --data ') ? ' --data DIR' : ''}`;
}
