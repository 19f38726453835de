import { CommandRefused } from '../model/command-refused.js';
import type { Entity, Kind } from '../model/state.js';
import type { Store } from '../model/store.js';
import { didYouMean } from './did-you-mean.js';

/** More names than this are not compared: a refusal must not cost more than a command. */
const MAX_COMPARED = 100;
const MAX_NAMED = 5;

const ONE_OF = {
  stars: 'star',
  groups: 'group',
  belts: 'belt',
  smallBodyFields: 'small body field',
  protoplanetaryDisks: 'protoplanetary disk',
  nebulae: 'nebula',
} as const satisfies Record<Kind, string>;

/** The entity, or a refusal that says what there is instead. */
export function requireEntity(store: Store, kind: Kind, id: string): Entity {
  const entity = store.get(kind, id);
  if (entity !== undefined) return entity;
  throw new CommandRefused('unknown', `There is no ${ONE_OF[kind]} "${id}".`, hintFor(store, kind, id));
}

/** Refuses an id that is taken. */
export function requireFreeId(store: Store, kind: Kind, id: string, instead: string): void {
  if (!store.has(kind, id)) return;
  throw new CommandRefused('duplicate', `There is a ${ONE_OF[kind]} "${id}" already.`, instead);
}

/** Refuses a payload that says another id than the command. */
export function requireSameId(id: string, given: string | undefined): void {
  if (given === undefined || given === id) return;
  throw new CommandRefused(
    'invalid',
    `The command is about "${id}" but names the id "${given}" inside.`,
    'An id never changes: leave it out inside, or give the same one.',
  );
}

function hintFor(store: Store, kind: Kind, id: string): string {
  const record = store.record(kind);
  if (record.size === 0) return `There are no ${kind} in this universe yet.`;
  const near = record.size <= MAX_COMPARED ? didYouMean(id, record.keys()) : [];
  if (near.length === 0 && store.has(kind, id.toLowerCase())) near.push(id.toLowerCase());
  if (near.length > 0) return `Did you mean ${near.map(name => `"${name}"`).join(' or ')}?`;
  return `The ids that exist are the keys of ${kind} in the state, such as ${firstOf(record.keys()).join(', ')}.`;
}

function firstOf(ids: Iterable<string>): string[] {
  const some: string[] = [];
  for (const id of ids) if (some.push(`"${id}"`) === MAX_NAMED) break;
  return some;
}
