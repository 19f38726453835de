import { parseArgs } from 'node:util';
import { didYouMean } from '@worldwire/server/kit/near-matches';
import { Problem } from '../errors/problem.js';

export interface Flag {
  readonly type: 'boolean' | 'string';
  readonly multiple?: true;
  readonly short?: string;
  /** Placeholder of the value in the help. */
  readonly value?: string;
  readonly about: string;
  /** The value that is used when neither the flag nor its variable is given, in words. */
  readonly fallback?: string;
  /** Environment variable that sets it. */
  readonly variable?: string;
  /** A file or folder. In a configuration file it is relative to that file. */
  readonly path?: true;
  /** Needs a listening server, so `stdio` does not have it. */
  readonly serveOnly?: true;
  /** The world that declares it. */
  readonly world?: string;
}

export type Flags = Readonly<Record<string, Flag>>;

export type Values<F extends Flags> = {
  readonly [Name in keyof F]?: F[Name] extends { type: 'boolean' }
    ? boolean
    : F[Name] extends { multiple: true }
      ? readonly string[]
      : string;
};

/** Values of flags that are not known to the compiler. */
export type AnyValues = Readonly<Record<string, boolean | string | readonly string[] | undefined>>;

export interface Arguments<F extends Flags> {
  readonly values: Values<F>;
  /** Arguments that are not flags, in their order. */
  readonly words: readonly string[];
}

/** Reads a command's arguments. Unknown flags and missing values are refused. */
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
  // Not strict, because the parser's own errors name no alternatives.
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
      throw Problem.usage(`${command}: --${token.name} does not take a value.`);
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
