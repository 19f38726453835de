import type { TimeSlice } from '../../work/time-slice.js';
import type { NativeClasses, NativeType } from '../code/native-classes.js';
import type { Catalogue } from '../index/catalogue.js';
import { nameOf, type PackageEntry, shortName } from '../index/package-entry.js';
import { interfacesOf } from '../index/package-words.js';
import type { WordPool } from '../index/word-pool.js';

/** A class of the project. */
export interface TreeClass {
  readonly entry?: PackageEntry;
  readonly native?: NativeType;
}

export interface Descendant extends TreeClass {
  /** The name of the direct parent. */
  readonly parent: string;
  /** Steps from the class that was asked for. */
  readonly depth: number;
}

interface Child extends TreeClass {
  readonly key: string;
  readonly parent: string;
}

/** The Blueprints and C++ classes of a project by parent. The path of a class of the engine is not known in C++: its name is. */
export class ClassTree {
  readonly #children = new Map<string, Child[]>();
  /** Keys by the short name. */
  readonly #keys = new Map<string, Set<string>>();

  static async of(
    entries: Iterable<PackageEntry>,
    classes: NativeClasses,
    pool: WordPool,
    slice: TimeSlice,
  ): Promise<ClassTree> {
    const tree = new ClassTree();
    for (const entry of entries) {
      if (slice.isOver) await slice.yieldToEventLoop();
      tree.#addBlueprint(entry, pool);
    }
    for (const native of classes.all) {
      if (slice.isOver) await slice.yieldToEventLoop();
      tree.#addNative(native, classes);
    }
    return tree;
  }

  private constructor() {}

  /** Everything that derives from the classes with an accepted short name, nearest first. */
  below(isWanted: (name: string) => boolean): readonly Descendant[] {
    const starts = [...this.#keys].filter(([name]) => isWanted(name)).flatMap(([, keys]) => [...keys]);
    const seen = new Set(starts);
    const found: Descendant[] = [];
    let level = starts;
    for (let depth = 1; level.length > 0; depth++) {
      const next: string[] = [];
      for (const { key, ...child } of level.flatMap(key => this.#childrenOf(key))) {
        if (seen.has(key)) continue;
        seen.add(key);
        next.push(key);
        found.push({ ...child, depth });
      }
      level = next;
    }
    return found;
  }

  /** A class of the engine is known by its path in packages and by its name in C++; an interface by its name. */
  #childrenOf(key: string): readonly Child[] {
    const own = this.#children.get(key) ?? [];
    if (!key.startsWith('/')) return own;
    return [...own, ...(this.#children.get(shortName(key)) ?? [])];
  }

  #addBlueprint(entry: PackageEntry, pool: WordPool): void {
    if (entry.parent === undefined) return;
    const key = `${entry.path}.${nameOf(entry.path)}_c`.toLowerCase();
    this.#add(entry.parent.toLowerCase(), { key, entry, parent: shortName(entry.parent) });
    for (const name of entry.words ? interfacesOf(entry.words, pool) : [])
      this.#add(name.toLowerCase(), { key, entry, parent: name });
  }

  #addNative(native: NativeType, classes: NativeClasses): void {
    const key = native.path.toLowerCase();
    const { base, interfaces = [] } = native.declaration;
    this.#remember(key);
    for (const parent of base === undefined ? [] : [base, ...interfaces]) {
      const known = classes.find(parent) ?? classes.find(parent.replace(/^I(?=[A-Z])/, 'U'));
      const name = known?.name ?? parent.replace(/^[AUFI](?=[A-Z])/, '');
      this.#add(known?.path.toLowerCase() ?? name.toLowerCase(), { key, native, parent: name });
    }
  }

  #add(parent: string, child: Child): void {
    this.#remember(parent);
    this.#remember(child.key);
    const known = this.#children.get(parent);
    if (known === undefined) this.#children.set(parent, [child]);
    else known.push(child);
  }

  #remember(key: string): void {
    const name = shortName(key);
    const known = this.#keys.get(name);
    if (known === undefined) this.#keys.set(name, new Set([key]));
    else known.add(key);
  }
}

/** The nearest class of code: a class itself, or that which a Blueprint derives from. */
export function nativeAncestor(catalogue: Catalogue, path: string): string | undefined {
  let ancestor: string | undefined = path;
  const seen = new Set<string>();
  while (ancestor !== undefined && !ancestor.startsWith('/Script/') && !seen.has(ancestor)) {
    seen.add(ancestor);
    ancestor = catalogue.find(ancestor.split('.', 1)[0] as string)?.parent;
  }
  return ancestor?.startsWith('/Script/') ? ancestor : undefined;
}
