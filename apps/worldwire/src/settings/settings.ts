import { resolve } from 'node:path';
import type { Limits } from '@worldwire/server';
import type { Arguments, Flags, Values } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import { LOG_LEVELS, readLogLevel } from '../log/log.js';
import { LOG_FORMATS, type LogFormat, readLogFormat } from '../log/log-text.js';
import type { Environment } from '../process/environment.js';
import { findWorld, publicWorlds } from '../worlds/world-list.js';
import { type OperatorGrants, readGrants } from './allow.js';
import { readConfigFile } from './config-file.js';
import type { Features } from './features.js';
import {
  type EngineChoice,
  FRAMES_FLAGS,
  type FramesChoice,
  readEngine,
  readFrames,
} from './frames-settings.js';
import { readPorts } from './ports.js';
import { readPublicHost } from './public-host.js';
import { isStore, mayHavePassword, STORES } from './store-name.js';

export const USUAL_HOST = '127.0.0.1';

export const SERVER_FLAGS = {
  port: {
    type: 'string',
    multiple: true,
    value: 'N|world=N',
    about: 'port to listen on; 0 picks a free one',
  },
  host: { type: 'string', value: 'HOST', about: `address to bind, ${USUAL_HOST} unless given` },
  data: {
    type: 'string',
    value: 'DIR',
    path: true,
    about: 'folder for what must last; WORLDWIRE_DATA, or worldwire in the user’s data folder, unless given',
  },
  store: {
    type: 'string',
    value: 'STORE',
    about: `where the universe is kept: ${STORES}; WORLDWIRE_STORE, or sqlite, unless given`,
  },
  editor: {
    type: 'string',
    value: 'URL',
    about:
      'Remote Control API of a running Unreal Editor; WORLDWIRE_UNREAL_URL, or http://127.0.0.1:30010 where something answers',
  },
  project: {
    type: 'string',
    value: 'DIR',
    path: true,
    about: 'folder of an Unreal project, or its .uproject file; read without an editor',
  },
  ...FRAMES_FLAGS,
  'token-file': {
    type: 'string',
    value: 'FILE',
    path: true,
    about: 'bearer tokens, "name token" a line; WORLDWIRE_TOKEN_FILE unless given',
  },
  'tls-cert': { type: 'string', value: 'FILE', path: true, about: 'certificate in PEM, with --tls-key' },
  'tls-key': { type: 'string', value: 'FILE', path: true, about: 'private key in PEM, with --tls-cert' },
  allow: { type: 'string', multiple: true, value: 'WHAT', about: 'writes, eval or remote-config' },
  'read-only': { type: 'boolean', about: 'close every tool that changes a world' },
  origin: { type: 'string', multiple: true, value: 'URL', about: 'further origin whose pages may call' },
  'public-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'further Host name we are reached by, without a port',
  },
  'log-level': {
    type: 'string',
    value: 'LEVEL',
    about: `${LOG_LEVELS.join(', ')}; WORLDWIRE_LOG_LEVEL, or info, unless given`,
  },
  'log-format': {
    type: 'string',
    value: 'FORMAT',
    about: `${LOG_FORMATS.join(' or ')}; WORLDWIRE_LOG_FORMAT, or text on a terminal and json elsewhere, unless given`,
  },
  json: { type: 'boolean', about: 'one JSON object a line on standard output' },
} as const satisfies Flags;

export const CONFIG_FLAG = {
  config: {
    type: 'string',
    value: 'FILE',
    path: true,
    about:
      'JSON or INI with the names of the flags of serve as keys, "worlds", "limits" and "features"; flags win',
  },
} as const satisfies Flags;

/** What makes sense for one world without a wire of its own. */
export const STDIO_FLAGS = {
  data: SERVER_FLAGS.data,
  store: SERVER_FLAGS.store,
  editor: SERVER_FLAGS.editor,
  project: SERVER_FLAGS.project,
  allow: SERVER_FLAGS.allow,
  'read-only': SERVER_FLAGS['read-only'],
  'log-level': SERVER_FLAGS['log-level'],
  'log-format': SERVER_FLAGS['log-format'],
  ...CONFIG_FLAG,
} as const satisfies Flags;

export interface UnrealPlaces {
  /** The Remote Control API of a running editor. */
  readonly editor: string | undefined;
  readonly passphrase: string | undefined;
  /** The folder of a project, or its .uproject file. */
  readonly project: string | undefined;
}

export interface Settings {
  readonly worlds: readonly string[];
  readonly ports: ReadonlyMap<string, number>;
  readonly host: string;
  readonly data: string;
  readonly store: string;
  /** Whether a password of the store is on the command line, where other users can read it. */
  readonly passwordShown: boolean;
  readonly tokenFile: string | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly grants: OperatorGrants;
  readonly origins: readonly string[];
  readonly publicHosts: readonly string[];
  /** What the operator changes of the limits; the others stay as they are. */
  readonly limits: Partial<Limits>;
  readonly features: Features;
  /** Where the configuration file says something. */
  readonly where: (key: string) => string;
  /** Where the Unreal world looks. */
  readonly unreal: UnrealPlaces;
  readonly engine: EngineChoice;
  /** The frames wire, where it is asked for. */
  readonly frames: FramesChoice | undefined;
  readonly logLevel: string;
  /** Chosen by where standard error goes, unless given. */
  readonly logFormat: LogFormat | undefined;
  readonly json: boolean;
}

/** What the environment says, by the names of the flags. */
export function fromEnvironment({ data, store, tokenFile, unrealUrl, logLevel, logFormat }: Environment) {
  return {
    ...(data !== undefined && { data }),
    ...(store !== undefined && { store }),
    ...(tokenFile !== undefined && { 'token-file': tokenFile }),
    ...(unrealUrl !== undefined && { editor: unrealUrl }),
    ...(logLevel !== undefined && { 'log-level': logLevel }),
    ...(logFormat !== undefined && { 'log-format': logFormat }),
  } satisfies Values<typeof SERVER_FLAGS>;
}

type Given = Arguments<typeof SERVER_FLAGS & typeof CONFIG_FLAG>;

/** Settles every setting: flags first, then the environment, then the configuration file, then what we think. */
export async function readSettings({ values, words }: Given, environment: Environment): Promise<Settings> {
  const { cwd } = environment;
  const path = (name: string | undefined) => (name === undefined ? undefined : resolve(cwd, name));
  const file =
    values.config === undefined ? undefined : await readConfigFile(resolve(cwd, values.config), SERVER_FLAGS);
  const chosen: Values<typeof SERVER_FLAGS> = {
    ...file?.values,
    ...fromEnvironment(environment),
    ...values,
  };
  /** What a file said wrongly is told with its line. */
  const reading = <Value>(key: keyof typeof SERVER_FLAGS | 'worlds', read: () => Value): Value => {
    try {
      return read();
    } catch (thrown) {
      const ours = key === 'worlds' ? words.length === 0 : chosen[key] === file?.values[key];
      if (!(thrown instanceof Problem) || file === undefined || !ours) throw thrown;
      throw Problem.usage(`${file.where(key)}: ${thrown.message}`);
    }
  };
  const named = words.length > 0 ? words : (file?.worlds ?? []);
  const worlds = named.length > 0 ? [...new Set(named)] : publicWorlds();
  reading('worlds', () => worlds.map(findWorld));
  const engine = reading('engine', () => readEngine(chosen, worlds));
  const tls = reading(chosen['tls-cert'] === undefined ? 'tls-key' : 'tls-cert', () =>
    readTls(path(chosen['tls-cert']), path(chosen['tls-key'])),
  );
  const socket = path(chosen['frames-socket']);
  return {
    worlds,
    ports: reading('port', () => readPorts(chosen.port ?? [], worlds)),
    engine,
    frames: reading('framing', () => readFrames(chosen, engine, socket, tls !== undefined)),
    host: chosen.host ?? USUAL_HOST,
    data: path(chosen.data) ?? environment.dataFolder,
    store: reading('store', () => readStore(chosen.store ?? 'sqlite')),
    passwordShown: values.store !== undefined && mayHavePassword(values.store),
    tokenFile: path(chosen['token-file']),
    tls,
    grants: reading('allow', () => readGrants(chosen.allow ?? [], chosen['read-only'] ?? false)),
    origins: reading('origin', () => (chosen.origin ?? []).map(readOrigin)),
    publicHosts: reading('public-host', () => (chosen['public-host'] ?? []).map(readPublicHost)),
    limits: file?.limits ?? {},
    features: file?.features ?? {},
    where: key => file?.where(key) ?? '--config',
    unreal: {
      editor: reading('editor', () => readAddress(chosen.editor)),
      passphrase: environment.unrealPassphrase,
      project: path(chosen.project),
    },
    logLevel: reading('log-level', () => readLogLevel(chosen['log-level'] ?? 'info')),
    logFormat: reading('log-format', () => {
      const format = chosen['log-format'];
      return format === undefined ? undefined : readLogFormat(format);
    }),
    json: chosen.json ?? false,
  };
}

function readStore(text: string): string {
  if (isStore(text)) return text;
  throw Problem.usage(`--store takes ${STORES}.`);
}

/** Secrets do not belong into an address, and a path has no meaning here. */
function readAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url !== undefined && url.username === '' && url.password === '' && url.pathname === '/';
  if (plain && /^https?:$/.test(url.protocol)) return url.origin;
  throw Problem.usage(
    '--editor takes the address of the Remote Control API, without a path or a password: http://127.0.0.1:30010. WORLDWIRE_UNREAL_PASSPHRASE has its passphrase.',
  );
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
