import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import { readArguments } from './command-line/flags.js';
import { commandHelp, programHelp } from './command-line/help.js';
import type { Shell } from './command-line/shell.js';
import { COMMANDS, HELP } from './commands/command-list.js';
import { Problem, reasonOf } from './errors/problem.js';
import { LogWriter } from './log/log-writer.js';
import { isOutputClosed } from './process/closed-output.js';
import { readEnvironment } from './process/environment.js';
import { invocation } from './process/invocation.js';
import { HUNG_UP } from './process/stop-signal.js';
import { readPackage } from './process/version.js';

const STDERR = 2;
/** How long the last lines may take to be written. */
const FLUSH_MS = 500;

// Used instead of process.stderr, which queues without limit and stops at the first error.
const lines = new LogWriter(STDERR);
// Standard output is for results: a console.log in a world must not mix with messages.
globalThis.console = new Console(
  new Writable({
    decodeStrings: false,
    write(text, _encoding, done) {
      lines.write(String(text));
      done();
    },
  }),
);
// Node itself may write there. Accessing the stream also makes a pipe non-blocking.
process.stderr.on('error', () => {});
let outputFailure: unknown;
process.stdout.on('error', error => {
  outputFailure ??= error;
});
// Node waits for the threads of its pool before it exits, also for one in a write that never returns.
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
// Node aborts at exit when the terminal that it has to reset is gone. The signal ends the process without that.
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
    throw Problem.usage(`${name}: leave out "${words.join(' ')}": it takes only flags.`);
  }
  return command.run({ values, words }, shell);
}

/** The command that starts this program. */
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

/** Resolves when standard output is written, which process.exit does not wait for. */
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
