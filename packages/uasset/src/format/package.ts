import type { ByteSource } from '../bytes/byte-source.js';
import type { Pause } from './steps.js';

/** The summary at the head of a package: versions, and where everything is. */
export interface Summary {
  readonly versions: {
    readonly legacy: number;
    readonly ue4: number;
    readonly ue5: number;
    readonly licensee: number;
  };
  readonly customVersions: ReadonlyMap<string, number>;
  /** Such as "5.4.4-35576357+++UE5+Release-5.4"; empty where nobody is named. */
  readonly savedBy: string;
  /** "/Game/Doors/BP_Door" where the package says it (UE 5); else empty or a folder. */
  readonly folder: string;
  readonly flags: number;
  /** Saved without what only editors need. */
  readonly filtered: boolean;
  /** All versions are zero: cooked, and its properties cannot be read. */
  readonly unversioned: boolean;
  readonly bigEndian: boolean;
  readonly headerSize: number;
  readonly names: Table;
  readonly softObjectPaths: Table;
  readonly imports: Table;
  readonly exports: Table;
  readonly softPackageReferences: Table;
  readonly dependsOffset: number;
  readonly thumbnailTableOffset: number;
  readonly assetRegistryDataOffset: number;
  readonly bulkDataStartOffset: number;
  /** Where the summary itself ends. */
  readonly end: number;
}

export interface Table {
  readonly count: number;
  readonly offset: number;
}

/** 0 is nobody, 1 the first export, -1 the first import. */
export type ObjectIndex = number;

export interface ImportEntry {
  readonly classPackage: string;
  readonly className: string;
  readonly outer: ObjectIndex;
  readonly name: string;
}

export interface ExportEntry {
  readonly classIndex: ObjectIndex;
  readonly superIndex: ObjectIndex;
  readonly outer: ObjectIndex;
  readonly name: string;
  /** Of the class: the name of the import or export behind classIndex; "Class" where that is 0. */
  readonly className: string;
  readonly flags: number;
  readonly offset: number;
  readonly size: number;
  readonly isAsset: boolean;
}

/** What the asset registry keeps of an object in the package. */
export interface RegistryAsset {
  /** "BP_Door", or "/Game/Doors/BP_Door.BP_Door" as some versions have it. */
  readonly path: string;
  readonly className: string;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Thumbnail {
  /** Class and name of the object, such as "Blueprint BP_Door". */
  readonly object: string;
  readonly width: number;
  readonly height: number;
  /** A whole image file. */
  readonly data: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

/** A property value as JSON; object references as the paths that `pathOf` gives. */
export type PropertyValue =
  | null
  | boolean
  | number
  | string
  | readonly PropertyValue[]
  | { readonly [name: string]: PropertyValue };

export interface ExportProperties {
  readonly values: { readonly [name: string]: PropertyValue };
  /** Type of each, such as "FloatProperty", "StructProperty(Vector)", "ArrayProperty(ObjectProperty)". */
  readonly types: { readonly [name: string]: string };
  /** What could not be read, in words. */
  readonly notes: readonly string[];
  /** Where, within the file, the tagged properties ended. */
  readonly end: number;
}

/** An opened package. What is not in its head is read when asked for, and never kept. */
export interface Package {
  readonly summary: Summary;
  readonly names: readonly string[];
  readonly imports: readonly ImportEntry[];
  readonly exports: readonly ExportEntry[];
  /** The packages that this one needs: those of its imports, without /Script packages and itself. */
  readonly references: readonly string[];
  /** The packages named by soft references, as the package lists them. */
  softReferences(): Promise<readonly string[]>;
  /** For each export, what it needs before it. Empty where the package has no such table. */
  dependencies(): Promise<readonly (readonly ObjectIndex[])[]>;
  registry(): Promise<readonly RegistryAsset[]>;
  thumbnails(): Promise<readonly Thumbnail[]>;
  /** Tagged properties of an export (from 0). */
  properties(index: number): Promise<ExportProperties>;
  /** The bytes of an export behind its tagged properties, for what is not tagged: rows of a data table, entries of a string table. */
  tail(index: number): Promise<Uint8Array>;
  /**
   * "/Script/Engine.Actor" of an import, "/Game/Doors/BP_Door.BP_Door:EventGraph.Node_1" of an export, or without the
   * package where its path was not given: "BP_Door.EventGraph.Node_1". Undefined of 0.
   */
  pathOf(index: ObjectIndex): string | undefined;
}

/** What a reader may spend on one package. */
export interface PackageLimits {
  /** Entries of a table: names, imports, exports. */
  readonly entries: number;
  /** Characters of one text. */
  readonly text: number;
  /** Values in the properties of one export. */
  readonly values: number;
  /** Structures within structures. */
  readonly depth: number;
  /** Bytes read in one piece. */
  readonly bytes: number;
  /** Of a picture that has to be decoded. */
  readonly pixels: number;
  /** Of a picture as a file, and of all thumbnails together. */
  readonly pictureBytes: number;
}

export interface OpenOptions extends Partial<PackageLimits> {
  /** Of the package, such as "/Game/Doors/BP_Door": no file can be trusted to know where it is by now. */
  readonly path?: string;
  /** Lets other work go on while large tables are read. */
  readonly pause?: Pause;
}

export type OpenPackage = (source: ByteSource, options?: OpenOptions) => Promise<Package>;
