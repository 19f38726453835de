import { lstat, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isOutOfReach } from '../../files/inside-folder.js';
import { Notes } from '../../port/notes.js';
import type { FoundMounts } from './mounts.js';

/** Notes on content and plugins behind links. Links are not followed, because their target may not belong to the project. */
export async function linkedContent(
  root: string,
  { mounts, links }: Pick<FoundMounts, 'mounts' | 'links'>,
): Promise<readonly string[]> {
  const notes = new Notes();
  for (const folder of [...mounts.map(mount => mount.folder), join(root, 'Plugins')]) {
    if (await isLink(folder)) notes.add(linkNote(root, folder));
  }
  for (const link of links) if (await mayHide(link)) notes.add(linkNote(root, link));
  return notes.member.notes ?? [];
}

export function linkNote(root: string, link: string): string {
  const name = relative(root, link).split(sep).join('/');
  return `${name} is a link, which is not followed: its content is not shown.`;
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (thrown) {
    if (isOutOfReach(thrown)) return false;
    throw thrown;
  }
}

/** Whether the link leads to a folder, or to one that may not be read. */
async function mayHide(link: string): Promise<boolean> {
  try {
    return (await stat(link)).isDirectory();
  } catch (thrown) {
    if (!isOutOfReach(thrown)) throw thrown;
    const { code } = thrown as NodeJS.ErrnoException;
    return code === 'EACCES' || code === 'EPERM';
  }
}
