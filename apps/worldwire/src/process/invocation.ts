import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Environment } from './environment.js';

const NAME = 'worldwire';
/** npm puts such folders into the PATH of what it starts; a person’s own has none. */
const OF_NPM = /[/\\]node_modules[/\\]\.bin[/\\]?$/;

type Known = Pick<Environment, 'typedIn' | 'program' | 'inherited'>;

/** What to type to start us where we were started: a name where it leads to us, or else the whole path. */
export function invocation({ typedIn, program, inherited }: Known): string {
  const path = (inherited.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder !== '' && !OF_NPM.test(folder));
  if (leadsTo(program, path)) return NAME;
  const installed = [...andAbove(typedIn)].map(folder => join(folder, 'node_modules', '.bin'));
  if (leadsTo(program, installed)) return `npx ${NAME}`;
  return `node ${/^[\w@%+=:,./-]+$/.test(program) ? program : `"${program}"`}`;
}

/** The first that has the name is the one that would be started. */
function leadsTo(program: string, folders: readonly string[]): boolean {
  const found = folders.map(folder => join(folder, NAME)).find(file => existsSync(file));
  return found !== undefined && realpathSync(found) === program;
}

function* andAbove(folder: string): Generator<string> {
  yield folder;
  const parent = dirname(folder);
  if (parent !== folder) yield* andAbove(parent);
}
