import { EXTERNAL, isUnreadable } from '../port/special-packages.js';
import { withoutSlashes } from '../port/unreal-paths.js';
import type { TimeSlice } from '../work/time-slice.js';

/** One value of the settings of a project. */
export interface Setting {
  readonly key: string;
  readonly value: string;
}

/** Why an asset counts as used although no asset refers to it. */
export type RootReason =
  | 'levels'
  | 'named in config'
  | 'named in code'
  | 'in folders that are always cooked'
  | 'primary assets'
  | 'gameplay cues'
  | 'tools of the editor'
  | 'unreadable packages'
  | 'files of single actors';

interface ScannedType {
  readonly base: string;
  readonly blueprints: boolean;
  readonly folders: readonly string[];
}

const ALWAYS_COOKED = 'directoriestoalwayscook';
/** Without such a setting the game finds cues in all content. */
const CUE_PATHS = 'gameplaycuenotifypaths';
const PRIMARY_TYPES = 'primaryassettypestoscan';
const PACKAGE = /\/\w[^\s"'.,:;()=]*/g;
const FOLDER = /Path="?(\/[^"(),]+)"?/g;
const ENGINE = '/script/engine.';
/** Classes of the engine that projects derive data assets from. */
const OPEN_BASES = new Set(['/script/engine.primarydataasset', '/script/engine.dataasset']);

/** Texts that may name packages, beside the settings. Undefined where they are not searched. */
export interface NamingTexts {
  /** C++ */
  readonly code?: Iterable<string>;
  /** All ini files. */
  readonly config?: Iterable<string>;
}

/** The assets that are used without a reference. */
export class UsedRoots {
  /** What may use an asset and was not searched. */
  readonly notSearched: readonly string[];
  readonly #named = new Set<string>();
  readonly #inCode = new Set<string>();
  readonly #cooked: string[] = [];
  readonly #scanned: ScannedType[] = [];
  readonly #cues: string[] = [];

  private constructor({ code, config }: NamingTexts) {
    this.notSearched = [
      ...(code === undefined ? ['native code (Source) that loads assets by path'] : []),
      'paths that are built from text in code, Blueprints, data tables or Python',
      config === undefined ? 'settings outside Config/Default*.ini' : 'settings outside of Config',
    ];
  }

  /** From the settings of a project, which name maps, game modes and folders. */
  static async of(
    settings: Iterable<Setting>,
    slice: TimeSlice,
    texts: NamingTexts = {},
  ): Promise<UsedRoots> {
    const roots = new UsedRoots(texts);
    for (const setting of settings) {
      if (slice.isOver) await slice.yieldToEventLoop();
      roots.#add(setting);
    }
    for (const [from, into] of [
      [texts.config, roots.#named],
      [texts.code, roots.#inCode],
    ] as const) {
      for (const text of from ?? []) {
        if (slice.isOver) await slice.yieldToEventLoop();
        addPackages(text, into);
      }
    }
    return roots;
  }

  /** `class` is the class path, or the short name where only that is known. */
  reasonFor(path: string, className: string, isCue = false): RootReason | undefined {
    const folded = path.toLowerCase();
    if (EXTERNAL.test(path)) return 'files of single actors';
    if (/(^|\.)World$/.test(className)) return 'levels';
    if (isUnreadable(className)) return 'unreadable packages';
    if (this.#named.has(folded)) return 'named in config';
    if (this.#inCode.has(folded)) return 'named in code';
    if (this.#cooked.some(folder => isBelow(folded, folder))) return 'in folders that are always cooked';
    if (/(^|\.)EditorUtility\w*Blueprint$/.test(className)) return 'tools of the editor';
    if (isPrimaryLabel(className) || this.#scanned.some(type => isScanned(type, folded, className)))
      return 'primary assets';
    if (isCue && (this.#cues.length === 0 || this.#cues.some(folder => isBelow(folded, folder))))
      return 'gameplay cues';
    return undefined;
  }

  #add({ key, value }: Setting): void {
    const folded = key.toLowerCase();
    addPackages(value, this.#named);
    if (folded === ALWAYS_COOKED) this.#cooked.push(...foldersIn(value));
    if (folded === CUE_PATHS) this.#cues.push(cuePath(value.toLowerCase()));
    if (folded !== PRIMARY_TYPES) return;
    const base = /AssetBaseClass="?([^",)]+)/.exec(value)?.[1] ?? '';
    const blueprints = /bHasBlueprintClasses=true/i.test(value);
    this.#scanned.push({ base: base.toLowerCase(), blueprints, folders: foldersIn(value) });
  }
}

function addPackages(text: string, into: Set<string>): void {
  for (const [path] of text.matchAll(PACKAGE)) {
    if (!path.startsWith('/Script/')) into.add(withoutSlashes(path.toLowerCase()));
  }
}

function foldersIn(value: string): string[] {
  return [...value.matchAll(FOLDER)].map(([, path]) => withoutSlashes((path as string).toLowerCase()));
}

function cuePath(value: string): string {
  return withoutSlashes(value.replace(/^"/, '').replace(/"$/, ''));
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
  if (base.startsWith(ENGINE) && !OPEN_BASES.has(base)) return false;
  // The class of a data asset may be a Blueprint.
  return own.startsWith('/') && !own.startsWith(ENGINE);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
