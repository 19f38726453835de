import type { ExportEntry, ImportEntry, ObjectIndex } from '../format/package.js';

/** Longer paths are malicious; the part nearest to the object is kept. */
const MAX_PATH = 4096;

/** Paths of objects from their outers. A cyclic chain is cut. */
export class ObjectPaths {
  readonly #imports: readonly ImportEntry[];
  readonly #exports: readonly Pick<ExportEntry, 'name' | 'outer'>[];
  readonly #package: string | undefined;
  readonly #known = new Map<ObjectIndex, string>();

  /** Without the path of the package, paths of exports begin with the object. */
  constructor(
    imports: readonly ImportEntry[],
    exports: readonly Pick<ExportEntry, 'name' | 'outer'>[],
    path: string | undefined,
  ) {
    this.#imports = imports;
    this.#exports = exports;
    this.#package = path;
  }

  entry(index: ObjectIndex): { readonly name: string; readonly outer: ObjectIndex } | undefined {
    return index < 0 ? this.#imports[-index - 1] : this.#exports[index - 1];
  }

  /** "/Script/Engine.Actor:ReceiveBeginPlay", as the engine writes it; "BP_Door.EventGraph" in a package without a path. */
  path(index: ObjectIndex): string | undefined {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const { names, outermost } = this.#names(index);
    if (names.length === 0) return undefined;
    // The outermost import is a package, also for an export inside an object of another package.
    if (outermost > 0 && this.#package !== undefined) names.unshift(this.#package);
    const whole = outermost < 0 || this.#package !== undefined;
    const path =
      whole && names.length > 2 ? `${names[0]}.${names[1]}:${names.slice(2).join('.')}` : names.join('.');
    this.#known.set(index, path);
    return path;
  }

  #names(index: ObjectIndex): { readonly names: string[]; readonly outermost: ObjectIndex } {
    const names: string[] = [];
    let [length, outermost] = [0, index];
    for (let next = index, entry = this.entry(index); entry; next = entry.outer, entry = this.entry(next)) {
      length += entry.name.length + 1;
      if (length > MAX_PATH) break;
      names.push(entry.name);
      outermost = next;
    }
    return { names: names.reverse(), outermost };
  }
}
