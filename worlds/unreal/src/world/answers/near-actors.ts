import { WorldError } from '@worldwire/server';
import { fitPage, resultBytesOf } from '@worldwire/server/kit';
import { actorPath } from '../../port/given-path.js';
import type { ActorInfo, ParamsOf, Vector, WithNotes } from '../../port/operations.js';
import type { CallOptions, Provenance } from '../../port/unreal-source.js';
import type { Answer, Sources } from '../sources/sources.js';
import { offsetOf } from './pages.js';
import { orNearActors } from './suggestions.js';

/** Actors in one call of a source. An editor is asked about each of them, a file is read again for each call. */
const PAGE_SIZES: Readonly<Record<Provenance, number>> = { live: 200, disk: 1_000, sample: 1_000 };
/** Calls of a source for one list, so that a very large level ends in a note. */
const MAX_PAGES = 20;

export interface Near {
  /** Centimetres. */
  readonly position?: Vector | undefined;
  /** The path of an actor, which is not in the list itself. */
  readonly actor?: string | undefined;
  readonly radius: number;
}

export interface NearRequest {
  readonly near: Near;
  readonly filter: Omit<ParamsOf<'actor.list'>, 'limit' | 'cursor'>;
  readonly limit: number;
  readonly cursor: string | undefined;
  /** Bytes of the items in the result. */
  readonly max: number;
  /** The part of an actor that is returned. */
  readonly pick: (actor: ActorInfo) => { readonly path: string };
}

interface NearPage extends WithNotes {
  readonly items: readonly { readonly path: string }[];
  readonly total: number;
  readonly returned: number;
  readonly nextCursor?: string;
}

/** The actors within a radius, the nearest first. What has no known location is not in the list, and a note has the number. */
export async function nearActors(
  sources: Sources,
  { near, filter, limit, cursor, max, pick }: NearRequest,
  options: CallOptions,
): Promise<Answer<NearPage>> {
  const offset = offsetOf(cursor);
  const { center, self } = await centerOf(sources, near, options);
  const { actors, more, notes, ...from } = await allActors(sources, filter, options);
  const others = actors.filter(({ path }) => path.toLowerCase() !== self?.toLowerCase());
  const placed = others.flatMap(actor => {
    const { location: at } = actor;
    return at === undefined ? [] : [{ ...actor, distance: distanceOf(at, center) }];
  });
  const found = placed.filter(({ distance }) => distance <= near.radius);
  found.sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1));
  const { nextOffset, items, total } = fitPage(found.map(pick), {
    offset,
    limit,
    max,
    sizeOf: resultBytesOf,
  });
  const next = nextOffset !== undefined && { nextCursor: String(nextOffset) };
  const note = [from.note, notPlaced(others.length - placed.length), notCompared(more, actors.length)]
    .filter(Boolean)
    .join(' ');
  const value = { items, total, returned: items.length, ...next, ...(notes && { notes }) };
  return { value, provenance: from.provenance, ...(note !== '' && { note }) };
}

async function centerOf(
  sources: Sources,
  { position, actor }: Near,
  options: CallOptions,
): Promise<{ readonly center: Vector; readonly self?: string }> {
  if (position !== undefined) return { center: position };
  const path = actorPath(actor as string);
  const reading = sources.read('actor.get', { path }, options);
  const { location, attachedTo } = (await orNearActors(reading, path, sources, options)).value;
  if (location !== undefined) return { center: location, self: path };
  throw new WorldError(
    'Unsupported',
    attachedTo === undefined
      ? `The location of ${path} is not known.`
      : `${path} is attached to ${attachedTo}, and only its location relative to that is known.`,
    'Give a position in near, such as {"position":[0,0,0],"radius":500}.',
  );
}

async function allActors(
  sources: Sources,
  filter: NearRequest['filter'],
  options: CallOptions,
): Promise<
  Omit<Answer<unknown>, 'value'> &
    WithNotes & { readonly actors: readonly ActorInfo[]; readonly more: boolean }
> {
  const actors: ActorInfo[] = [];
  let limit = PAGE_SIZES.live;
  let cursor: string | undefined;
  for (let pages = 1; ; pages++) {
    const params = { ...filter, limit, ...(cursor !== undefined && { cursor }) };
    const { value, ...from } = await sources.page('actor.list', params, options);
    actors.push(...value.items);
    cursor = value.nextCursor;
    limit = PAGE_SIZES[from.provenance];
    if (cursor === undefined || pages === MAX_PAGES)
      return { ...from, actors, more: cursor !== undefined, ...(value.notes && { notes: value.notes }) };
  }
}

function distanceOf(a: Vector, b: Vector): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

function notPlaced(count: number): string {
  if (count === 0) return '';
  const [actors, has] = count === 1 ? ['actor', 'has'] : ['actors', 'have'];
  return `${count} ${actors} ${has} no known world location, so that near cannot find them. list_actors without near lists them.`;
}

function notCompared(more: boolean, count: number): string {
  return more
    ? `The level has more actors than the ${count} that were compared. Narrow near by class or query.`
    : '';
}
