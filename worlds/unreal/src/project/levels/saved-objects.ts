import { type ExportProperties, type Package, PackageError, type PropertyValue } from '@worldwire/uasset';
import { enginePackageOf } from '../../port/package-of.js';
import { UnrealError } from '../../port/unreal-error.js';
import { ObjectTable } from '../read/object-table.js';
import { withPackage } from '../read/package-file.js';
import type { Values } from '../read/property-values.js';
import { readableProperties } from '../read/readable-properties.js';

/** Objects that are kept, so that actors of one class share their templates. */
const MAX_KNOWN = 2_000;
/** Templates of templates: one for each parent class. */
const MAX_TEMPLATES = 32;
const UNREAD: Pick<ExportProperties, 'values' | 'types' | 'notes'> = { values: {}, types: {}, notes: [] };

/** An object of a package with the values that it stores. */
export interface SavedObject {
  readonly path: string;
  readonly values: Values;
  /** Of all stored properties, also of those whose values cannot be read. */
  readonly types: ExportProperties['types'];
  readonly notes: readonly string[];
  /** Why its properties cannot be read. */
  readonly error?: string;
  /** The object that has the values which this one does not store. */
  readonly template?: string;
}

/** The file with an object; undefined where the project does not have it. */
export type LocateObject = (
  path: string,
) => Promise<{ readonly path: string; readonly file: string } | undefined>;

/** Objects of a level and the templates of their Blueprints, by absolute path. */
export class SavedObjects {
  readonly #locate: LocateObject;
  readonly #open: { readonly opened: Package; readonly table: ObjectTable }[] = [];
  readonly #known = new Map<string, Promise<SavedObject | undefined>>();

  constructor(locate: LocateObject) {
    this.#locate = locate;
  }

  /** Runs `use` while the objects of an opened package are read from it. */
  async within<Result>(opened: Package, table: ObjectTable, use: () => Promise<Result>): Promise<Result> {
    const entry = { opened, table };
    this.#open.push(entry);
    try {
      return await use();
    } finally {
      this.#open.splice(this.#open.indexOf(entry), 1);
    }
  }

  read(path: string): Promise<SavedObject | undefined> {
    for (const { opened, table } of this.#open) {
      const index = table.export(path);
      if (index !== undefined) return objectOf(opened, table, index);
    }
    const key = path.toLowerCase();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const reading = this.#readFile(path);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(key, reading);
    return reading;
  }

  /** The value that an object stores, or else that of its templates. Undefined where it is that of a native class, or cannot be read. */
  async value(object: SavedObject, name: string): Promise<PropertyValue | undefined> {
    let at: SavedObject | undefined = object;
    for (let step = 0; at !== undefined && step < MAX_TEMPLATES; step++) {
      if (Object.hasOwn(at.values, name)) return at.values[name];
      if (Object.hasOwn(at.types, name) || at.template === undefined) return undefined;
      at = await this.read(at.template);
    }
    return undefined;
  }

  async #readFile(path: string): Promise<SavedObject | undefined> {
    if (isNative(path)) return undefined;
    const place = await this.#locate(path);
    if (place === undefined) return undefined;
    try {
      return await withPackage(place, async opened => {
        const table = await ObjectTable.of(opened, place.path);
        const index = table.export(path);
        return index === undefined ? undefined : objectOf(opened, table, index);
      });
    } catch (thrown) {
      if (thrown instanceof UnrealError || thrown instanceof PackageError) return undefined;
      throw thrown;
    }
  }
}

async function objectOf(opened: Package, table: ObjectTable, index: number): Promise<SavedObject> {
  const read = await readableProperties(opened, index);
  const template = table.absolute(table.entry(index).template);
  const failed = read instanceof PackageError;
  const { values, types, notes } = failed ? UNREAD : read;
  return {
    path: table.absolute(index + 1) as string,
    values,
    types,
    notes,
    ...(failed && { error: read.message }),
    ...(template !== undefined && !isNative(template) && { template }),
  };
}

function isNative(path: string): boolean {
  return enginePackageOf(path).startsWith('/Script/');
}
