import { EXTERNAL } from '../../port/special-packages.js';
import { type ActorFolder, FolderPaths } from './actor-folders.js';
import { type Catalogue, packagesIn } from './catalogue.js';
import { nameOf, type PackageEntry, shortName } from './package-entry.js';

/** An actor that has a file of its own, as a person of the project knows it. */
export interface ExternalActor {
  /** "/Game/Maps/Arena.Arena:PersistentLevel.BP_Lantern_C_2". */
  readonly path: string;
  /** "/Game/Maps/Arena: Lantern_2 (folder Lights, BP_Lantern)". */
  readonly actor: string;
}

/** Undefined where the package is not a file of a level, or its level is unknown. */
export function externalActor(catalogue: Catalogue, entry: PackageEntry): ExternalActor | undefined {
  if (!isExternal(entry)) return undefined;
  const { level } = entry;
  return {
    path: `${level}.${nameOf(level)}:PersistentLevel.${actorName(entry)}`,
    actor: `${level}: ${actorWords(catalogue, entry)}`,
  };
}

/** "Lantern_2 (folder Lights, BP_Lantern)". */
function actorWords(catalogue: Catalogue, entry: PackageEntry): string {
  const folder = folderOfActor(catalogue, entry);
  const about = [...(folder === undefined ? [] : [`folder ${folder}`]), className(entry)];
  return `${entry.label ?? actorName(entry)} (${about.join(', ')})`;
}

/** The same for a list of one level: "Lantern_2 (folder Lights, BP_Lantern) /Game/Maps/Arena.Arena:PersistentLevel.BP_Lantern_C_2". */
export function actorInLevel(catalogue: Catalogue, entry: PackageEntry): string {
  const path = externalActor(catalogue, entry)?.path;
  return path === undefined ? actorName(entry) : `${actorWords(catalogue, entry)} ${path}`;
}

export function isExternal(entry: PackageEntry): entry is PackageEntry & { readonly level: string } {
  return entry.level !== undefined && EXTERNAL.test(entry.path);
}

export function actorName(entry: PackageEntry): string {
  return entry.object ?? nameOf(entry.path);
}

/** The files of single actors of a level. */
export function externalsOf(catalogue: Catalogue, level: string): PackageEntry[] {
  return filesOf(catalogue, '__ExternalActors__', level);
}

/** The files of a level that cannot be read: the actors in them are unknown. */
export function unreadExternals(catalogue: Catalogue, level: string): number {
  const folder = folderOfFiles(catalogue, '__ExternalActors__', level);
  if (folder === undefined) return 0;
  return [...packagesIn(folder)].filter(entry => entry.level === undefined && entry.unread === true).length;
}

/** The folders of the outliner in a level. */
export function foldersOf(catalogue: Catalogue, level: string): FolderPaths {
  const key = level.toLowerCase();
  const known = catalogue.outliners.get(key);
  if (known !== undefined) return known;
  const folders: ActorFolder[] = [...(catalogue.find(level)?.folders ?? [])];
  for (const entry of filesOf(catalogue, '__ExternalObjects__', level))
    folders.push(...(entry.folders ?? []));
  const paths = new FolderPaths(folders);
  catalogue.outliners.set(key, paths);
  return paths;
}

function folderOfActor(catalogue: Catalogue, { level, folder, folderId }: PackageEntry): string | undefined {
  if (folderId === undefined || level === undefined) return folder;
  return foldersOf(catalogue, level).get(folderId) ?? folder;
}

function filesOf(catalogue: Catalogue, kind: string, level: string): PackageEntry[] {
  const folder = folderOfFiles(catalogue, kind, level);
  if (folder === undefined) return [];
  const folded = level.toLowerCase();
  return [...packagesIn(folder)].filter(entry => entry.level?.toLowerCase() === folded);
}

function folderOfFiles(catalogue: Catalogue, kind: string, level: string) {
  const [, mount = '', below = ''] = /^(\/[^/]+)(\/.+)$/.exec(level) ?? [];
  return catalogue.findFolder(`${mount}/${kind}${below}`);
}

/** "BP_Lantern" of the class that the Blueprint BP_Lantern makes. */
function className({ class: path }: PackageEntry): string {
  const name = shortName(path);
  return path.startsWith('/Script/') ? name : name.replace(/_C$/, '');
}
