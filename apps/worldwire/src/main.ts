import { Console } from 'node:console';
import { Writable } from 'node:stream';
import type { Command } from './command-line/command.js';
import { readArguments } from './command-line/flags.js';
import { type CommandSummary, commandHelp, programHelp } from './command-line/help.js';
import type { Shell } from './command-line/shell.js';
import { didYouMean } from './errors/near-match.js';
import { Problem, reasonOf } from './errors/problem.js';
import { LogWriter } from './log/log-writer.js';
import { isOutputClosed } from './process/closed-output.js';
import { readEnvironment } from './process/environment.js';
import { invocation } from './process/invocation.js';
import { HUNG_UP } from './process/stop-signal.js';
import { readPackage } from './process/version.js';

interface Entry extends CommandSummary {
  /** It serves until it is stopped. What becomes of its standard output then says nothing about its success. */
  readonly serves?: true;
  load(): Promise<{ readonly command: Command }>;
}

const COMMANDS: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'serve',
    {
      words: '[world…]',
      about: 'serves worlds over HTTP',
      serves: true,
      load: () => import('./commands/serve.js'),
    },
  ],
  [
    'stdio',
    {
      words: '<world>',
      about: 'serves one world on standard input and output',
      serves: true,
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
      about: 'checks what could be in the way, and says how to fix it',
      load: () => import('./commands/doctor.js'),
    },
  ],
  [
    'backup',
    {
      words: '<file>',
      about: 'writes what the data folder keeps into one file, also while servers run',
      load: () => import('./commands/backup.js'),
    },
  ],
  [
    'restore',
    {
      words: '<file>',
      about: 'puts a backup in the place of the data folder',
      load: () => import('./commands/restore.js'),
    },
  ],
  [
    'setup',
    { words: '<client>', about: 'makes a client know a world', load: () => import('./commands/setup.js') },
  ],
]);

const HELP = { help: { type: 'boolean', short: 'h', about: 'this text' } } as const;

const STDERR = 2;
/** How long the last lines may take to leave. */
const FLUSH_MS = 500;

// Everything on standard error goes this way, because process.stderr has no bound and stops at the first error.
const lines = new LogWriter(STDERR);
// Standard output belongs to what was asked for: a stray console.log in a world must not mix into messages.
globalThis.console = new Console(
  new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      lines.write(String(text));
      done();
    },
  }),
);
// Node itself may write there. To look at the stream also makes a pipe non-blocking.
process.stderr.on('error', () => {});
let outputFailure: unknown;
process.stdout.on('error', error => {
  outputFailure ??= error;
});
// Node waits for the threads of its pool before it ends. One in a write that never returns would keep the process.
process.on('exit', () => {
  if (lines.stuck) process.kill(process.pid, 'SIGKILL');
});

const shell: Shell = {
  environment: readEnvironment(),
  print: line => void process.stdout.write(`${line}\n`),
  complain: line => lines.write(`${line}\n`),
  lines,
};

const [name] = process.argv.slice(2);
const serves = name !== undefined && COMMANDS.get(name)?.serves === true;
let exitCode = await main(process.argv.slice(2));
await (serves ? Promise.race([outputFlushed(), flushTime()]) : outputFlushed());
if (!serves && outputFailure !== undefined && !isOutputClosed(outputFailure)) {
  shell.complain(`worldwire: Standard output cannot be written. ${reasonOf(outputFailure)}`);
  exitCode ||= 1;
}
await lines.flush(FLUSH_MS);
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
      shell.print(programHelp(typed(), COMMANDS));
      return 0;
    }
    if (name === undefined) {
      shell.complain(programHelp(typed(), COMMANDS));
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
    shell.print(commandHelp(typed(), command));
    return 0;
  }
  if (command.words === '' && words.length > 0) {
    throw Problem.usage(`${name}: leave out "${words.join(' ')}": it takes flags alone.`);
  }
  return command.run({ values, words }, shell);
}

/** What to type to start us. */
function typed(): string {
  return invocation(shell.environment);
}

function unknownCommand(name: string): Problem {
  const known = [...COMMANDS.keys()];
  if (name.startsWith('-')) {
    return Problem.usage(
      `Flags come after a command, as in "${typed()} serve ${name}". Commands: ${known.join(', ')}.`,
    );
  }
  return Problem.usage(
    `There is no command "${name}".${didYouMean(name, known)} Commands: ${known.join(', ')}.`,
  );
}

/** Resolves when all that was printed has left, which process.exit does not wait for. */
function outputFlushed(): Promise<void> {
  const { stdout } = process;
  return new Promise(resolve => {
    if (stdout.destroyed) resolve();
    else stdout.write('', () => resolve());
  });
}

function flushTime(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, FLUSH_MS));
}
