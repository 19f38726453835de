import { join } from 'node:path';
import { TimeSlice } from '../work/time-slice.js';
import { findSources } from './code/source-files.js';
import { stampOf, statsOf } from './index/package-scan.js';
import type { ProjectFolder } from './project-folder.js';
import { pluginTagFiles, settingsFiles } from './settings/project-settings.js';

/** A text that changes with the descriptor, the settings or the C++ of a project, which may define gameplay tags. */
export async function projectPrint({ root, file }: ProjectFolder): Promise<string> {
  const files = [join(root, file), ...(await settingsFiles(root)), ...(await pluginTagFiles(root))];
  const stats = await Promise.all(files.map(statsOf));
  const sources = await findSources(root, new TimeSlice(new AbortController().signal));
  const code = sources.files.filter(({ module }) => module !== undefined);
  return JSON.stringify([
    ...files.map((path, index) => [path, stats[index] && stampOf(stats[index])]),
    ...code.map(({ path, size, modified, changed }) => [path, size, modified, changed]),
  ]);
}
