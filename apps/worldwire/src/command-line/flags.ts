import { parseArgs } from 'node:util';
import { didYouMean } from '../errors/near-match.js';
import { Problem } from '../errors/problem.js';

export interface Flag {
  readonly type: 'boolean' | 'string';
  readonly multiple?: true;
  readonly short?: string;
  /** What stands after it in the help. */
  readonly value?: string;
  readonly about: string;
  /** The value is a path: in a configuration file it is relative to that file. */
  readonly path?: true;
}

export type Flags = Readonly<Record<string, Flag>>;

export type Values<F extends Flags> = {
  readonly [Name in keyof F]?: F[Name] extends { type: 'boolean' }
    ? boolean
    : F[Name] extends { multiple: true }
      ? readonly string[]
      : string;
};

export interface Arguments<F extends Flags> {
  readonly values: Values<F>;
  /** What is no flag, in its order. */
  readonly words: readonly string[];
}

/** Reads a command's arguments. Whatever is not understood is refused, with what would be. */
export function readArguments<F extends Flags>(
  command: string,
  flags: F,
  args: readonly string[],
): Arguments<F> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, multiple = false, short }]) => [
      name,
      { type, multiple, ...(short !== undefined && { short }) },
    ]),
  );
  // Not strict, because the parser's own complaints name no alternatives.
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined) throw unknownFlag(command, token.rawName, token.name, Object.keys(flags));
    if (flag.type === 'boolean' && token.value !== undefined) {
      throw Problem.usage(`${command}: --${token.name} takes no value.`);
    }
    // "--port --json" is a forgotten value, not a value that looks like a flag; "--port=--json" is.
    if (flag.type === 'string' && (!token.value || (!token.inlineValue && token.value.startsWith('-')))) {
      throw Problem.usage(
        `${command}: --${token.name} needs a value: --${token.name} ${flag.value ?? 'VALUE'}`,
      );
    }
  }
  return { values: values as Values<F>, words: positionals };
}

function unknownFlag(command: string, raw: string, name: string, known: readonly string[]): Problem {
  const list = known.map(flag => `--${flag}`).join(', ');
  return Problem.usage(
    `${command}: there is no flag ${raw}.${didYouMean(name, known, '--')} Flags: ${list}.`,
  );
}
