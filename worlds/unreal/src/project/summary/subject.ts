import { type Package, PackageError, type PropertyValue } from '@worldwire/uasset';
import { Notes } from '../../port/notes.js';
import type { GraphPin } from '../../port/operations.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { GraphPins } from '../read/graph-pins.js';
import type { ObjectTable } from '../read/object-table.js';
import type { Values } from '../read/property-values.js';
import { readableProperties } from '../read/readable-properties.js';

/** Objects of one package that a summary reads. */
const MAX_PARTS = 3_000;

/** An object of the package with its properties. */
export interface Part {
  readonly index: number;
  readonly name: string;
  /** The short name. */
  readonly class: string;
  readonly values: Values;
}

export interface SubjectParts {
  readonly opened: Package;
  readonly table: ObjectTable;
  readonly main: number;
  /** Of the main object. */
  readonly values: Values;
  /** Of the asset registry. */
  readonly tags: Readonly<Record<string, string>>;
  readonly slice: TimeSlice;
}

/** The asset that a summary describes: its main object, and the objects inside it, which are read on demand. */
export class Subject {
  readonly main: Part;
  readonly tags: Readonly<Record<string, string>>;
  readonly notes = new Notes();
  readonly #parts: SubjectParts;
  readonly #all = new Map<string, readonly Part[]>();
  #pins: GraphPins | undefined;
  readonly #read = new Map<number, Part | undefined>();

  constructor(parts: SubjectParts) {
    const { table, main, values, tags } = parts;
    this.#parts = parts;
    this.tags = tags;
    this.main = { index: main, name: table.entry(main).name, class: this.classAt(main), values };
    this.#read.set(main, this.main);
  }

  get opened(): Package {
    return this.#parts.opened;
  }

  /** The object of this package that a value refers to. */
  async part(reference: PropertyValue | undefined): Promise<Part | undefined> {
    const index = this.#parts.table.export(reference);
    return index === undefined ? undefined : this.partAt(index);
  }

  /** The objects of this package that a list refers to. */
  async parts(references: readonly PropertyValue[]): Promise<readonly Part[]> {
    const found: Part[] = [];
    for (const reference of references) {
      const part = await this.part(reference);
      if (part !== undefined) found.push(part);
    }
    return found;
  }

  /** The objects directly inside another, of a class. */
  async inside(index: number, className: RegExp): Promise<readonly Part[]> {
    const found: Part[] = [];
    for (const child of this.#parts.table.inside(index)) {
      const part = className.test(this.classAt(child)) ? await this.partAt(child) : undefined;
      if (part !== undefined) found.push(part);
    }
    return found;
  }

  /** All objects of a class. */
  async all(className: RegExp): Promise<readonly Part[]> {
    const known = this.#all.get(className.source);
    if (known !== undefined) return known;
    const found: Part[] = [];
    for (const [index, entry] of this.opened.exports.entries()) {
      if (this.#parts.slice.isOver) await this.#parts.slice.yieldToEventLoop();
      const part = className.test(entry.className) ? await this.partAt(index) : undefined;
      if (part !== undefined) found.push(part);
    }
    this.#all.set(className.source, found);
    return found;
  }

  /** Export index of the object that contains another; undefined at the top. */
  outerOf(index: number): number | undefined {
    return this.#parts.table.outerOf(index);
  }

  classAt(index: number): string {
    return this.#parts.table.shortClassOf(index + 1);
  }

  /** Whether a value refers to an object of this package. */
  isOwn(value: PropertyValue | undefined): boolean {
    return this.#parts.table.export(value) !== undefined;
  }

  /** The pins of a graph node. */
  async pins(index: number): Promise<readonly GraphPin[]> {
    this.#pins ??= new GraphPins(this.opened, this.#parts.table);
    return (await this.#pins.of(index)) ?? [];
  }

  async partAt(index: number): Promise<Part | undefined> {
    if (this.#read.has(index)) return this.#read.get(index);
    if (this.#read.size >= MAX_PARTS) {
      this.notes.add(`The summary covers ${MAX_PARTS} of ${this.opened.exports.length} objects.`);
      return undefined;
    }
    await this.#parts.slice.yieldToEventLoop();
    const read = await readableProperties(this.opened, index);
    const { name } = this.#parts.table.entry(index);
    const isRead = !(read instanceof PackageError);
    if (!isRead) this.notes.add(`The object ${name} cannot be read. ${read.message}`);
    const part = isRead ? { index, name, class: this.classAt(index), values: read.values } : undefined;
    this.#read.set(index, part);
    return part;
  }
}
