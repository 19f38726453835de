import { resolve } from 'node:path';
import type { Environment } from './environment.js';
import { invocation } from './invocation.js';

/** The command that prints a link to the console of the server with this data folder, as a person at the machine types it. */
export function consoleCommand(data: string, environment: Environment): string {
  const command = `${invocation(environment)} console`;
  const folder = resolve(data);
  return folder === resolve(environment.dataFolder) ? command : `${command} --data ${typedPath(folder)}`;
}

/** A path as a shell takes it. */
export function typedPath(path: string): string {
  return /\s/.test(path) ? JSON.stringify(path) : path;
}
