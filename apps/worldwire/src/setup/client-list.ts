import { relative, sep } from 'node:path';
import type { Environment } from '../process/environment.js';
import type { Client } from './client.js';

const HEAD = ['CLIENT', 'FILE HERE', 'FILE WITH --global', '--http', '--token-env'] as const;
const NONE = '-';

/** Every client, with its files in this folder and of this user, as an aligned table. */
export function listClients(clients: ReadonlyMap<string, Client>, environment: Environment): string {
  const rows = [...clients].map(([name, client]) => [
    name,
    ...places(client, environment),
    ...abilities(client),
  ]);
  const widths = HEAD.map((title, column) =>
    Math.max(title.length, ...rows.map(row => (row[column] as string).length)),
  );
  return [HEAD, ...rows]
    .map(row =>
      row
        .map((cell, column) => cell.padEnd(widths[column] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function places(client: Client, environment: Environment): readonly string[] {
  const here = client.file(environment, false);
  const user = client.file(environment, true);
  // A client with one file for all folders has it with and without the flag.
  return [shown(here === user ? undefined : here, environment), shown(user, environment)];
}

function shown(path: string | undefined, { cwd, home }: Environment): string {
  if (path === undefined) return NONE;
  if (path.startsWith(cwd + sep) && cwd !== home) return relative(cwd, path);
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

function abilities({ http, variable }: Client): readonly string[] {
  return [http === undefined ? 'no' : 'yes', http === undefined || variable === undefined ? 'no' : 'yes'];
}
