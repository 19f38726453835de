import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, reasonOf } from '../errors/problem.js';
import { type Finding, fail, ok } from '../findings/finding.js';
import type { Settings } from '../settings/settings.js';
import { IdFile } from '../worlds/engine-id-file.js';
import { engineIdsFile, unityFolder } from '../worlds/unity-files.js';

const CHECK = 'unity';

/** What the Unity world keeps in the data folder: folders, the settings of its gates, and the next id of a linked engine. */
export async function checkUnity({
  worlds,
  data,
  engine,
}: Pick<Settings, 'worlds' | 'data' | 'engine'>): Promise<readonly Finding[]> {
  if (!worlds.includes('unity')) return [];
  const folder = unityFolder(data);
  for (const path of [folder, join(folder, 'Scripts')]) {
    const wrong = await wrongFolder(path);
    if (wrong !== undefined)
      return [fail(CHECK, wrong, 'Move it away, or name another folder with --data DIR.')];
  }
  try {
    const { checkSettings } = await import('@worldwire/unity');
    await checkSettings(folder);
    if (engine.kind === 'link') new IdFile(engineIdsFile(folder));
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
    // The check of the data folder says what is wrong above it.
    const code = codeOf(thrown);
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : reasonOf(thrown);
  }
}
