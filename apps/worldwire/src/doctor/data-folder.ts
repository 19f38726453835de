import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../problem.js';
import { type Finding, fail, ok } from './finding.js';

const CHECK = 'data folder';

/** Whether worlds can keep anything. The folder is made when it is first needed, so its parents may do. */
export async function checkDataFolder(folder: string): Promise<Finding> {
  const mend = 'Name a folder you can write to with --data DIR or WORLDWIRE_DATA.';
  for (let place = folder; ; place = dirname(place)) {
    try {
      if (!(await stat(place)).isDirectory()) return fail(CHECK, `${place} is not a folder.`, mend);
      await access(place, constants.W_OK | constants.X_OK);
      return ok(
        CHECK,
        place === folder ? `${folder} is writable` : `${folder} does not exist yet and can be made`,
      );
    } catch (thrown) {
      const absent = codeOf(thrown) === 'ENOENT' && dirname(place) !== place;
      if (!absent) return fail(CHECK, `${place} cannot be written to.`, mend);
    }
  }
}
