/** What the index keeps of a package: enough to list it and to know who needs whom, and no more. */
export interface PackageFacts {
  /** Of the main object, with its path where that is known: "/Script/Engine.Blueprint". "Unreadable" where nothing is. */
  readonly class: string;
  /** Packages it needs. */
  readonly references: readonly string[];
  /** Packages it names without needing them. */
  readonly soft: readonly string[];
  /** Said where not all that it needs and names could be read. */
  readonly unread?: true;
  /** The name of the main object, where it is not that of the package. */
  readonly object?: string;
  /** The package of the level, where this is an actor with a file of its own. */
  readonly level?: string;
}

/** How a file was when it was read. Where one of them differs, it is read again. */
export interface FileStamp {
  readonly size: number;
  readonly modified: number;
  /** When anything about the file changed, its times included: nobody can set it back. */
  readonly changed: number;
}

export interface PackageEntry extends PackageFacts, FileStamp {
  /** "/Game/Doors/BP_Door". */
  readonly path: string;
  /** From the folder of the project on, with "/" on every system. */
  readonly file: string;
}

export const UNREADABLE = 'Unreadable';
/** Packages of one project that the index keeps. */
export const MAX_PACKAGES = 1_000_000;
/** Of each kind, of one package. A package that names more is marked as unread. */
export const MAX_REFERENCES = 5_000;

/** "BP_Door" of the package "/Game/Doors/BP_Door". */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** "Blueprint" of "/Script/Engine.Blueprint". */
export function shortName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/')) + 1);
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.modified === b.modified && a.changed === b.changed;
}
