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

/** The types of the code by name. Types of C++ and of Unreal have different names: ADoor is Door. */
export class NativeClasses {
  readonly all: readonly NativeType[];
  readonly #byName = new Map<string, NativeType>();

  constructor({ files }: Code) {
    const members = membersByOwner(files);
    this.all = files.flatMap(({ file, module, declarations }) =>
      declarations
        .filter(({ kind }) => kind !== 'function' && kind !== 'property')
        .map((declaration): NativeType => {
          const name = unrealName(declaration);
          const owners = [declaration.name, ...(declaration.kind === 'interface' ? [`I${name}`] : [])];
          return {
            path: `/Script/${module}.${name}`,
            name,
            declaration,
            file,
            module,
            members: owners.flatMap(owner => members.get(owner) ?? []),
          };
        }),
    );
    for (const type of this.all) {
      for (const key of [type.path, type.declaration.name, type.name]) {
        const folded = key.toLowerCase();
        if (!this.#byName.has(folded)) this.#byName.set(folded, type);
      }
    }
  }

  /** By path, by the name in C++ or by the name in Unreal. Case is ignored. */
  find(name: string): NativeType | undefined {
    return this.#byName.get(name.toLowerCase());
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

function membersByOwner(files: readonly CodeFile[]): ReadonlyMap<string, Member[]> {
  const members = new Map<string, Member[]>();
  for (const { file, declarations } of files) {
    for (const declaration of declarations) {
      if (declaration.owner === undefined) continue;
      const known = members.get(declaration.owner);
      if (known === undefined) members.set(declaration.owner, [{ declaration, file }]);
      else known.push({ declaration, file });
    }
  }
  return members;
}
