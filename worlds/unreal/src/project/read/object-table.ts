import type { ExportEntry, ObjectIndex, Package } from '@worldwire/uasset';
import { endsWith, noSuchObject } from '../../port/selected-object.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { shortName } from '../index/package-entry.js';

/** Exports between two checks of the time slice. */
const STEP = 1_024;

/** The objects of an opened package by path, with classes and children. */
export class ObjectTable {
  readonly #package: Package;
  readonly #inside: ReadonlyMap<ObjectIndex, readonly number[]>;
  #byPath: Map<string, ObjectIndex> | undefined;

  private constructor(
    opened: Package,
    /** Of the package: "/Game/Doors/BP_Door". */
    readonly path: string,
    inside: ReadonlyMap<ObjectIndex, readonly number[]>,
  ) {
    this.#package = opened;
    this.#inside = inside;
  }

  static async of(opened: Package, path: string, slice?: TimeSlice): Promise<ObjectTable> {
    const inside = new Map<ObjectIndex, number[]>();
    const { exports } = opened;
    for (let index = 0; index < exports.length; index++) {
      const { outer } = exports[index] as ExportEntry;
      const known = inside.get(outer);
      if (known === undefined) inside.set(outer, [index]);
      else known.push(index);
      if (index % STEP === STEP - 1 && slice?.isOver) await slice.yieldToEventLoop();
    }
    return new ObjectTable(opened, path, inside);
  }

  /** Exports directly inside an export, or those at the top of the package. */
  inside(index?: number): readonly number[] {
    if (index !== undefined) return this.#inside.get(index + 1) ?? [];
    const tops = [...this.#inside].filter(([outer]) => outer <= 0).flatMap(([, indices]) => indices);
    return tops.sort((a, b) => a - b);
  }

  entry(index: number): ExportEntry {
    return this.#package.exports[index] as ExportEntry;
  }

  /** Export index of the object that contains another; undefined at the top, and for an outer that a damaged package lacks. */
  outerOf(index: number): number | undefined {
    const outer = this.#package.exports[index]?.outer ?? 0;
    return outer > 0 && outer <= this.#package.exports.length ? outer - 1 : undefined;
  }

  /** "/Script/Engine.Blueprint". */
  classOf(index: number): string {
    const { classIndex, className } = this.entry(index);
    return this.absolute(classIndex) ?? (classIndex === 0 ? '/Script/CoreUObject.Class' : className);
  }

  /** The absolute path: "/Game/Doors/BP_Door.BP_Door:EventGraph". */
  absolute(index: ObjectIndex): string | undefined {
    return this.#package.pathOf(index);
  }

  /** The object with an absolute path, or with one in this package ("BP_Door.EventGraph"); 0 where it does not exist. */
  named(path: string): ObjectIndex {
    this.#byPath ??= this.#paths();
    return this.#byPath.get(folded(path.startsWith('/') ? path : `${this.path}.${path}`)) ?? 0;
  }

  /** Export index of a path in this package. */
  export(path: unknown): number | undefined {
    const index = typeof path === 'string' ? this.named(path) : 0;
    return index > 0 ? index - 1 : undefined;
  }

  /** Export index of the outermost object whose path ends with `wanted`. Throws with the nearest names. */
  ending(wanted: string): number {
    const whole = this.export(wanted);
    if (whole !== undefined) return whole;
    const isWanted = endsWith(wanted);
    const { exports } = this.#package;
    const depth = (path: string) => path.split(/[.:]/).length;
    const found = [...exports.keys()]
      .map(index => ({ index, path: this.absolute(index + 1) ?? '' }))
      .filter(({ path }) => isWanted(path))
      .sort((a, b) => depth(a.path) - depth(b.path));
    if (found[0] !== undefined) return found[0].index;
    const names = this.inside().flatMap(top => [top, ...this.inside(top)]);
    throw noSuchObject(
      wanted,
      [...names.map(index => this.entry(index).name), ...exports.map(({ name }) => name)],
      this.path,
    );
  }

  /** Short class name of an export or import. */
  shortClassOf(index: ObjectIndex): string {
    if (index > 0) return shortName(this.classOf(index - 1));
    return this.#package.imports[-index - 1]?.className ?? 'Object';
  }

  #paths(): Map<string, ObjectIndex> {
    const paths = new Map<string, ObjectIndex>();
    const add = (index: ObjectIndex) => {
      const key = folded(this.absolute(index) as string);
      if (!paths.has(key)) paths.set(key, index);
    };
    for (let index = 1; index <= this.#package.exports.length; index++) add(index);
    for (let index = -1; index >= -this.#package.imports.length; index--) add(index);
    return paths;
  }
}

/** Unreal ignores case, and callers may write a dot for the colon. */
function folded(path: string): string {
  return path.replaceAll(':', '.').toLowerCase();
}
