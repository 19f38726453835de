import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';

const CHECK = 'data folder';
const FIX = 'Name a folder you can write to with --data DIR or WORLDWIRE_DATA.';

/** Whether worlds can keep anything. The folder is made when it is first needed, so its parents may do. */
export async function checkDataFolder(folder: string): Promise<Finding> {
  for (let place = folder; ; place = dirname(place)) {
    try {
      if (!(await stat(place)).isDirectory()) return fail(CHECK, `${place} is not a folder.`, FIX);
      await tryOut(place);
      return ok(
        CHECK,
        place === folder ? `${folder} is writable` : `${folder} does not exist yet and can be made`,
      );
    } catch (thrown) {
      const isAbsent = await stat(place).then(
        () => false,
        error => codeOf(error) === 'ENOENT',
      );
      if (!isAbsent || dirname(place) === place) {
        return fail(CHECK, `${place} cannot be written to: ${reasonOf(thrown)}`, FIX);
      }
    }
  }
}

/** By doing it: rights say nothing of a full disk, or of folders that are not on a disk, as below /proc. */
async function tryOut(folder: string): Promise<void> {
  const made = await mkdtemp(join(folder, '.worldwire-doctor-'));
  try {
    await writeFile(join(made, 'file'), 'content');
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
