import { type Context, WorldError } from '@worldwire/server';
import { type Capture, type Entity, inSteps, type Steps } from '../domain/index.js';
import { conditionOf, fieldsTested, WHERE_NAMES, type Where } from '../queries/condition.js';
import { FieldCheck } from '../queries/fields.js';
import { findEach, findEntity } from '../queries/find-entities.js';
import { FirstItems } from '../queries/first-items.js';
import { dateOf } from '../queries/instant.js';
import { readCursor, writeCursor } from '../queries/list-cursor.js';
import { type SeenBody, seenFrom } from '../queries/relative-position.js';
import { readSort, type SortKey, type SortOrder, sortValueOf } from '../queries/sort-order.js';
import type { Committed } from '../service/committed-states.js';
import { ephemerisSteps, type Position } from '../sky/orbits/ephemeris.js';
import { DEFAULT_LIMIT } from './list-answer.js';
import { answerRoom, fitAnswer } from './result-budget.js';

/** Bodies whose positions are computed for one answer. */
const MAX_BODIES = 100_000;
const AXES = 'x to the equinox of J2000, y north of the ecliptic';
/** Values of a position that a list can be sorted by. */
const SEEN = ['distance', 'angularDiameter', 'x', 'y', 'z'] as const;

export interface PositionRequest {
  /** Seconds; default: the time of the universe. */
  readonly t?: number | undefined;
  /** Ids or names; default: all bodies that match `where`. */
  readonly positionsOf?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly where?: Where | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Placed extends SortKey {
  readonly seen: SeenBody;
}

/** Positions of bodies at a time, from the origin or from another body. */
export function* positionAnswer(
  { capture, revision }: Committed,
  request: PositionRequest,
  context: Pick<Context, 'answerBytes'>,
): Steps<object> {
  const { t = capture.time, positionsOf, from, cursor } = request;
  const sort = readSort(request.sort);
  if (from === undefined && isSeenFrom(sort.field)) throw needsFrom(sort.text);
  const all = capture.bodies;
  const origin = from === undefined ? undefined : yield* findEntity(all, from);
  const bodies = yield* positionsOf === undefined ? matching(capture, request) : named(all, positionsOf);
  const places = yield* placesOf(capture, t, origin === undefined ? bodies : [...bodies, origin]);
  const eye = origin === undefined ? undefined : places.get(origin.id);
  const limit = request.limit ?? positionsOf?.length ?? DEFAULT_LIMIT;
  const after = cursor === undefined ? undefined : readCursor(cursor, sort);
  const first = new FirstItems<Placed>(sort, limit, after);
  let index = 0;
  yield* inSteps(bodies, body => {
    // Distances of a scene have no unit, so a radius in km cannot be compared with them.
    const radius = capture.units === undefined ? (body.radius as number) : undefined;
    const seen = seenFrom(places.get(body.id) as Position, eye, radius);
    const value =
      sort.field === undefined && positionsOf !== undefined ? index++ : sortedBy(body, seen, sort);
    first.add({ id: body.id, value, seen });
  });
  const { items, more } = first.finish();
  const date = dateOf(t);
  const head = {
    revision,
    t,
    ...(date !== undefined && { date: `${date} TDB` }),
    ...(origin !== undefined && { from: origin.id }),
    unit: capture.units === undefined ? 'km, radians' : 'scene',
    axes: AXES,
    total: first.total,
  };
  const seen = items.map(item => item.seen);
  const fitted = fitAnswer(head, seen, answerRoom(context));
  const last = items[fitted.length - 1];
  const goesOn = more || fitted.length < items.length;
  return {
    ...head,
    returned: fitted.length,
    bodies: fitted,
    ...(goesOn && last !== undefined && { cursor: writeCursor(last, sort) }),
  };
}

function* named(all: readonly Entity[], texts: readonly string[]): Steps<readonly Entity[]> {
  const found = yield* findEach(all, texts);
  return [...new Set(found)];
}

function* matching(capture: Capture, { where = {}, sort }: PositionRequest): Steps<readonly Entity[]> {
  const matches = yield* conditionOf(capture, where, ['stars']);
  const { field } = readSort(sort);
  const checks = [
    new FieldCheck(['stars'], 'where', fieldsTested(where), WHERE_NAMES),
    new FieldCheck(['stars'], 'sort', field === undefined || isSeen(field) ? [] : [field], SEEN),
  ];
  const found: Entity[] = [];
  yield* inSteps(capture.bodies, body => {
    for (const check of checks) check.see(body);
    if (matches(body, 'stars')) found.push(body);
  });
  for (const check of checks) check.finish();
  if (found.length > MAX_BODIES) throw tooMany(found.length);
  return found;
}

function* placesOf(
  capture: Capture,
  t: number,
  bodies: readonly Entity[],
): Steps<ReadonlyMap<string, Position>> {
  const ids = bodies.map(({ id }) => id);
  const places = new Map<string, Position>();
  yield* inSteps(yield* ephemerisSteps(capture.bodies, t, capture.units, ids), place => {
    places.set(place.id, place);
  });
  return places;
}

function isSeen(field: string | undefined): field is (typeof SEEN)[number] {
  return (SEEN as readonly (string | undefined)[]).includes(field);
}

function isSeenFrom(field: string | undefined): boolean {
  return field === 'distance' || field === 'angularDiameter';
}

function sortedBy(body: Entity, seen: SeenBody, sort: SortOrder): SortKey['value'] {
  return isSeen(sort.field) ? (seen[sort.field] ?? null) : sortValueOf(body, sort);
}

function needsFrom(sort: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `sort is "${sort}", which needs a body to see from.`,
    'Add from, such as {"from":"Earth","sort":"distance"}.',
  );
}

function tooMany(count: number): WorldError {
  return new WorldError(
    'InvalidArgument',
    `${count} bodies match; the limit for positions is ${MAX_BODIES}.`,
    'Narrow where, such as {"where":{"parent":"Sun"}}, or name the bodies with positionsOf.',
  );
}
