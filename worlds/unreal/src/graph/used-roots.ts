import { EXTERNAL, isUnreadable } from '../port/special-packages.js';
import type { TimeSlice } from '../work/time-slice.js';

/** One value of the settings of a project. */
export interface Setting {
  readonly key: string;
  readonly value: string;
}

/** Why an asset counts as used although no asset refers to it. */
export type RootReason =
  | 'levels'
  | 'named in the settings'
  | 'in folders that are always cooked'
  | 'primary assets'
  | 'unreadable packages'
  | 'files of single actors';

interface ScannedType {
  readonly base: string;
  readonly blueprints: boolean;
  readonly folders: readonly string[];
}

const ALWAYS_COOKED = 'directoriestoalwayscook';
const PRIMARY_TYPES = 'primaryassettypestoscan';
const PACKAGE = /\/\w[^\s"'.,:;()=]*/g;
const FOLDER = /Path="?(\/[^"(),]+)"?/g;
const ENGINE = '/script/engine.';

/** The assets that are used without a reference. */
export class UsedRoots {
  readonly #named = new Set<string>();
  readonly #cooked: string[] = [];
  readonly #scanned: ScannedType[] = [];

  /** From the settings of a project, which name maps, game modes and folders. */
  static async of(settings: Iterable<Setting>, slice: TimeSlice): Promise<UsedRoots> {
    const roots = new UsedRoots();
    for (const setting of settings) {
      if (slice.isOver) await slice.yieldToEventLoop();
      roots.#add(setting);
    }
    return roots;
  }

  /** `class` is the class path, or the short name where only that is known. */
  reasonFor(path: string, className: string): RootReason | undefined {
    const folded = path.toLowerCase();
    if (EXTERNAL.test(path)) return 'files of single actors';
    if (/(^|\.)World$/.test(className)) return 'levels';
    if (isUnreadable(className)) return 'unreadable packages';
    if (this.#named.has(folded)) return 'named in the settings';
    if (this.#cooked.some(folder => isBelow(folded, folder))) return 'in folders that are always cooked';
    if (isPrimaryLabel(className) || this.#scanned.some(type => isScanned(type, folded, className)))
      return 'primary assets';
    return undefined;
  }

  #add({ key, value }: Setting): void {
    const folded = key.toLowerCase();
    for (const [path] of value.matchAll(PACKAGE)) {
      if (!path.startsWith('/Script/')) this.#named.add(path.toLowerCase().replace(/\/+$/, ''));
    }
    if (folded === ALWAYS_COOKED) this.#cooked.push(...foldersIn(value));
    if (folded !== PRIMARY_TYPES) return;
    const base = /AssetBaseClass="?([^",)]+)/.exec(value)?.[1] ?? '';
    const blueprints = /bHasBlueprintClasses=true/i.test(value);
    this.#scanned.push({ base: base.toLowerCase(), blueprints, folders: foldersIn(value) });
  }
}

function foldersIn(value: string): string[] {
  return [...value.matchAll(FOLDER)].map(([, path]) => (path as string).toLowerCase().replace(/\/+$/, ''));
}

function isPrimaryLabel(className: string): boolean {
  return /(^|\.)PrimaryAssetLabel$/.test(className);
}

/** Parents of classes are unknown here: any class that is not of the engine may derive from one that is not, either. */
function isScanned({ base, blueprints, folders }: ScannedType, path: string, className: string): boolean {
  if (!folders.some(folder => isBelow(path, folder))) return false;
  const own = className.toLowerCase();
  if (blueprints) return own.endsWith('blueprint');
  if (own === base || base.endsWith(`.${own}`)) return true;
  return !base.startsWith(ENGINE) && own.startsWith('/script/') && !own.startsWith(ENGINE);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
