import { lstatSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { entriesOf } from '../../files/inside-folder.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { findMounts } from '../index/mounts.js';
import type { FileStamp } from '../index/package-entry.js';

export interface SourceFile extends FileStamp {
  /** Relative to the project, with "/" on every system. */
  readonly file: string;
  readonly path: string;
  /** The module of C++ below Source; undefined for every other file. */
  readonly module: string | undefined;
}

export interface SourceFiles {
  readonly files: readonly SourceFile[];
  /** Files that are left out because there are too many. */
  readonly left: number;
  /** Folders and links that are not entered, relative to the project. */
  readonly skipped: readonly string[];
  /** How many files have another extension, by extension. */
  readonly others: ReadonlyMap<string, number>;
}

/** Of the project and of each plugin. */
export const SOURCE_FOLDERS = ['Source', 'Config', 'Shaders', 'Content/Python'] as const;
const LINKED: ReadonlySet<string> = new Set(SOURCE_FOLDERS);
const MAX_FILES = 20_000;
const MAX_DEPTH = 24;
const MAX_NAMES = 1_000;
/** Code of others, which declares nothing for Unreal. */
const SKIPPED = /^(ThirdParty|Intermediate|Binaries|\..*)$/i;
const CODE = /\.(h|hpp|cpp|inl)$/i;
const TEXT =
  /\.(h|hh|hpp|hxx|inl|c|cc|cpp|cxx|m|mm|cs|java|py|lua|js|ts|usf|ush|hlsl|ini|json|xml|csv|txt|md|uproject|uplugin)$/i;
const DESCRIPTOR = /\.(uproject|uplugin)$/i;
const RULES = '.Build.cs';

/** The text files of the project and its plugins: code, shaders, settings and descriptors. Links are not followed. */
export async function findSources(root: string, slice: TimeSlice): Promise<SourceFiles> {
  const { plugins } = await findMounts(root);
  const found = new Found(root, slice);
  for (const folder of [root, ...plugins.map(plugin => plugin.folder)]) {
    for (const entry of await entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isFile() && DESCRIPTOR.test(entry.name)) await found.add(path, undefined);
      if (entry.isSymbolicLink() && LINKED.has(entry.name)) found.skip(path);
    }
    for (const name of SOURCE_FOLDERS) {
      const module = name === 'Source' ? basename(folder) : undefined;
      await found.walk(join(folder, ...name.split('/')), module, 0);
    }
  }
  return found;
}

class Found implements SourceFiles {
  readonly files: SourceFile[] = [];
  readonly skipped: string[] = [];
  readonly others = new Map<string, number>();
  left = 0;
  readonly #root: string;
  readonly #slice: TimeSlice;

  constructor(root: string, slice: TimeSlice) {
    this.#root = root;
    this.#slice = slice;
  }

  /** `above`: the module of the folder above. */
  async walk(folder: string, above: string | undefined, depth: number): Promise<void> {
    const entries = (await entriesOf(folder)).sort((a, b) => (a.name < b.name ? -1 : 1));
    const rules = entries.find(entry => entry.isFile() && entry.name.endsWith(RULES))?.name;
    const module = above && (rules?.slice(0, -RULES.length) ?? above);
    for (const { name } of entries.filter(entry => entry.isFile()))
      await this.add(join(folder, name), module);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) this.skip(path);
      if (!entry.isDirectory()) continue;
      if (SKIPPED.test(entry.name) || depth >= MAX_DEPTH) this.skip(path);
      // A module without rules has the name of its folder.
      else
        await this.walk(path, depth === 0 && rules === undefined ? above && entry.name : module, depth + 1);
    }
  }

  async add(path: string, module: string | undefined): Promise<void> {
    if (this.#slice.isOver) await this.#slice.yieldToEventLoop();
    if (!TEXT.test(path)) return this.#other(extname(path).toLowerCase());
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile()) return;
    if (this.files.length >= MAX_FILES) {
      this.left++;
      return;
    }
    this.files.push({
      file: this.#named(path),
      path,
      module: CODE.test(path) ? module : undefined,
      size: stats.size,
      modified: stats.mtimeMs,
      changed: stats.ctimeMs,
    });
  }

  skip(path: string): void {
    if (this.skipped.length < MAX_NAMES) this.skipped.push(this.#named(path));
  }

  #other(extension: string): void {
    const count = this.others.get(extension);
    if (count !== undefined || this.others.size < MAX_NAMES) this.others.set(extension, (count ?? 0) + 1);
  }

  #named(path: string): string {
    return relative(this.#root, path).split(sep).join('/');
  }
}
