import { EngineError } from '../../port/engine-error.js';
import { nearNames } from './near-names.js';
import type { ReflectedType } from './reflected-type.js';

/** All types by full name, and by the last part of the name if that is unique. */
export class TypeRegistry {
  readonly #byName = new Map<string, ReflectedType>();
  readonly #byShortName = new Map<string, ReflectedType[]>();

  constructor(types: readonly ReflectedType[]) {
    for (const type of types) {
      if (this.#byName.has(type.name)) throw new Error(`two types are named ${type.name}`);
      this.#byName.set(type.name, type);
      this.#byShortName.set(type.shortName, [...(this.#byShortName.get(type.shortName) ?? []), type]);
    }
  }

  find(name: string): ReflectedType | undefined {
    const short = this.#byShortName.get(name);
    return this.#byName.get(name) ?? (short?.length === 1 ? short[0] : undefined);
  }

  get(name: string): ReflectedType {
    const found = this.find(name);
    if (found !== undefined) return found;
    const near = nearNames(name, [...this.#byName.keys()]);
    throw new EngineError('not-found', `there is no type ${name}`, near && `did you mean ${near}?`);
  }
}
