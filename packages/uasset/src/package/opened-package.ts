import { ByteCursor } from '../bytes/byte-cursor.js';
import { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import { DEFAULT_LIMITS } from '../format/limits.js';
import type {
  ExportEntry,
  ExportProperties,
  ImportEntry,
  ObjectIndex,
  OpenPackage,
  Package,
  RegistryAsset,
  Summary,
  Thumbnail,
} from '../format/package.js';
import { readDependencies } from '../tables/dependency-table.js';
import type { FullExport } from '../tables/export-table.js';
import { referencedPackages } from '../tables/import-table.js';
import { readRegistry } from '../tables/registry-table.js';
import { readSoftPackages } from '../tables/soft-path.js';
import { readThumbnailPlaces, readThumbnails } from '../tables/thumbnail-table.js';
import { readClosedProperties, readExportProperties } from './export-properties.js';
import { type PackageHead, partEnd, readHead } from './package-head.js';

/** Reads summary, names, imports and exports, mostly in one read. */
export const openPackage: OpenPackage = async (source, { path, pause, ...limits } = {}) => {
  const options = { ...(path !== undefined && { path }), ...(pause !== undefined && { pause }) };
  return new OpenedPackage(await readHead(source, { ...DEFAULT_LIMITS, ...limits }, options));
};

export class OpenedPackage implements Package {
  readonly references: readonly string[];
  readonly head: PackageHead;

  constructor(head: PackageHead) {
    this.head = head;
    this.references = referencedPackages(head.imports, head.summary.folder);
  }

  get summary(): Summary {
    return this.head.summary;
  }

  get names(): readonly string[] {
    return this.head.names;
  }

  get imports(): readonly ImportEntry[] {
    return this.head.imports;
  }

  get exports(): readonly ExportEntry[] {
    return this.head.exports;
  }

  async softReferences(): Promise<readonly string[]> {
    const { count, offset } = this.summary.softPackageReferences;
    if (count === 0) return [];
    return readSoftPackages(await this.#part(offset), count, this.head.layout);
  }

  async dependencies(): Promise<readonly (readonly ObjectIndex[])[]> {
    const { dependsOffset } = this.summary;
    if (dependsOffset <= 0) return [];
    return readDependencies(await this.#part(dependsOffset), this.exports.length);
  }

  async registry(): Promise<readonly RegistryAsset[]> {
    const { assetRegistryDataOffset } = this.summary;
    if (assetRegistryDataOffset <= 0) return [];
    return readRegistry(await this.#part(assetRegistryDataOffset), this.head.layout);
  }

  async thumbnails(): Promise<readonly Thumbnail[]> {
    const { window, cursorOptions, summary, limits } = this.head;
    if (summary.thumbnailTableOffset <= 0) return [];
    const places = readThumbnailPlaces(await this.#part(summary.thumbnailTableOffset));
    const cursorAt = (offset: number, bytes: Uint8Array) => new ByteCursor(bytes, offset, cursorOptions);
    return readThumbnails(window, places, cursorAt, limits.pictureBytes);
  }

  async properties(index: number): Promise<ExportProperties> {
    const { values, types, notes, end } = await readExportProperties(this.head, this.export(index));
    return { values, types, notes, end };
  }

  async tail(index: number): Promise<Uint8Array> {
    const { offset, size } = this.export(index);
    const { end } = await readClosedProperties(this.head, this.export(index));
    return new Uint8Array(await this.head.window.bytes(end, offset + size - end));
  }

  pathOf(index: ObjectIndex): string | undefined {
    return this.head.paths.path(index);
  }

  export(index: number): FullExport {
    const found = this.head.exports[index];
    if (found) return found;
    throw new PackageError(
      'malformed',
      `There is no export ${index}; the package has ${this.exports.length}.`,
    );
  }

  async #part(offset: number): Promise<NameCursor> {
    const { window, limits, cursorOptions, names } = this.head;
    const length = Math.min(partEnd(this.head, window, offset) - offset, limits.bytes);
    return new NameCursor(await window.bytes(offset, length), offset, cursorOptions, names);
  }
}
