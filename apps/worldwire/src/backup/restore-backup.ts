import { renameSync } from 'node:fs';
import { realpath, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isOpenElsewhere } from '@worldwire/journal/sqlite';
import { codeOf, Problem } from '../errors/problem.js';
import { makeFolder } from '../storage/data-folder.js';
import { checkJournals, type JournalSummary } from './check-journals.js';
import { unpack } from './container.js';
import { contentsOf } from './contents.js';
import { withScratchFolder } from './scratch-folder.js';
import { syncFolder } from './sync-folder.js';

export interface Restored {
  readonly files: readonly string[];
  readonly journals: readonly JournalSummary[];
  /** The folder that was there before, unless it was empty. */
  readonly kept: string | undefined;
}

/**
 * Replaces a data folder by a backup. The backup is unpacked and checked beside the folder, then renamed. The old folder is kept under
 * another name.
 */
export async function restoreBackup(
  file: string,
  folder: string,
  { force, now }: { readonly force: boolean; readonly now: Date },
): Promise<Restored> {
  const data = await realpath(folder).catch(() => folder);
  const before = await contentsOf(data);
  const full = before.files.length + before.journals.length > 0;
  if (full && !force) {
    throw Problem.failure(
      `${data} has data. Stop its servers and add --force to restore: the folder is then kept under another name. Or restore to another folder with --data DIR.`,
    );
  }
  await checkUnused(data, before.journals);
  await makeFolder(dirname(data), 0o700);
  return withScratchFolder(`${data}.restoring-`, async restored => {
    await unpack(file, restored);
    const { files, journals } = await contentsOf(restored);
    const summaries = await checkJournals(restored, journals);
    // A server may have been started meanwhile.
    await checkUnused(data, before.journals);
    const kept = `${data}.before-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
    const moved = takePlace(restored, data, kept);
    await syncFolder(dirname(data));
    // Removes the old folder only when it is empty.
    const removed =
      moved &&
      (await rmdir(kept).then(
        () => true,
        () => false,
      ));
    return { files, journals: summaries, kept: moved && !removed ? kept : undefined };
  });
}

async function checkUnused(data: string, journals: readonly string[]): Promise<void> {
  for (const path of journals) {
    if (!(await isOpenElsewhere(join(data, path)))) continue;
    throw Problem.failure(`A server is using ${join(data, path)}. Stop it, and restore again.`);
  }
}

/** Returns whether the folder existed. Synchronous, so that no signal is handled between the two renames. */
function takePlace(restored: string, data: string, kept: string): boolean {
  const moved = moveAside(data, kept);
  try {
    renameSync(restored, data);
  } catch (thrown) {
    if (moved) renameSync(kept, data);
    throw thrown;
  }
  return moved;
}

function moveAside(data: string, kept: string): boolean {
  try {
    renameSync(data, kept);
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return false;
    if (codeOf(thrown) !== 'EBUSY' && codeOf(thrown) !== 'EXDEV') throw thrown;
    throw Problem.failure(
      `${data} cannot be renamed, because a disk is mounted there. Use a folder in it: --data ${join(data, 'worldwire')}.`,
      thrown,
    );
  }
}
