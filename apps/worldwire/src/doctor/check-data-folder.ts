import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';

const CHECK = 'data folder';
const FIX = 'Name a folder you can write to with --data DIR or WORLDWIRE_DATA.';

/** Whether the data folder can be written. It is created when it is needed, so a writable parent is enough. */
export async function checkDataFolder(folder: string): Promise<Finding> {
  for (let place = folder; ; place = dirname(place)) {
    try {
      if (!(await stat(place)).isDirectory()) return fail(CHECK, `${place} is not a folder.`, FIX);
      await tryOut(place);
      return ok(
        CHECK,
        place === folder ? `${folder} is writable` : `${folder} does not exist yet and can be created`,
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

/** Writes a file: permissions do not show a full disk, or folders such as /proc. */
async function tryOut(folder: string): Promise<void> {
  const made = await mkdtemp(join(folder, '.worldwire-doctor-'));
  try {
    await writeFile(join(made, 'file'), 'content');
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}
