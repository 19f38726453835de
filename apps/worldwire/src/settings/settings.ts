import { dirname, resolve } from 'node:path';
import { ANSWERS, type Answers, type Limits } from '@worldwire/server/internal';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import type { AnyValues, Flags, Values } from '../command-line/flags.js';
import { Problem } from '../errors/problem.js';
import { readLogLevel } from '../log/log.js';
import { type LogFormat, readLogFormat } from '../log/log-text.js';
import type { Environment } from '../process/environment.js';
import { selectWorlds } from '../worlds/select-worlds.js';
import type { OperatorGrants, OwnSettings, Variables, WorldEntry } from '../worlds/world-entry.js';
import { WORLDS } from '../worlds/world-list.js';
import { readGrants } from './allow.js';
import { type ApproveSettings, readApprove } from './approve.js';
import { type ReadKeys, readConfigFile } from './config-file.js';
import type { Features } from './features.js';
import { type FramesSettings, readFrames } from './frames-settings.js';
import { type OAuthSettings, readOAuth } from './oauth-settings.js';
import { type MainPort, readMainPort, readMetricsPort, readPorts } from './ports.js';
import { readPublicHost } from './public-host.js';
import { type CONFIG_FLAG, DEFAULT_HOST, type SERVER_FLAGS, serveFlags } from './server-flags.js';
import { isStore, mayHavePassword, STORES } from './store-name.js';

const MIN_SEGMENT_BYTES = 65_536;

export interface Settings {
  readonly worlds: readonly SelectedWorld[];
  /** The port of the console and of all worlds. */
  readonly main: MainPort;
  /** Whether the main port serves the console. */
  readonly console: boolean;
  readonly host: string;
  readonly data: string;
  readonly store: string;
  /** Whether the command line has a password of the store, where other users can read it. */
  readonly passwordShown: boolean;
  readonly tokenFile: string | undefined;
  /** The file with the secret for the hashes of the audit. */
  readonly auditKey: string | undefined;
  readonly auditSegment: number | undefined;
  readonly oauth: OAuthSettings | undefined;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly grants: OperatorGrants;
  readonly answers: Answers;
  readonly approve: ApproveSettings;
  /** Undefined: the default of the worlds. */
  readonly confirmAbove: number | undefined;
  readonly origins: readonly string[];
  readonly publicHosts: readonly string[];
  /** Limits that differ from the defaults. */
  readonly limits: Partial<Limits>;
  readonly features: Features;
  /** File and line of a key of the configuration file. */
  readonly where: (key: string) => string;
  /** Undefined when the frames wire is not opened. */
  readonly frames: FramesSettings | undefined;
  /** Undefined when no port is opened for metrics. */
  readonly metricsPort: number | undefined;
  readonly logLevel: string;
  /** Undefined: text on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | undefined;
  readonly json: boolean;
  readonly variables: Variables;
}

/** A world to serve, with its port and its own settings. */
export interface SelectedWorld {
  readonly name: string;
  readonly entry: WorldEntry;
  readonly port: number;
  readonly own: OwnSettings;
}

type ServerValues = Values<typeof SERVER_FLAGS & typeof CONFIG_FLAG>;

interface Given {
  readonly values: AnyValues;
  readonly words: readonly string[];
}

/** What a program gives to `serve()` that the command line cannot. */
export interface ProgramSettings {
  readonly worlds: readonly WorldEntry[];
  readonly limits: Partial<Limits>;
  readonly features: Features;
  readonly scopes: ReadKeys['scopes'];
}

/** The values of flags that environment variables set. */
export function fromEnvironment(flags: Flags, { inherited }: Environment): AnyValues {
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, { variable }]) => {
      const value = variable === undefined ? undefined : inherited[variable];
      return value ? [[name, value]] : [];
    }),
  );
}

/** Settles every setting: flags first, then the environment, then the configuration file, then the defaults. */
export async function readSettings(
  { values, words }: Given,
  environment: Environment,
  program?: ProgramSettings,
): Promise<Settings> {
  const { cwd } = environment;
  const { config, store } = values as ServerValues;
  const flags = serveFlags();
  const configFile = config === undefined ? undefined : resolve(cwd, config);
  const file = configFile === undefined ? undefined : await readConfigFile(configFile, flags);
  const given: AnyValues = { ...file?.values, ...fromEnvironment(flags, environment), ...values };
  const chosen = absolute(given, flags, cwd) as ServerValues;
  /** An error names the line of the configuration file when the value comes from there. */
  const check = <Value>(key: string, read: () => Value): Value => {
    try {
      return read();
    } catch (thrown) {
      const fromFile = key === 'worlds' ? words.length === 0 : given[key] === file?.values[key];
      if (!(thrown instanceof Problem) || file === undefined || !fromFile) throw thrown;
      throw Problem.usage(`${file.where(key)}: ${thrown.message}`);
    }
  };
  const entries =
    program?.worlds ??
    (await (words.length > 0 || configFile === undefined
      ? selectWorlds(words, cwd)
      : selectWorlds(file?.worlds ?? [], dirname(configFile))
    ).catch(thrown => check('worlds', () => rethrow(thrown))));
  const served = entries.map(({ name }) => name);
  const own = new Map(
    [...new Set([...WORLDS, ...entries])].map(entry => [
      entry,
      entry.readSettings?.(chosen as Values<Flags>, { served, variables: environment.inherited, check }) ??
        {},
    ]),
  );
  const awaitsEngine = [...own.values()].some(settings => settings.awaitsEngine);
  const tls = check(chosen['tls-cert'] === undefined ? 'tls-key' : 'tls-cert', () =>
    readTls(chosen['tls-cert'], chosen['tls-key']),
  );
  const frames = check('framing', () => readFrames(chosen, awaitsEngine, tls !== undefined));
  const oauth = await readOAuth(chosen, program?.scopes ?? file?.scopes, served, check);
  if (frames !== undefined && !awaitsEngine && oauth !== undefined && chosen['token-file'] === undefined) {
    throw Problem.usage(
      'The frames wire takes no access tokens of OAuth: add --token-file FILE for its clients, or leave the frames wire out.',
    );
  }
  const ports = check('port', () => readPorts(chosen.port ?? [], entries));
  const worlds = entries.map(entry => ({
    name: entry.name,
    entry,
    port: ports.get(entry.name) as number,
    own: own.get(entry) as OwnSettings,
  }));
  return {
    worlds,
    main: check('port', () => readMainPort(chosen.port ?? [], worlds)),
    console: !(chosen['no-console'] ?? false),
    frames,
    host: chosen.host ?? DEFAULT_HOST,
    data: chosen.data ?? environment.dataFolder,
    store: check('store', () => readStore(chosen.store ?? 'sqlite')),
    passwordShown: store !== undefined && mayHavePassword(store),
    tokenFile: chosen['token-file'],
    auditKey: chosen['audit-key'],
    auditSegment: check('audit-segment', () => readSegment(chosen['audit-segment'])),
    oauth,
    tls,
    grants: check('allow', () => readGrants(chosen.allow ?? [], chosen['read-only'] ?? false)),
    approve: check(chosen.approve === undefined ? 'approve-by' : 'approve', () =>
      readApprove(chosen.approve ?? [], chosen['approve-by'], served),
    ),
    confirmAbove: check('confirm-above', () => readConfirmAbove(chosen['confirm-above'])),
    answers: check('answers', () => readAnswers(chosen.answers ?? 'auto')),
    origins: check('origin', () => (chosen.origin ?? []).map(readOrigin)),
    publicHosts: check('public-host', () => (chosen['public-host'] ?? []).map(readPublicHost)),
    limits: { ...file?.limits, ...program?.limits },
    features: { ...file?.features, ...program?.features },
    where: key => file?.where(key) ?? (program === undefined ? '--config' : 'serve()'),
    metricsPort: check('metrics-port', () => readMetricsPort(chosen['metrics-port'])),
    logLevel: check('log-level', () => readLogLevel(chosen['log-level'] ?? 'info')),
    logFormat: check('log-format', () => {
      const format = chosen['log-format'];
      return format === undefined ? undefined : readLogFormat(format);
    }),
    json: chosen.json ?? false,
    variables: environment.inherited,
  };
}

function rethrow(thrown: unknown): never {
  throw thrown;
}

/** Paths are relative to the folder of the process. Those of a configuration file are absolute already. */
function absolute(values: AnyValues, flags: Flags, cwd: string): AnyValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      flags[name]?.path && typeof value === 'string' ? resolve(cwd, value) : value,
    ]),
  );
}

function readStore(text: string): string {
  if (isStore(text)) return text;
  throw Problem.usage(`--store takes ${STORES}.`);
}

function readAnswers(text: string): Answers {
  const known = ANSWERS.find(each => each === text);
  if (known !== undefined) return known;
  throw Problem.usage(`--answers takes ${ANSWERS.join(', ')}, not "${text}".${didYouMean(text, ANSWERS)}`);
}

function readConfirmAbove(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw Problem.usage(
    `--confirm-above takes a number of things of 0 or more, not "${text}". With 0, each write that loses something needs its digest.`,
  );
}

function readSegment(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,12}$/.test(text) && Number(text) >= MIN_SEGMENT_BYTES) return Number(text);
  throw Problem.usage(
    `--audit-segment takes a number of bytes of at least ${MIN_SEGMENT_BYTES}, not "${text}".`,
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
