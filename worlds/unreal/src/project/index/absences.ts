import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { TimeSlice } from '../../work/time-slice.js';
import { findMounts } from './mounts.js';
import type { PackageIndex } from './package-index.js';

/** Of one answer: a search for similar names goes through all packages. */
const MAX_NEAR = 10;
const MAX_MISSING = 20;
const EXTENSIONS = ['.uasset', '.umap'];
const NO_FILE = 'no such package in the project';
const OUTSIDE = "not in this project's files";

export interface Absence {
  /** The content of the project has no such package: the reason, and similar paths. */
  readonly missing?: string;
  /** The package belongs to the engine or to a plugin that is not in the project's folder. */
  readonly outside?: string;
}

/** Says of the targets of references in one answer whether they exist. Needs an up-to-date index. */
export class Absences {
  readonly #index: Pick<PackageIndex, 'catalogue' | 'roots' | 'left'>;
  readonly #known = new Map<string, Absence>();
  #searches = 0;

  constructor(index: Pick<PackageIndex, 'catalogue' | 'roots' | 'left'>) {
    this.#index = index;
  }

  /** Empty for a package that exists. */
  of(path: string): Absence {
    const { catalogue } = this.#index;
    if (catalogue.find(path) !== undefined) return {};
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const found = this.#absence(path);
    this.#known.set(path, found);
    return found;
  }

  #absence(path: string): Absence {
    const { catalogue, roots, left } = this.#index;
    if (!roots.has(rootOf(path))) return { outside: OUTSIDE };
    if (left > 0)
      return { missing: 'not in the index, which leaves packages out because there are too many' };
    const near = this.#searches++ < MAX_NEAR ? catalogue.near(path) : undefined;
    return { missing: near === undefined ? NO_FILE : `${NO_FILE}. ${near}` };
  }
}

/** The targets that do not exist, as lines. The index is brought up to date only where a file is missing. */
export async function missingTargets(
  root: string,
  index: PackageIndex,
  paths: readonly string[],
  slice: TimeSlice,
): Promise<readonly string[]> {
  const { mounts } = await findMounts(root);
  const folders = new Map(mounts.map(({ name, folder }) => [name.toLowerCase(), folder]));
  const suspects: string[] = [];
  for (const path of paths) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const folder = folders.get(rootOf(path));
    const place = folder && join(folder, path.slice(rootOf(path).length));
    if (place !== undefined && !EXTENSIONS.some(extension => isFile(place + extension))) suspects.push(path);
  }
  if (suspects.length === 0) return [];
  await index.refresh(slice.signal);
  const absences = new Absences(index);
  const lines = suspects.flatMap(path => {
    const { missing } = absences.of(path);
    return missing === undefined ? [] : [`${path}: ${missing}`];
  });
  if (lines.length <= MAX_MISSING) return lines;
  return [...lines.slice(0, MAX_MISSING), `and ${lines.length - MAX_MISSING} more`];
}

/** "/game" of "/Game/Doors/BP_Door". */
function rootOf(path: string): string {
  const end = path.indexOf('/', 1);
  return (end < 0 ? path : path.slice(0, end)).toLowerCase();
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
