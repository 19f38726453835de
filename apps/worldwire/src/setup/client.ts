import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../process/environment.js';
import type { HttpLaunch, Launch, StdioLaunch } from './entry.js';
import type { FormatName } from './format.js';

export interface Client {
  readonly title: string;
  /** Documentation of the file and its entries. */
  readonly docs: string;
  readonly format: FormatName;
  /** The key of the root object that has the servers. */
  readonly section: string;
  /** The file for this folder, or for this user; undefined where the client has no such file. */
  file(environment: Environment, global: boolean): string | undefined;
  /** The entry for a program to start. */
  stdio(launch: StdioLaunch, key: string): object;
  /** The entry for a running server; absent where the client's file takes none. */
  http?(server: HttpServer, key: string): object;
  /** How an entry refers to an environment variable; absent where it cannot. */
  variable?(name: string): string;
  /** The next step of the user. */
  readonly next: string;
}

export interface HttpServer {
  readonly url: string;
  readonly tokenVariable?: string;
  /** With the token's variable as the client spells it; absent where no token is needed. */
  readonly headers?: { readonly Authorization: string };
}

/** The entry as a client spells it; undefined where its file takes no running server. */
export function entryOf(client: Client, launch: Launch, key: string): object | undefined {
  return launch.kind === 'stdio' ? client.stdio(launch, key) : client.http?.(serverOf(client, launch), key);
}

function serverOf(client: Client, { url, tokenVariable }: HttpLaunch): HttpServer {
  if (tokenVariable === undefined) return { url };
  const value = client.variable?.(tokenVariable) ?? '';
  return { url, tokenVariable, headers: { Authorization: `Bearer ${value}` } };
}

type Place = (environment: Environment) => string;

/** A file in the current folder, and one of the user where the client has that. */
export function inFolder(path: string, ofUser?: Place): Client['file'] {
  return (environment, global) => (global ? ofUser?.(environment) : join(environment.cwd, path));
}

/** One file for all folders of the user. */
export function ofUser(place: Place): Client['file'] {
  return environment => place(environment);
}

/** Of two names of a file, the one that exists; else the first. */
export function eitherOf(path: string, other: string): string {
  return !existsSync(path) && existsSync(other) ? other : path;
}
