import type { NameCursor } from '../bytes/name-cursor.js';
import { PackageError } from '../bytes/package-error.js';
import type { PackageLimits, PropertyValue } from '../format/package.js';
import { type Layout, UE5 } from '../format/versions.js';
import type { ObjectPaths } from '../tables/object-paths.js';
import { readSoftPath } from '../tables/soft-path.js';

/** The tables that values refer to, and the limit on values. */
export interface ValueContext {
  readonly layout: Layout;
  readonly limits: PackageLimits;
  readonly paths: ObjectPaths;
  readonly softPaths: readonly string[];
}

/** Reads values that refer to tables of their package. */
export class ValueScope {
  readonly cursor: NameCursor;
  readonly context: ValueContext;
  #valuesLeft: number;

  constructor(cursor: NameCursor, context: ValueContext) {
    this.cursor = cursor;
    this.context = context;
    this.#valuesLeft = context.limits.values;
  }

  get layout(): Layout {
    return this.context.layout;
  }

  /** Coordinates are doubles since UE 5.0. */
  get largeCoordinates(): boolean {
    return this.layout.ue5 >= UE5.LARGE_COORDINATES;
  }

  object(): PropertyValue {
    const index = this.cursor.i32();
    if (index === 0) return null;
    const path = this.context.paths.path(index);
    if (path === undefined) throw this.cursor.malformed(`The object ${index} is not in the package.`);
    return path;
  }

  /** An index since UE 5.1, where the package has a list of such paths. */
  softPath(): PropertyValue {
    const { softPaths, layout } = this.context;
    const listed = layout.ue5 >= UE5.SOFT_OBJECT_PATH_LIST && softPaths.length > 0;
    const path = listed ? softPaths[this.cursor.i32()] : readSoftPath(this.cursor, layout);
    if (path === undefined) throw this.cursor.malformed('A soft path is not in the list of the package.');
    return path === '' ? null : path;
  }

  delegate(): PropertyValue {
    return { object: this.object(), function: this.cursor.name() };
  }

  /** A counted list of what takes at least `least` bytes each. */
  list<T>(least: number, read: (index: number) => T): T[] {
    return this.repeat(this.cursor.count(least), read);
  }

  repeat<T>(count: number, read: (index: number) => T): T[] {
    this.spend(count);
    const values: T[] = [];
    for (let index = 0; index < count; index++) values.push(read(index));
    return values;
  }

  spend(values: number): void {
    if (values > this.#valuesLeft)
      throw new PackageError('too-large', `${values} more values exceed the limit.`, this.cursor.offset);
    this.#valuesLeft -= values;
  }
}
