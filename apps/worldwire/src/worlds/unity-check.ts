import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';
import { EngineIdFile } from './engine-id-file.js';
import { engineIdsFile, unityFolder } from './unity-files.js';

const CHECK = 'unity';

/** Checks the files of the Unity world: its folders, its settings, and the next object id of an engine. */
export async function checkUnity(data: string): Promise<readonly Finding[]> {
  const folder = unityFolder(data);
  for (const path of [folder, join(folder, 'Scripts')]) {
    const wrong = await wrongFolder(path);
    if (wrong !== undefined)
      return [fail(CHECK, wrong, 'Move it away, or name another folder with --data DIR.')];
  }
  try {
    const { checkSettings } = await import('@worldwire/unity');
    await checkSettings(folder);
    new EngineIdFile(engineIdsFile(folder));
    return [ok(CHECK, `what is kept in ${folder} can be used`)];
  } catch (thrown) {
    return [fail(CHECK, reasonOf(thrown), 'Fix the file, or move it away: the next start makes a new one.')];
  }
}

async function wrongFolder(path: string): Promise<string | undefined> {
  try {
    const found = await lstat(path);
    return found.isDirectory() || found.isSymbolicLink() ? undefined : `${path} is not a folder.`;
  } catch (thrown) {
    // The check of the data folder reports a parent that cannot be used.
    const code = codeOf(thrown);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : reasonOf(thrown);
  }
}
