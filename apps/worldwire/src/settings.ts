import { resolve } from 'node:path';
import type { Limits } from '@worldwire/server';
import { readConfigFile } from './config-file.js';
import type { Surroundings } from './environment.js';
import type { Arguments, Flags, Values } from './flags.js';
import { type OperatorGrants, readGrants } from './grants.js';
import { LOG_LEVELS, readLogLevel } from './log.js';
import { readPorts } from './ports.js';
import { Problem } from './problem.js';
import { isStore, STORES } from './store-name.js';
import { findWorld, publicWorlds } from './worlds.js';

export const SERVER_FLAGS = {
  port: {
    type: 'string',
    multiple: true,
    value: 'N|world=N',
    about: 'port to listen on; 0 picks a free one',
  },
  host: { type: 'string', value: 'HOST', about: 'address to bind, 127.0.0.1 unless given' },
  data: {
    type: 'string',
    value: 'DIR',
    path: true,
    about: 'folder for what must last; worldwire in the user’s data folder unless given',
  },
  store: {
    type: 'string',
    value: 'STORE',
    about: `where the universe is kept: ${STORES}; sqlite unless given`,
  },
  'token-file': { type: 'string', value: 'FILE', path: true, about: 'bearer tokens, "name token" a line' },
  'tls-cert': { type: 'string', value: 'FILE', path: true, about: 'certificate in PEM, with --tls-key' },
  'tls-key': { type: 'string', value: 'FILE', path: true, about: 'private key in PEM, with --tls-cert' },
  allow: { type: 'string', multiple: true, value: 'WHAT', about: 'writes, eval or remote-config' },
  'read-only': { type: 'boolean', about: 'close every tool that changes a world' },
  origin: { type: 'string', multiple: true, value: 'URL', about: 'further origin whose pages may call' },
  'public-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'further Host name we are reached by',
  },
  'log-level': { type: 'string', value: 'LEVEL', about: `${LOG_LEVELS.join(', ')}; info unless given` },
  json: { type: 'boolean', about: 'one JSON object a line on standard output' },
} as const satisfies Flags;

export const CONFIG_FLAG = {
  config: {
    type: 'string',
    value: 'FILE',
    about: 'JSON with the names of these flags as keys, and "limits"; flags win',
  },
} as const satisfies Flags;

export interface Settings {
  readonly worlds: readonly string[];
  readonly ports: ReadonlyMap<string, number>;
  readonly host: string;
  readonly data: string;
  readonly store: string;
  readonly tokenFile: string | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly grants: OperatorGrants;
  readonly origins: readonly string[];
  readonly publicHosts: readonly string[];
  /** What the operator changes of the limits; the others stay as they are. */
  readonly limits: Partial<Limits>;
  readonly logLevel: string;
  readonly json: boolean;
}

type Given = Arguments<typeof SERVER_FLAGS & typeof CONFIG_FLAG>;

/** Settles every setting: flags first, then the environment, then the configuration file, then what we think. */
export async function readSettings({ values, words }: Given, surroundings: Surroundings): Promise<Settings> {
  const { cwd } = surroundings;
  const path = (name: string | undefined) => (name === undefined ? undefined : resolve(cwd, name));
  const file =
    values.config === undefined ? undefined : await readConfigFile(resolve(cwd, values.config), SERVER_FLAGS);
  const { store, tokenFile, logLevel } = surroundings;
  const chosen: Values<typeof SERVER_FLAGS> = {
    ...file?.values,
    ...(store !== undefined && { store }),
    ...(tokenFile !== undefined && { 'token-file': tokenFile }),
    ...(logLevel !== undefined && { 'log-level': logLevel }),
    ...values,
  };
  const named = words.length > 0 ? words : (file?.worlds ?? []);
  const worlds = named.length > 0 ? [...new Set(named)] : publicWorlds();
  for (const world of worlds) findWorld(world);
  return {
    worlds,
    ports: readPorts(chosen.port ?? [], worlds),
    host: chosen.host ?? '127.0.0.1',
    data: path(chosen.data) ?? surroundings.dataFolder,
    store: readStore(chosen.store ?? 'sqlite'),
    tokenFile: path(chosen['token-file']),
    tls: readTls(path(chosen['tls-cert']), path(chosen['tls-key'])),
    grants: readGrants(chosen.allow ?? [], chosen['read-only'] ?? false),
    origins: (chosen.origin ?? []).map(readOrigin),
    publicHosts: chosen['public-host'] ?? [],
    limits: file?.limits ?? {},
    logLevel: readLogLevel(chosen['log-level'] ?? 'info'),
    json: chosen.json ?? false,
  };
}

function readStore(text: string): string {
  if (isStore(text)) return text;
  throw Problem.usage(`--store takes ${STORES}.`);
}

function readTls(cert: string | undefined, key: string | undefined): Settings['tls'] {
  if (cert !== undefined && key !== undefined) return { cert, key };
  if (cert === undefined && key === undefined) return undefined;
  throw Problem.usage('--tls-cert and --tls-key belong together: give both.');
}

function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== 'null' && (text === origin || text === `${origin}/`)) return origin;
  throw Problem.usage(
    `--origin ${text}: an origin is a scheme, a host and a port, such as https://console.example.`,
  );
}
