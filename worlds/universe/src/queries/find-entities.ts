import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import { chunksOf, type Entity, inSteps, type Steps } from '../domain/index.js';

const MAX_CANDIDATES = 5;
const MAX_NEAREST = 3;
const MAX_SHOWN = 128;

/** What a client means by a text: the entity with this id, or all entities with this name. */
export type Meant = readonly Entity[];

/**
 * Finds entities by id or by name. An id wins over a name; the case of a name does not matter. The result has one list for
 * each text: empty if there is no such entity, and longer than one if several have the name.
 */
export function* findEntities(
  entities: readonly Entity[],
  texts: readonly string[],
): Steps<ReadonlyMap<string, Meant>> {
  const ids = new Map<string, Entity>();
  const names = new Map<string, Entity[]>(texts.map(text => [text.toLowerCase(), []]));
  const wanted = new Set(texts);
  yield* inSteps(entities, entity => {
    if (wanted.has(entity.id)) ids.set(entity.id, entity);
    const { id, name } = entity;
    const named = typeof name === 'string' ? names.get(name.toLowerCase()) : undefined;
    const list = named ?? names.get(id.toLowerCase());
    if (list !== undefined && list.length <= MAX_CANDIDATES) list.push(entity);
  });
  return new Map(
    texts.map(text => {
      const entity = ids.get(text);
      return [text, entity === undefined ? (names.get(text.toLowerCase()) ?? []) : [entity]];
    }),
  );
}

/** The one entity that is meant. `what` names its kind in errors. */
export function* findEntity(entities: readonly Entity[], text: string, what = 'body'): Steps<Entity> {
  const [entity] = yield* findEach(entities, [text], what);
  return entity as Entity;
}

/** The entity that each text means. */
export function* findEach(
  entities: readonly Entity[],
  texts: readonly string[],
  what = 'body',
): Steps<readonly Entity[]> {
  const meant = yield* findEntities(entities, texts);
  const missing = texts.filter(text => meant.get(text)?.[0] === undefined);
  if (missing.length > 0) throw yield* notFound(entities, missing, what);
  const found: Entity[] = [];
  for (const text of texts) {
    const [entity, ...others] = meant.get(text) as readonly [Entity, ...Entity[]];
    if (others.length > 0) throw ambiguous(text, what, [entity, ...others]);
    found.push(entity);
  }
  return found;
}

/** The ids and names nearest to a text that is neither. */
export function* nearestOf(entities: readonly Entity[], text: string): Steps<readonly string[]> {
  const near: string[] = [];
  for (const chunk of chunksOf(entities)) {
    const words = chunk.flatMap(({ id, name }) => (typeof name === 'string' ? [id, name] : [id]));
    near.push(...nearMatches(text, words, MAX_NEAREST));
    yield;
  }
  // Of an id and a name that differ only in case, the first stays.
  const distinct = new Map(near.toReversed().map(word => [word.toLowerCase(), word]));
  return nearMatches(text, [...distinct.values()].reverse(), MAX_NEAREST);
}

function* notFound(entities: readonly Entity[], missing: readonly string[], what: string): Steps<WorldError> {
  const named: string[] = [];
  const nearest = new Set<string>();
  for (const text of missing.slice(0, MAX_CANDIDATES)) {
    named.push(`"${text.slice(0, MAX_SHOWN)}"`);
    for (const word of yield* nearestOf(entities, text)) nearest.add(JSON.stringify(word));
  }
  const more = missing.length > MAX_CANDIDATES ? ` and ${missing.length - MAX_CANDIDATES} more` : '';
  const next = what === 'group' ? '"include":["groups"]' : '"fields":["name"]';
  return new WorldError(
    'NotFound',
    `There is no ${what} with the id or name ${named.join(', ')}${more}.`,
    `${nearest.size === 0 ? '' : `The nearest are: ${[...nearest].join(', ')}. `}get_universe_state with ${next} lists them.`,
  );
}

export function ambiguous(text: string, what: string, entities: Meant): WorldError {
  const some = entities.slice(0, MAX_CANDIDATES).map(({ id, parentId }) => {
    return typeof parentId === 'string' ? `"${id}" (of "${parentId}")` : `"${id}"`;
  });
  const more = entities.length > MAX_CANDIDATES ? ' and more' : '';
  return new WorldError(
    'InvalidArgument',
    `Several have the name "${text.slice(0, MAX_SHOWN)}": ${some.join(', ')}${more}.`,
    `Name the ${what} by its id.`,
  );
}
