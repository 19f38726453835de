import type { MemberInfo } from '../../port/operations.js';
import type { Component } from '../model/component.js';
import type { GameObject } from '../model/game-object.js';
import type { DataMember, Method, Target } from './member.js';

export interface TypeDeclaration {
  readonly name: string;
  readonly base?: ReflectedType;
  /** Creates a component; missing for abstract types. */
  readonly component?: new (
    type: ReflectedType,
    object: GameObject,
  ) => Component;
  /** At most one on an object. */
  readonly unique?: boolean;
  /** Its object needs a RectTransform. */
  readonly inCanvas?: boolean;
  readonly members?: readonly DataMember[];
  readonly methods?: readonly Method[];
  summary?(self: Target): string;
}

/** A type with its members and those of its base types. */
export class ReflectedType {
  readonly name: string;
  readonly shortName: string;
  readonly base: ReflectedType | undefined;
  /** Its name and those of its base types. */
  readonly names: readonly string[];
  readonly members = new Map<string, DataMember>();
  readonly methods = new Map<string, Method[]>();
  /** Called in each frame. */
  readonly update: Method | undefined;
  readonly unique: boolean;
  readonly inCanvas: boolean;
  readonly component: TypeDeclaration['component'];
  readonly #summary: TypeDeclaration['summary'];
  readonly #signatures = new Map<Method, string>();

  constructor(declaration: TypeDeclaration) {
    const { name, base, members = [], methods = [] } = declaration;
    this.name = name;
    this.shortName = name.slice(name.lastIndexOf('.') + 1);
    this.base = base;
    this.names = [name, ...(base?.names ?? [])];
    this.component = declaration.component;
    this.unique = declaration.unique ?? base?.unique ?? false;
    this.inCanvas = declaration.inCanvas ?? base?.inCanvas ?? false;
    this.#summary = declaration.summary ?? (base ? self => base.summary(self) : undefined);
    for (const member of [...members, ...(base?.members.values() ?? [])]) {
      if (!this.members.has(member.name)) this.members.set(member.name, member);
    }
    for (const method of methods) {
      this.#add(method, `${method.returns.name} ${name}::${signatureTail(method)}`);
    }
    // An inherited method has the name of the type that declares it: a hook on it works for all derived types.
    for (const method of base?.allMethods() ?? [])
      this.#add(method, (base as ReflectedType).signature(method));
    this.update = this.methods.get('Update')?.[0];
  }

  isA(name: string): boolean {
    return this.names.includes(name) || this.names.some(each => each.endsWith(`.${name}`));
  }

  *allMethods(): Iterable<Method> {
    for (const overloads of this.methods.values()) yield* overloads;
  }

  /** Such as "System.Void Worldwire.Health::Damage(System.Single)". */
  signature(method: Method): string {
    return this.#signatures.get(method) as string;
  }

  /** Overloads of a name, or the one with that signature. */
  overloads(nameOrSignature: string): readonly Method[] {
    const named = this.methods.get(nameOrSignature);
    if (named !== undefined) return named;
    return [...this.allMethods()].filter(each => this.signature(each) === nameOrSignature);
  }

  summary(self: Target): string {
    return this.#summary?.(self) ?? '';
  }

  describe(methods: boolean): MemberInfo[] {
    const data = [...this.members.values()].map(({ name, kind, type, set }) => ({
      name,
      kind,
      type: type.name,
      canRead: true,
      canWrite: set !== undefined,
      ...(type.range !== undefined && { range: type.range }),
      ...(type.choices !== undefined && { choices: type.choices }),
    }));
    if (!methods) return data;
    const callable = [...this.allMethods()].map(each => ({
      name: each.name,
      kind: 'method' as const,
      type: each.returns.name,
      canRead: false,
      canWrite: false,
      signature: this.signature(each),
    }));
    return [...data, ...callable];
  }

  #add(method: Method, signature: string): void {
    const overloads = this.methods.get(method.name) ?? [];
    // An overload of a derived type replaces that of its base type.
    if (overloads.some(each => signatureTail(each) === signatureTail(method))) return;
    this.methods.set(method.name, [...overloads, method]);
    this.#signatures.set(method, signature);
  }
}

function signatureTail({ name, parameters }: Method): string {
  return `${name}(${parameters.map(each => each.name).join(', ')})`;
}
