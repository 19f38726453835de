import { lstatSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { entriesOf } from '../../files/inside-folder.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { findMounts } from '../index/mounts.js';
import type { FileStamp } from '../index/package-entry.js';

export interface SourceFile extends FileStamp {
  /** Relative to the project, with "/" on every system. */
  readonly file: string;
  readonly path: string;
  readonly module: string;
}

export interface SourceFiles {
  readonly files: readonly SourceFile[];
  /** Files that are left out because there are too many. */
  readonly left: number;
}

const MAX_FILES = 20_000;
const MAX_DEPTH = 24;
/** Code of others, which declares nothing for Unreal. */
const SKIPPED = /^(ThirdParty|Intermediate|Binaries|\..*)$/i;
const CODE = /\.(h|hpp|cpp|inl)$/i;
const RULES = '.Build.cs';

/** The C++ files below Source of the project and of its plugins. Links are not followed. */
export async function findSources(root: string, slice: TimeSlice): Promise<SourceFiles> {
  const { plugins } = await findMounts(root);
  const files: SourceFile[] = [];
  let left = 0;
  const walk = async (folder: string, above: string, depth: number): Promise<void> => {
    const entries = (await entriesOf(folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
    const rules = entries.find(entry => entry.isFile() && entry.name.endsWith(RULES))?.name;
    const module = rules?.slice(0, -RULES.length) ?? above;
    for (const { name } of entries.filter(entry => entry.isFile() && CODE.test(entry.name))) {
      if (slice.isOver) await slice.yieldToEventLoop();
      const path = join(folder, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats === undefined || !stats.isFile()) continue;
      if (files.length >= MAX_FILES) {
        left++;
        continue;
      }
      const file = relative(root, path).split(sep).join('/');
      files.push({ file, path, module, size: stats.size, modified: stats.mtimeMs, changed: stats.ctimeMs });
    }
    if (depth >= MAX_DEPTH) return;
    for (const { name } of entries.filter(entry => entry.isDirectory() && !SKIPPED.test(entry.name))) {
      // A module without rules has the name of its folder.
      await walk(join(folder, name), depth === 0 && rules === undefined ? name : module, depth + 1);
    }
  };
  for (const folder of [root, ...plugins.map(plugin => plugin.folder)])
    await walk(join(folder, 'Source'), basename(folder), 0);
  return { files, left };
}
