import type { Environment } from '../process/environment.js';

/** Prefix of every key that setup writes. Other keys are not changed. */
export const KEY_PREFIX = 'worldwire-';

export interface StdioLaunch {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
}

export interface HttpLaunch {
  readonly kind: 'http';
  readonly url: string;
  /** Environment variable of the client that has the token. The token itself is not written. */
  readonly tokenVariable?: string;
}

export type Launch = StdioLaunch | HttpLaunch;

/** How a client starts this program, with absolute paths because clients do not have the PATH of the shell. */
export function stdioLaunch({ node, program }: Environment, world: string, flags: readonly string[]): Launch {
  return { kind: 'stdio', command: node, args: [program, 'stdio', world, ...flags] };
}

export interface ReadEntry {
  readonly command: string | undefined;
  readonly args: readonly unknown[];
  readonly url: string | undefined;
  readonly hasToken: boolean;
}

/** Reads an entry of any client: they have different names for the same fields. */
export function readEntry(entry: unknown): ReadEntry {
  const fields = typeof entry === 'object' && entry !== null ? (entry as Record<string, unknown>) : {};
  const line = [fields.command ?? fields.cmd, fields.args].flat();
  const [command, ...args] = line.filter(word => word !== undefined);
  const url = fields.url ?? fields.httpUrl ?? fields.serverUrl ?? fields.uri;
  const headers = Object.keys(fields.headers ?? {}).map(name => name.toLowerCase());
  return {
    command: typeof command === 'string' ? command : undefined,
    args,
    url: typeof url === 'string' ? url : undefined,
    hasToken: headers.includes('authorization') || fields.bearer_token_env_var !== undefined,
  };
}
