import type { ActorFolder } from './actor-folders.js';
import type { PackageContents, PackageWords } from './package-words.js';

export { UNREADABLE } from '../../port/special-packages.js';

/** What the index keeps of a package. */
export interface PackageFacts {
  /** Class path of the main object where it is known: "/Script/Engine.Blueprint". "Unreadable" for an unreadable package. */
  readonly class: string;
  /** Hard references. */
  readonly references: readonly string[];
  /** Soft references. */
  readonly soft: readonly string[];
  /** Whether some references could not be read. */
  readonly unread?: true;
  /** Name of the main object, where it differs from that of the package. */
  readonly object?: string;
  /** The package of the level, where this is the file of a single actor. */
  readonly level?: string;
  /** Of a Blueprint: the path of the parent class. */
  readonly parent?: string;
  /** Whether it is a gameplay cue, which the game finds by its tag. */
  readonly cue?: true;
  /** Of such an actor in the outliner. */
  readonly label?: string;
  /** The path of its folder in the outliner, or the id of a folder that is an object. */
  readonly folder?: string;
  readonly folderId?: string;
  /** The folders of the outliner that are objects in this package. */
  readonly folders?: readonly ActorFolder[];
}

/** What is read of a package for the index. */
export interface ReadFacts extends PackageFacts {
  readonly contents?: PackageContents;
}

/** The state of a file when it was read. A file with another stamp is read again. */
export interface FileStamp {
  readonly size: number;
  readonly modified: number;
  /** ctime, which cannot be set by a program. */
  readonly changed: number;
}

export interface PackageEntry extends PackageFacts, FileStamp {
  /** "/Game/Doors/BP_Door". */
  readonly path: string;
  /** Relative to the project, with "/" on every system. */
  readonly file: string;
  /** What is searched in it. */
  readonly words?: PackageWords;
}

/** Packages of one project that the index keeps. */
export const MAX_PACKAGES = 1_000_000;
/** Hard or soft references of one package. A package with more is marked as unread. */
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
