import { join } from 'node:path';
import { stampOf, statsOf } from './index/package-scan.js';
import type { ProjectFolder } from './project-folder.js';
import { settingsFiles } from './settings/project-settings.js';

/** A text that changes with the descriptor or the settings of a project. */
export async function projectPrint({ root, file }: ProjectFolder): Promise<string> {
  const files = [join(root, file), ...(await settingsFiles(root))];
  const stats = await Promise.all(files.map(statsOf));
  return JSON.stringify(files.map((path, index) => [path, stats[index] && stampOf(stats[index])]));
}
