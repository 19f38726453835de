import { type ExportProperties, type Package, PackageError, type PropertyValue } from '@worldwire/uasset';
import { UnrealError } from '../../port/unreal-error.js';
import { ObjectTable } from '../read/object-table.js';
import { withPackage } from '../read/package-file.js';
import type { Values } from '../read/property-values.js';
import { readableProperties } from '../read/readable-properties.js';
import { nativeDefault } from './native-defaults.js';
import { isNative, parentTemplates, type TemplateOf } from './object-templates.js';

/** Objects and classes that are kept, so that actors of one class share their templates. */
const MAX_KNOWN = 2_000;
/** Bytes in the file of the objects that are kept while their package is open. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;
/** Parent classes. */
const MAX_CLASSES = 32;
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
  /** What has the values that this one does not store. */
  readonly template: TemplateOf;
}

/** The file with an object; undefined where the project does not have it. */
export type LocateObject = (
  path: string,
) => Promise<{ readonly path: string; readonly file: string } | undefined>;

/** The class of a Blueprint: its parent, and the paths of the objects in its package. */
interface SavedClass {
  readonly parent: string | undefined;
  readonly objects: ReadonlySet<string>;
}

/** Objects of a level and the templates of their Blueprints, by absolute path. */
export class SavedObjects {
  readonly #locate: LocateObject;
  readonly #open: OpenObjects[] = [];
  readonly #objects = new Memory<SavedObject>();
  readonly #classes = new Memory<SavedClass>();

  constructor(locate: LocateObject) {
    this.#locate = locate;
  }

  /** Runs `use` while the objects of an opened package are read from it. */
  async within<Result>(opened: Package, table: ObjectTable, use: () => Promise<Result>): Promise<Result> {
    const entry = new OpenObjects(opened, table);
    this.#open.push(entry);
    try {
      return await use();
    } finally {
      this.#open.splice(this.#open.indexOf(entry), 1);
    }
  }

  read(path: string): Promise<SavedObject | undefined> {
    for (const open of this.#open) {
      const found = open.read(path);
      if (found !== undefined) return found;
    }
    return this.#objects.get(path, () => this.#inFile(path, objectOf));
  }

  /** The value that an object stores, or else that of its class or a parent class. Undefined where no file and no known class has it. */
  async value(object: SavedObject, name: string): Promise<PropertyValue | undefined> {
    if (Object.hasOwn(object.values, name)) return object.values[name];
    if (Object.hasOwn(object.types, name)) return undefined;
    const { template } = object;
    let kind: string | undefined = template.class;
    for (let step = 0; step < MAX_CLASSES && kind !== undefined && !isNative(kind); step++) {
      const found = await this.#class(kind);
      for (const path of parentTemplates({ ...template, class: kind })) {
        if (found?.objects.has(path.toLowerCase()) !== true) continue;
        const parent = await this.read(path);
        if (parent !== undefined && Object.hasOwn(parent.types, name)) return parent.values[name];
      }
      kind = found?.parent;
    }
    return kind === undefined ? undefined : nativeDefault({ ...template, class: kind }, name);
  }

  #class(path: string): Promise<SavedClass | undefined> {
    return this.#classes.get(path, () =>
      this.#inFile(path, async (opened, table, index) => {
        const objects = opened.exports.map((_, each) => (table.absolute(each + 1) as string).toLowerCase());
        return { parent: table.absolute(table.entry(index).superIndex), objects: new Set(objects) };
      }),
    );
  }

  async #inFile<Result>(
    path: string,
    use: (opened: Package, table: ObjectTable, index: number) => Promise<Result>,
  ): Promise<Result | undefined> {
    const place = isNative(path) ? undefined : await this.#locate(path);
    if (place === undefined) return undefined;
    try {
      return await withPackage(place, async opened => {
        const table = await ObjectTable.of(opened, place.path);
        const index = table.export(path);
        return index === undefined ? undefined : use(opened, table, index);
      });
    } catch (thrown) {
      if (thrown instanceof UnrealError || thrown instanceof PackageError) return undefined;
      throw thrown;
    }
  }
}

/** The objects of one opened package. Many actors can be attached to one of them. */
class OpenObjects {
  readonly #opened: Package;
  readonly #table: ObjectTable;
  readonly #known = new Map<number, Promise<SavedObject>>();
  #bytes = 0;

  constructor(opened: Package, table: ObjectTable) {
    this.#opened = opened;
    this.#table = table;
  }

  /** Undefined where the package does not have it. */
  read(path: string): Promise<SavedObject> | undefined {
    const index = this.#table.export(path);
    if (index === undefined) return undefined;
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const { size } = this.#table.entry(index);
    if (this.#bytes + size > MAX_KEPT_BYTES || this.#known.size >= MAX_KNOWN) {
      this.#known.clear();
      this.#bytes = 0;
    }
    const reading = objectOf(this.#opened, this.#table, index);
    this.#known.set(index, reading);
    this.#bytes += size;
    return reading;
  }
}

/** What was read, also what does not exist. */
class Memory<Item> {
  readonly #known = new Map<string, Promise<Item | undefined>>();

  get(path: string, read: () => Promise<Item | undefined>): Promise<Item | undefined> {
    const key = path.toLowerCase();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    const reading = read();
    this.#known.set(key, reading);
    return reading;
  }
}

async function objectOf(opened: Package, table: ObjectTable, index: number): Promise<SavedObject> {
  const read = await readableProperties(opened, index);
  const failed = read instanceof PackageError;
  const { values, types, notes } = failed ? UNREAD : read;
  const { name, outer } = table.entry(index);
  const isPart = outer > 0 && table.shortClassOf(outer) !== 'Level';
  return {
    path: table.absolute(index + 1) as string,
    values,
    types,
    notes,
    ...(failed && { error: read.message }),
    template: isPart ? { class: table.classOf(outer - 1), part: name } : { class: table.classOf(index) },
  };
}
