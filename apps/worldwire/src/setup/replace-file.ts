import { constants } from 'node:fs';
import { copyFile, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, Problem, reasonOf } from '../errors/problem.js';
import { makeFolder } from '../storage/data-folder.js';

const BACKUP = '.worldwire-backup';

/**
 * Replaces the content of a file atomically. The first change keeps a copy of the old file beside it, and returns its path.
 */
export async function replaceFile(path: string, text: string): Promise<string | undefined> {
  try {
    // A symbolic link stays, and its target is replaced.
    const target = await realpath(path).catch(() => path);
    await makeFolder(dirname(target), 0o777);
    const backup = await backUp(target);
    await writeBeside(target, text);
    return backup;
  } catch (thrown) {
    throw Problem.failure(`${path} cannot be written, and nothing was changed: ${reasonOf(thrown)}`);
  }
}

async function backUp(path: string): Promise<string | undefined> {
  try {
    await copyFile(path, path + BACKUP, constants.COPYFILE_EXCL);
    return path + BACKUP;
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === 'ENOENT' || code === 'EEXIST') return undefined;
    throw thrown;
  }
}

/** Writes a new file beside the old one, with its mode, and puts it in its place. */
export async function writeBeside(path: string, text: string): Promise<void> {
  const mode = await stat(path).then(
    stats => stats.mode & 0o777,
    () => 0o644,
  );
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'wx', mode);
  try {
    await file.writeFile(text);
    // The umask may have changed the mode.
    await file.chmod(mode);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (thrown) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    throw thrown;
  }
}
