import type { Command } from './command.js';
import type { Flag } from './flags.js';

const FLAG_COLUMN = 26;
const COMMAND_COLUMN = 24;

export interface CommandSummary {
  readonly words: string;
  readonly about: string;
}

/** `typed` is what starts us where the reader is. */
export function programHelp(typed: string, commands: ReadonlyMap<string, CommandSummary>): string {
  const lines = [...commands].map(([name, { words, about }]) => {
    return `  ${`${name} ${words}`.trimEnd().padEnd(COMMAND_COLUMN)}${about}`;
  });
  return [
    'Worldwire puts live worlds on the Model Context Protocol.',
    '',
    `Usage: ${typed} <command> [flags]`,
    '',
    ...lines,
    '',
    `  --help                  this text, or that of a command: ${typed} serve --help`,
    '  --version               the version',
  ].join('\n');
}

export function commandHelp(typed: string, { name, words, about, flags, examples = [] }: Command): string {
  const entries = Object.entries(flags);
  return [
    `${about}`,
    '',
    `Usage: ${typed} ${name}${words === '' ? '' : ` ${words}`}${entries.length > 0 ? ' [flags]' : ''}`,
    '',
    ...entries.map(([flag, definition]) => flagLine(flag, definition)),
    `  ${'-h, --help'.padEnd(FLAG_COLUMN)}this text`,
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map(example => `  ${typed} ${example}`)] : []),
  ].join('\n');
}

function flagLine(name: string, { short, value, about, multiple }: Flag): string {
  const head = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  const text = multiple ? `${about} (repeatable)` : about;
  return head.length < FLAG_COLUMN
    ? `  ${head.padEnd(FLAG_COLUMN)}${text}`
    : `  ${head}\n  ${' '.repeat(FLAG_COLUMN)}${text}`;
}
