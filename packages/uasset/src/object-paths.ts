import type { ExportEntry, ImportEntry, ObjectIndex } from './package.js';

/** Longer paths exist only in files made to have them; the part nearest to the object is kept. */
const LONGEST_PATH = 4096;

/** Paths of objects by their outers. An outer chain that does not end is cut. */
export class ObjectPaths {
  readonly #imports: readonly ImportEntry[];
  readonly #exports: readonly Pick<ExportEntry, 'name' | 'outer'>[];
  readonly #known = new Map<ObjectIndex, string>();

  constructor(imports: readonly ImportEntry[], exports: readonly Pick<ExportEntry, 'name' | 'outer'>[]) {
    this.#imports = imports;
    this.#exports = exports;
  }

  entry(index: ObjectIndex): { readonly name: string; readonly outer: ObjectIndex } | undefined {
    return index < 0 ? this.#imports[-index - 1] : this.#exports[index - 1];
  }

  /** "BP_Door.EventGraph" of an export; "/Script/Engine.Actor:ReceiveBeginPlay", as the engine writes it, of an import. */
  path(index: ObjectIndex): string | undefined {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const names = this.#names(index);
    if (names.length === 0) return undefined;
    const path =
      index < 0 && names.length > 2 ? `${names[0]}.${names[1]}:${names.slice(2).join('.')}` : names.join('.');
    this.#known.set(index, path);
    return path;
  }

  #names(index: ObjectIndex): string[] {
    const names: string[] = [];
    let length = 0;
    for (let entry = this.entry(index); entry; entry = this.entry(entry.outer)) {
      length += entry.name.length + 1;
      if (length > LONGEST_PATH) break;
      names.push(entry.name);
    }
    return names.reverse();
  }
}
