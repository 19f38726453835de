import { Console } from 'node:console';
import type { Command } from './command.js';
import { readSurroundings } from './environment.js';
import { readArguments } from './flags.js';
import { type CommandSummary, commandHelp, programHelp } from './help.js';
import { didYouMean } from './near-match.js';
import { nobodyReads } from './nobody-reads.js';
import { Problem } from './problem.js';
import type { Shell } from './shell.js';
import { HUNG_UP } from './stop-signal.js';
import { readPackage } from './version.js';

interface Entry extends CommandSummary {
  load(): Promise<{ readonly command: Command }>;
}

const COMMANDS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'serve',
    { words: '[world…]', about: 'serves worlds over HTTP', load: () => import('./commands/serve.js') },
  ],
  [
    'stdio',
    {
      words: '<world>',
      about: 'serves one world on standard input and output',
      load: () => import('./commands/stdio.js'),
    },
  ],
  [
    'worlds',
    {
      words: '',
      about: 'lists worlds, their tools and access levels',
      load: () => import('./commands/worlds.js'),
    },
  ],
  [
    'doctor',
    {
      words: '[world…]',
      about: 'checks what could be in the way, and says how to mend it',
      load: () => import('./commands/doctor.js'),
    },
  ],
  [
    'setup',
    { words: '<client>', about: 'makes a client know a world', load: () => import('./commands/setup.js') },
  ],
]);

const HELP = { help: { type: 'boolean', short: 'h', about: 'this text' } } as const;

// Standard output belongs to what was asked for: a stray console.log in a world must not mix into messages.
globalThis.console = new Console(process.stderr);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', error => {
    if (!nobodyReads(error)) throw error;
  });
}

const shell: Shell = {
  surroundings: readSurroundings(),
  print: line => void process.stdout.write(`${line}\n`),
  complain: line => void process.stderr.write(`${line}\n`),
};

const exitCode = await main(process.argv.slice(2));
await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
// Node aborts at its own exit where the terminal that it has to put back is gone. The signal ends us without that.
if (exitCode === HUNG_UP && process.platform !== 'win32') {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}
process.exit(exitCode);

async function main([name, ...rest]: readonly string[]): Promise<number> {
  try {
    if (name === '--version' || name === '-v') {
      shell.print(readPackage().version);
      return 0;
    }
    if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
      shell.print(programHelp(COMMANDS));
      return 0;
    }
    if (name === undefined) {
      shell.complain(programHelp(COMMANDS));
      return 2;
    }
    return name === 'help' ? await runCommand(rest[0] as string, ['--help']) : await runCommand(name, rest);
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    shell.complain(`worldwire: ${thrown.message}`);
    return thrown.exitCode;
  }
}

async function runCommand(name: string, args: readonly string[]): Promise<number> {
  const entry = COMMANDS.get(name);
  if (entry === undefined) throw unknownCommand(name);
  const { command } = await entry.load();
  const { values, words } = readArguments(name, { ...command.flags, ...HELP }, args);
  if (values.help === true) {
    shell.print(commandHelp(command));
    return 0;
  }
  if (command.words === '' && words.length > 0) {
    throw Problem.usage(`${name}: leave out "${words.join(' ')}": it takes flags alone.`);
  }
  return command.run({ values, words }, shell);
}

function unknownCommand(name: string): Problem {
  const known = [...COMMANDS.keys()];
  if (name.startsWith('-')) {
    return Problem.usage(
      `Flags come after a command, as in "worldwire serve ${name}". Commands: ${known.join(', ')}.`,
    );
  }
  return Problem.usage(
    `There is no command "${name}".${didYouMean(name, known)} Commands: ${known.join(', ')}.`,
  );
}

/** Resolves when all that was written has left, which process.exit does not wait for. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise(resolve => {
    if (stream.destroyed) resolve();
    else stream.write('', () => resolve());
  });
}
