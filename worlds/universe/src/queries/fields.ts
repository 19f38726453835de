import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import { type Entity, type Kind, stateSchema } from '../domain/index.js';

const MAX_LISTED = 40;
/** Entities whose fields are named in an error. */
const MAX_SAMPLED = 1_000;

/** The fields of the schema of a kind. Entities may have others. */
const KNOWN: Readonly<Record<Kind, ReadonlySet<string>>> = {
  stars: fieldsOf(stateSchema.shape.stars),
  groups: fieldsOf(stateSchema.shape.groups),
  belts: fieldsOf(stateSchema.shape.belts),
  smallBodyFields: fieldsOf(stateSchema.shape.smallBodyFields),
  protoplanetaryDisks: fieldsOf(stateSchema.shape.protoplanetaryDisks),
  nebulae: fieldsOf(stateSchema.shape.nebulae),
};

/** Notices which fields of a query neither a schema nor an entity has. */
export class FieldCheck {
  readonly #kinds: readonly Kind[];
  readonly #argument: string;
  readonly #others: readonly string[];
  readonly #unseen: Set<string>;
  readonly #sampled = new Set<string>();
  #samples = 0;

  /** `others`: names that the argument takes besides fields. */
  constructor(
    kinds: readonly Kind[],
    argument: string,
    names: Iterable<string>,
    others: readonly string[] = [],
  ) {
    this.#kinds = kinds;
    this.#argument = argument;
    this.#others = others;
    this.#unseen = new Set([...names].filter(name => !kinds.some(kind => KNOWN[kind].has(name))));
  }

  see(entity: Entity): void {
    if (this.#unseen.size === 0) return;
    for (const name of this.#unseen) if (Object.hasOwn(entity, name)) this.#unseen.delete(name);
    if (this.#samples++ < MAX_SAMPLED) for (const name of Object.keys(entity)) this.#sampled.add(name);
  }

  /** Throws for a field that was not seen. */
  finish(): void {
    const [unknown] = this.#unseen;
    if (unknown === undefined) return;
    const known = new Set([
      ...this.#others,
      ...this.#kinds.flatMap(kind => [...KNOWN[kind]]),
      ...this.#sampled,
    ]);
    const near = nearMatches(unknown, known).map(name => JSON.stringify(name));
    throw new WorldError(
      'InvalidArgument',
      `${this.#argument} has the field "${unknown.slice(0, 64)}", which no entity of ${this.#kinds.join(', ')} has.`,
      `${near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `}Fields: ${[...known].slice(0, MAX_LISTED).join(', ')}.`,
    );
  }
}

function fieldsOf(record: {
  readonly valueType: { readonly shape: Readonly<Record<string, unknown>> };
}): ReadonlySet<string> {
  return new Set(Object.keys(record.valueType.shape));
}
