import { homedir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { type Terminal, terminalOf } from '../log/terminal.js';

const STDERR = 2;
const STANDARD_STREAMS = [0, 1, STDERR];

/** What the process inherits. It is read here and nowhere else. */
export interface Environment {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly cwd: string;
  /** The folder in which the user typed the command. npm runs scripts in the folder of the package. */
  readonly typedIn: string;
  /** Where programs of this user keep their settings. */
  readonly configFolder: string;
  /** The same for programs that follow the XDG rules on every platform. */
  readonly xdgConfigFolder: string;
  /** The default data folder. */
  readonly dataFolder: string;
  /** Standard error, where the log goes. */
  readonly stderr: Terminal;
  /** Whether any standard stream is a terminal, whose end the process learns by SIGHUP. */
  readonly onTerminal: boolean;
  /** The Node executable and this program, as absolute paths. */
  readonly node: string;
  readonly program: string;
  readonly nodeVersion: string;
  /** The environment variables. */
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
    stderr: terminalOf(isatty(STDERR), process.env),
    onTerminal: STANDARD_STREAMS.some(stream => isatty(stream)),
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

/** An empty variable counts as not set. */
function variable(name: string): string | undefined {
  return process.env[name] || undefined;
}
