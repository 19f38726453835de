import type { TimeSlice } from '../../work/time-slice.js';
import type { Code, CodeFile } from './code-index.js';
import type { Declaration } from './cpp-declarations.js';

/** A class, struct, enum or interface of the project's C++ with its members. */
export interface NativeType {
  /** "/Script/Harbour.Door". */
  readonly path: string;
  /** Without the prefix of C++, as in the editor: "Door". */
  readonly name: string;
  readonly declaration: Declaration;
  readonly file: string;
  readonly module: string;
  readonly members: readonly Member[];
}

export interface Member {
  readonly declaration: Declaration;
  readonly file: string;
}

/** By the code that they are made of. Code that did not change is the same object. */
const made = new WeakMap<Code, NativeClasses>();

/** The types of the code by name. Types of C++ and of Unreal have different names: ADoor is Door. */
export class NativeClasses {
  readonly #all: NativeType[] = [];
  readonly #byName = new Map<string, NativeType>();

  static async of(code: Code, slice: TimeSlice): Promise<NativeClasses> {
    const known = made.get(code);
    if (known !== undefined) return known;
    const members = await membersByOwner(code.files, slice);
    const classes = new NativeClasses();
    for (const file of code.files) {
      if (slice.isOver) await slice.yieldToEventLoop();
      classes.#add(file, members);
    }
    made.set(code, classes);
    return classes;
  }

  private constructor() {}

  get all(): readonly NativeType[] {
    return this.#all;
  }

  /** By path, by the name in C++ or by the name in Unreal. Case is ignored. */
  find(name: string): NativeType | undefined {
    return this.#byName.get(name.toLowerCase());
  }

  #add({ file, module, declarations }: CodeFile, members: ReadonlyMap<string, Member[]>): void {
    for (const declaration of declarations) {
      if (declaration.kind === 'function' || declaration.kind === 'property') continue;
      const name = unrealName(declaration);
      const path = `/Script/${module}.${name}`;
      const owners = [declaration.name, ...(declaration.kind === 'interface' ? [`I${name}`] : [])];
      const own = owners.flatMap(owner => members.get(ownerKey(module, owner)) ?? []);
      const type: NativeType = { path, name, declaration, file, module, members: own };
      this.#all.push(type);
      for (const key of [path, declaration.name, name]) {
        const folded = key.toLowerCase();
        if (!this.#byName.has(folded)) this.#byName.set(folded, type);
      }
    }
  }
}

/** "Harbour/Door.h:12". */
export function placeOf({
  file,
  declaration,
}: {
  readonly file: string;
  readonly declaration: Declaration;
}): string {
  return `${file}:${declaration.line}`;
}

/** The name without A, U or F; enums keep their E. */
export function unrealName({ kind, name }: Pick<Declaration, 'kind' | 'name'>): string {
  const prefix = kind === 'struct' ? /^F(?=[A-Z0-9_])/ : /^[AU](?=[A-Z0-9_])/;
  return kind === 'enum' ? name : name.replace(prefix, '');
}

async function membersByOwner(
  files: readonly CodeFile[],
  slice: TimeSlice,
): Promise<ReadonlyMap<string, Member[]>> {
  const members = new Map<string, Member[]>();
  for (const { file, module, declarations } of files) {
    if (slice.isOver) await slice.yieldToEventLoop();
    for (const declaration of declarations) {
      if (declaration.owner === undefined) continue;
      const key = ownerKey(module, declaration.owner);
      const known = members.get(key);
      if (known === undefined) members.set(key, [{ declaration, file }]);
      else known.push({ declaration, file });
    }
  }
  return members;
}

/** Two modules may have types with one name. */
function ownerKey(module: string, owner: string): string {
  return `${module}.${owner}`;
}
