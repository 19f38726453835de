import type { Command } from './command.js';
import type { Flag } from './flags.js';

const FLAG_COLUMN = 26;
const COMMAND_COLUMN = 24;

export interface CommandSummary {
  readonly words: string;
  readonly about: string;
}

/** @param typed How the reader starts this program. */
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
  const worlds = new Set(entries.flatMap(([, { world }]) => world ?? []));
  return [
    `${about}`,
    '',
    `Usage: ${typed} ${name}${words === '' ? '' : ` ${words}`}${entries.length > 0 ? ' [flags]' : ''}`,
    '',
    ...flagLines(entries, undefined),
    `  ${'-h, --help'.padEnd(FLAG_COLUMN)}this text`,
    ...[...worlds].flatMap(world => ['', `Flags of the ${world} world:`, ...flagLines(entries, world)]),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map(example => `  ${typed} ${example}`)] : []),
  ].join('\n');
}

/** What a flag does, with its default and its environment variable. */
export function flagText({ about, multiple, fallback, variable }: Flag): string {
  const notes = [
    ...(multiple ? ['repeatable'] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
    ...(variable === undefined ? [] : [`variable: ${variable}`]),
  ];
  return notes.length === 0 ? about : `${about} (${notes.join('; ')})`;
}

function flagLines(
  flags: readonly (readonly [string, Flag])[],
  world: string | undefined,
): readonly string[] {
  return flags.filter(([, flag]) => flag.world === world).map(([name, flag]) => flagLine(name, flag));
}

function flagLine(name: string, flag: Flag): string {
  const { short, value } = flag;
  const head = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  const text = flagText(flag);
  return head.length < FLAG_COLUMN
    ? `  ${head.padEnd(FLAG_COLUMN)}${text}`
    : `  ${head}\n  ${' '.repeat(FLAG_COLUMN)}${text}`;
}
