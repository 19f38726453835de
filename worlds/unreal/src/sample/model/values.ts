import type { JsonValue } from '@worldwire/protocol';
import type { Property } from './property.js';

/** The values of an object that live in memory: those written, over those it has by nature. */
export class Values {
  readonly #written = new Map<string, JsonValue>();
  readonly #natural: (property: Property) => JsonValue;

  constructor(natural: (property: Property) => JsonValue = ({ initial }) => initial) {
    this.#natural = natural;
  }

  get(property: Property): JsonValue {
    const written = this.#written.get(property.name);
    return written === undefined ? this.#natural(property) : written;
  }

  set({ name }: Property, value: JsonValue): void {
    this.#written.set(name, value);
  }

  has({ name }: Property): boolean {
    return this.#written.has(name);
  }
}
