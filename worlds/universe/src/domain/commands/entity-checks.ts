import { CommandRefused } from '../model/command-refused.js';
import type { Entity, Kind } from '../model/state.js';
import type { Store } from '../model/store.js';
import { didYouMean } from '../schemas/did-you-mean.js';
import { slug } from './slug.js';

/** Ids that are compared in full: a refusal must not cost much more than a command. */
const MAX_COMPARED = 500;
/** Letters by which a compared id may be longer or shorter. */
const MAX_LONGER = 2;
const MAX_NAMED = 5;

const ONE_OF = {
  stars: 'star',
  groups: 'group',
  belts: 'belt',
  smallBodyFields: 'small body field',
  protoplanetaryDisks: 'protoplanetary disk',
  nebulae: 'nebula',
} as const satisfies Record<Kind, string>;

/** Throws a refusal that names existing ids. */
export function requireEntity(store: Store, kind: Kind, id: string): Entity {
  const entity = store.get(kind, id);
  if (entity !== undefined) return entity;
  throw new CommandRefused(
    'unknown',
    `The ${ONE_OF[kind]} "${id}" does not exist.`,
    hintFor(store, kind, id),
  );
}

export function requireFreeId(store: Store, kind: Kind, id: string, instead: string): void {
  if (!store.has(kind, id)) return;
  throw new CommandRefused('duplicate', `The ${ONE_OF[kind]} "${id}" exists already.`, instead);
}

export function requireSameId(id: string, given: string | undefined): void {
  if (given === undefined || given === id) return;
  throw new CommandRefused(
    'invalid',
    `The command has the id "${id}", but its payload has "${given}".`,
    'An id cannot change: leave it out of the payload, or use the same id.',
  );
}

function hintFor(store: Store, kind: Kind, id: string): string {
  const record = store.record(kind);
  if (record.size === 0) return `This universe has no ${kind}.`;
  const near = didYouMean(id, record.size <= MAX_COMPARED ? record.keys() : likelyIds(record.keys(), id));
  const plain = near.length > 0 ? undefined : [id.toLowerCase(), slug(id)].find(one => store.has(kind, one));
  if (plain !== undefined) near.push(plain);
  if (near.length > 0) return `Did you mean ${near.map(name => `"${name}"`).join(' or ')}?`;
  const search = JSON.stringify({
    ...(kind !== 'stars' && { include: [kind] }),
    where: { name: `${[...id].slice(0, 2).join('')}*` },
    fields: ['name'],
  });
  return `Existing ids are ${firstOf(record.keys()).join(', ')}${record.size > MAX_NAMED ? ' and others' : ''}. get_universe_state ${search} finds ids by name.`;
}

/** Of many ids: those that begin with the same two letters, then those with the same first letter, of nearly the same length. */
function likelyIds(ids: Iterable<string>, id: string): readonly string[] {
  const wanted = id.toLowerCase();
  const found: readonly [string[], string[]] = [[], []];
  for (const one of ids) {
    if (Math.abs(one.length - id.length) > MAX_LONGER) continue;
    const start = one.slice(0, 2).toLowerCase();
    if (start[0] !== wanted[0]) continue;
    const some = found[start[1] === wanted[1] ? 0 : 1];
    if (some.length < MAX_COMPARED) some.push(one);
  }
  return found.flat();
}

function firstOf(ids: Iterable<string>): string[] {
  const some: string[] = [];
  for (const id of ids) if (some.push(`"${id}"`) === MAX_NAMED) break;
  return some;
}
