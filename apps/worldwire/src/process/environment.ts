import { homedir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { type Terminal, terminalOf } from '../log/terminal.js';

const STDERR = 2;

/** The environment of the process. It is read here, once, and nowhere else. */
export interface Environment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
  /** The folder in which the user called the program. npm runs scripts in another folder than the one it was called in. */
  readonly typedIn: string;
  /** Where programs of this user keep their settings. */
  readonly configFolder: string;
  /** The same for programs that follow the XDG rules on macOS and Windows, too. */
  readonly xdgConfigFolder: string;
  /** Where worlds keep their data, unless a flag or a setting names another folder. */
  readonly dataFolder: string;
  readonly data: string | undefined;
  /** A database's address has a password, which command lines show to everybody. */
  readonly store: string | undefined;
  readonly tokenFile: string | undefined;
  readonly unrealUrl: string | undefined;
  /** Of an editor on another machine. A secret, so not a flag. */
  readonly unrealPassphrase: string | undefined;
  readonly logLevel: string | undefined;
  readonly logFormat: string | undefined;
  /** Standard error, where the log goes. */
  readonly stderr: Terminal;
  /** The Node that runs us, and the program it runs, as absolute paths. */
  readonly node: string;
  readonly program: string;
  readonly nodeVersion: string;
  /** For programs that we start. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
}

export function readEnvironment(): Environment {
  const { platform } = process;
  const home = homedir();
  return {
    platform,
    home,
    cwd: process.cwd(),
    typedIn: (variable('npm_lifecycle_event') && variable('INIT_CWD')) || process.cwd(),
    configFolder: configFolder(platform, home),
    xdgConfigFolder: xdgConfigFolder(home),
    dataFolder: join(dataHome(platform, home), 'worldwire'),
    data: variable('WORLDWIRE_DATA'),
    store: variable('WORLDWIRE_STORE'),
    tokenFile: variable('WORLDWIRE_TOKEN_FILE'),
    unrealUrl: variable('WORLDWIRE_UNREAL_URL'),
    unrealPassphrase: variable('WORLDWIRE_UNREAL_PASSPHRASE'),
    logLevel: variable('WORLDWIRE_LOG_LEVEL'),
    logFormat: variable('WORLDWIRE_LOG_FORMAT'),
    stderr: terminalOf(isatty(STDERR), process.env),
    node: process.execPath,
    program: fileURLToPath(new URL('../../bin/worldwire.js', import.meta.url)),
    nodeVersion: process.versions.node,
    inherited: process.env,
  };
}

function configFolder(platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32') return variable('APPDATA') ?? join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return xdgConfigFolder(home);
}

function xdgConfigFolder(home: string): string {
  return variable('XDG_CONFIG_HOME') ?? join(home, '.config');
}

function dataHome(platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32') return variable('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  return variable('XDG_DATA_HOME') ?? join(home, '.local', 'share');
}

/** An empty variable means the same as none, as everywhere. */
function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}
