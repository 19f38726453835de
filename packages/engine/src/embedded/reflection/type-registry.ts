import { EngineError } from '../../port/engine-error.js';
import { nearNames } from './near-names.js';
import type { ReflectedType } from './reflected-type.js';

/** All types by full name, and by the last part of the name if that is unique, in lower case. */
export class TypeRegistry {
  readonly #byName = new Map<string, ReflectedType>();
  readonly #byShortName = new Map<string, ReflectedType[]>();

  constructor(types: readonly ReflectedType[]) {
    for (const type of types) {
      const name = type.name.toLowerCase();
      const short = type.shortName.toLowerCase();
      if (this.#byName.has(name)) throw new Error(`two types are named ${type.name}`);
      this.#byName.set(name, type);
      this.#byShortName.set(short, [...(this.#byShortName.get(short) ?? []), type]);
    }
  }

  /** In any case: no two types have the same lower-case name. */
  find(name: string): ReflectedType | undefined {
    const wanted = String(name).toLowerCase();
    const short = this.#byShortName.get(wanted);
    return this.#byName.get(wanted) ?? (short?.length === 1 ? short[0] : undefined);
  }

  get(name: string): ReflectedType {
    const found = this.find(name);
    if (found !== undefined) return found;
    const names = Array.from(this.#byName.values(), type => type.name);
    const near = nearNames(String(name), names);
    const hint = near === undefined ? '' : `did you mean ${near}? `;
    throw new EngineError(
      'not-found',
      `there is no type ${name}`,
      `${hint}list the components of an object to see its types`,
    );
  }
}
