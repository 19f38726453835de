/** Files of single actors and objects of levels, which the editor does not list as assets. */
export const EXTERNAL = /\/__External(Actors|Objects)__(\/|$)/;

/** "/Game/Maps/Hall" of "/Game/__ExternalActors__/Maps/Hall/0/AB/XYZ". */
export function levelOfFile(path: string): string | undefined {
  const found = /^(\/[^/]+)\/__External(?:Actors|Objects)__(\/.+)\/[^/]+\/[^/]+\/[^/]+$/.exec(path);
  return found === null ? undefined : `${found[1]}${found[2]}`;
}

/** The class of a package that cannot be read. */
export const UNREADABLE = 'Unreadable';

/** The classes of files that stand where a package should be: its content is elsewhere. */
export const GIT_LFS_POINTER = 'GitLfsPointer';
export const GIT_ANNEX_POINTER = 'GitAnnexPointer';
export const EMPTY_FILE = 'EmptyFile';
export const TEXT_FILE = 'TextFile';

const UNREADABLE_CLASSES: ReadonlySet<string> = new Set([
  UNREADABLE,
  GIT_LFS_POINTER,
  GIT_ANNEX_POINTER,
  EMPTY_FILE,
  TEXT_FILE,
]);

/** Whether nothing of a package of this class can be read. */
export function isUnreadable(className: string): boolean {
  return UNREADABLE_CLASSES.has(className);
}
