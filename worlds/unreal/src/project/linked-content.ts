import { lstat, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { entriesOf, isMissing } from '../files/plain-folder.js';
import type { Mount } from './mounts.js';
import { Notes } from './notes.js';

/**
 * Content and plugins that are there as links, in words. No link is followed, since what is behind one need not be of the
 * project; but nobody should take that for a project without content.
 */
export async function linkedContent(root: string, mounts: readonly Mount[]): Promise<readonly string[]> {
  const plugins = join(root, 'Plugins');
  const roots = [...mounts.map(({ folder }) => folder), plugins];
  const among = (await entriesOf(plugins)).filter(entry => entry.isSymbolicLink());
  const links = [
    ...(await which(roots, async path => (await lstat(path)).isSymbolicLink())),
    ...(await which(
      among.map(({ name }) => join(plugins, name)),
      async path => (await stat(path)).isDirectory(),
    )),
  ];
  const notes = new Notes();
  for (const link of links) {
    const name = relative(root, link).split(sep).join('/');
    notes.add(`${name} is a link and is not followed: nothing behind it is shown.`);
  }
  return notes.member.notes ?? [];
}

async function which(paths: readonly string[], isOne: (path: string) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    try {
      if (await isOne(path)) found.push(path);
    } catch (thrown) {
      // A link that leads to nothing, or round in a circle, hides nothing.
      if (!isMissing(thrown) && (thrown as NodeJS.ErrnoException).code !== 'ELOOP') throw thrown;
    }
  }
  return found;
}
