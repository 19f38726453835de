import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Environment } from './environment.js';

const NAME = 'worldwire';
/** npm adds these folders to the PATH of programs that it starts. The shell of the user does not have them. */
const OF_NPM = /[/\\]node_modules[/\\]\.bin[/\\]?$/;

type Known = Pick<Environment, 'typedIn' | 'program' | 'inherited'>;

/** The command that starts this program in the shell of the user: its name if the PATH has it, or else its path. */
export function invocation({ typedIn, program, inherited }: Known): string {
  const path = (inherited.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '' && !OF_NPM.test(folder));
  if (leadsTo(program, path)) return NAME;
  const installed = [...andAbove(typedIn)].map(folder => join(folder, 'node_modules', '.bin'));
  if (leadsTo(program, installed)) return `npx ${NAME}`;
  return `node ${/^[\w@%+=:,./-]+$/.test(program) ? program : `"${program}"`}`;
}

/** Whether the shell would start the program: it takes the first file of this name. */
function leadsTo(program: string, folders: readonly string[]): boolean {
  const found = folders.map(folder => join(folder, NAME)).find(file => existsSync(file));
  return found !== undefined && realpathSync(found) === program;
}

function* andAbove(folder: string): Generator<string> {
  yield folder;
  const parent = dirname(folder);
  if (parent !== folder) yield* andAbove(parent);
}
