import type { ByteSource } from '../bytes/byte-source.js';
import type { Pause } from './steps.js';

/** The summary at the start of a package: versions and the offsets of its tables. */
export interface Summary {
  readonly versions: {
    readonly legacy: number;
    readonly ue4: number;
    readonly ue5: number;
    readonly licensee: number;
  };
  readonly customVersions: ReadonlyMap<string, number>;
  /** Such as "5.4.4-35576357+++UE5+Release-5.4"; empty where it is unknown. */
  readonly savedBy: string;
  /** "/Game/Doors/BP_Door" in UE 5; else empty or a folder. */
  readonly folder: string;
  readonly flags: number;
  /** Saved without editor-only data. */
  readonly filtered: boolean;
  /** All versions are zero: the package is cooked, and its properties cannot be read. */
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
  /** Offset of the end of the summary. */
  readonly end: number;
}

export interface Table {
  readonly count: number;
  readonly offset: number;
}

/** 0 is no object, 1 the first export, -1 the first import. */
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
  /** Name of the import or export of classIndex; "Class" where that is 0. */
  readonly className: string;
  readonly flags: number;
  readonly offset: number;
  readonly size: number;
  readonly isAsset: boolean;
}

/** The entry of an object in the asset registry. */
export interface RegistryAsset {
  /** "BP_Door", or "/Game/Doors/BP_Door.BP_Door" in some versions. */
  readonly path: string;
  readonly className: string;
  readonly tags: Readonly<Record<string, string>>;
}

export interface Thumbnail {
  /** Class and name of the object, such as "Blueprint BP_Door". */
  readonly object: string;
  readonly width: number;
  readonly height: number;
  /** An image file as the engine saves it, with red and blue exchanged; `thumbnailPicture` undoes that. */
  readonly data: Uint8Array;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

/** A property value as JSON. Object references are paths as from `pathOf`. */
export type PropertyValue =
  | null
  | boolean
  | number
  | string
  | readonly PropertyValue[]
  | { readonly [name: string]: PropertyValue };

export interface ExportProperties {
  readonly values: { readonly [name: string]: PropertyValue };
  /** Type of each property, such as "FloatProperty", "StructProperty(Vector)", "ArrayProperty(ObjectProperty)". */
  readonly types: { readonly [name: string]: string };
  /** What could not be read. */
  readonly notes: readonly string[];
  /** File offset of the end of the tagged properties. */
  readonly end: number;
}

/** An opened package. Methods read from the file and cache nothing. */
export interface Package {
  readonly summary: Summary;
  readonly names: readonly string[];
  readonly imports: readonly ImportEntry[];
  readonly exports: readonly ExportEntry[];
  /** The packages of its imports, without /Script packages and itself. */
  readonly references: readonly string[];
  /** The packages of its soft references. */
  softReferences(): Promise<readonly string[]>;
  /** For each export, the objects that must be loaded before it. Empty without such a table. */
  dependencies(): Promise<readonly (readonly ObjectIndex[])[]>;
  registry(): Promise<readonly RegistryAsset[]>;
  thumbnails(): Promise<readonly Thumbnail[]>;
  /** Tagged properties of an export, by its index from 0. */
  properties(index: number): Promise<ExportProperties>;
  /** The bytes of an export after its tagged properties, such as the rows of a data table. */
  tail(index: number): Promise<Uint8Array>;
  /**
   * "/Script/Engine.Actor" for an import, "/Game/Doors/BP_Door.BP_Door:EventGraph.Node_1" for an export; without the package
   * where its path was not given: "BP_Door.EventGraph.Node_1". Undefined for 0.
   */
  pathOf(index: ObjectIndex): string | undefined;
}

/** Limits for reading one package. */
export interface PackageLimits {
  /** Entries of a table: names, imports, exports. */
  readonly entries: number;
  /** Characters of one text. */
  readonly text: number;
  /** Values in the properties of one export. */
  readonly values: number;
  /** Nested structures. */
  readonly depth: number;
  /** Bytes of one read. */
  readonly bytes: number;
  /** Of an image that has to be decoded. */
  readonly pixels: number;
  /** Of an image file, and of all thumbnails together. */
  readonly pictureBytes: number;
}

export interface OpenOptions extends Partial<PackageLimits> {
  /** Path of the package, such as "/Game/Doors/BP_Door": the file may have been moved since it was saved. */
  readonly path?: string;
  /** Called between steps of large tables. */
  readonly pause?: Pause;
}

export type OpenPackage = (source: ByteSource, options?: OpenOptions) => Promise<Package>;
