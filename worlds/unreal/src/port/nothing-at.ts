import { nearMatches } from '@worldwire/server/kit';
import { UnrealError } from './unreal-error.js';

const MAX_NAMED = 5;

/** The names of the folders and packages in a folder; undefined where it does not exist. The root is "". */
export type NamesIn = (folder: string) => Iterable<string> | undefined;

/** The error for a list below a path that does not exist, with the nearest existing names and other possible reasons. */
export function nothingAt(path: string, namesIn: NamesIn, reasons: readonly string[] = []): UnrealError {
  let [folder, names] = [path, [] as string[]];
  while (folder !== '' && names.length === 0) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    names = [...(namesIn(folder) ?? [])];
  }
  const message = `${path} is neither a package nor a folder with packages.`;
  if (names.length === 0) return new UnrealError('not-found', message, reasons.join(' ') || undefined);
  const asked = path.slice(folder.length + 1).split('/', 1)[0] as string;
  const shown = nearest(asked, names).slice(0, MAX_NAMED);
  const more = names.length > shown.length ? ' and others' : '';
  const there = shown.map(name => `${folder}/${name}`).join(', ');
  const hints = [`${folder || '/'} contains ${there}${more}.`, ...reasons];
  return new UnrealError('not-found', message, hints.join(' '));
}

/** The folders of these packages. */
export function namesBelow(packages: Iterable<string>): NamesIn {
  const folders = new Map<string, Set<string>>();
  for (const path of packages) {
    const names = path.split('/').slice(1);
    for (const [depth, name] of names.entries()) {
      const folder = ['', ...names.slice(0, depth)].join('/').toLowerCase();
      const known = folders.get(folder);
      if (known === undefined) folders.set(folder, new Set([name]));
      else known.add(name);
    }
  }
  return folder => folders.get(folder.toLowerCase());
}

/** Similar names first. */
function nearest(asked: string, names: readonly string[]): string[] {
  const wanted = asked.toLowerCase();
  const isNear = (name: string) => {
    const folded = name.toLowerCase();
    return folded.includes(wanted) || wanted.includes(folded) || folded.slice(0, 3) === wanted.slice(0, 3);
  };
  const sorted = names.toSorted();
  const spelled = nearMatches(asked, sorted);
  return [...new Set([...spelled, ...sorted.filter(isNear), ...sorted])];
}
