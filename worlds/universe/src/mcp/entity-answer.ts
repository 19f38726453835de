import { type Context, WorldError } from '@worldwire/server';
import { readOffset, resultBytesOf } from '@worldwire/server/kit';
import {
  type Capture,
  type Entity,
  KINDS,
  type Kind,
  type Part,
  type Steps,
  type Universe,
  viewedParts,
} from '../domain/index.js';
import { FieldCheck } from '../queries/fields.js';
import { ambiguous, findEntities, nearestOf } from '../queries/find-entities.js';
import type { Committed } from '../service/committed-states.js';
import { pickFields } from './list-answer.js';
import { answerRoom, fitAnswer } from './result-budget.js';

/** Texts without an entity whose nearest ids and names are searched. */
const MAX_SEARCHED = 5;
const MAX_MISSING = 20;
const MAX_SHOWN = 64;
/** Parts of an answer that does not name its parts. */
const DEFAULT_PARTS: readonly Part[] = [...KINDS, 'time', 'units'];

export interface EntityRequest {
  readonly ids: readonly string[];
  readonly include?: readonly Part[] | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Found {
  readonly kind: Kind;
  /** With its children. */
  readonly entity: Entity;
}

interface Missing {
  readonly id: string;
  /** The record that has it, if it is not one of those in the answer. */
  readonly in?: Kind;
  readonly nearest?: readonly string[];
}

/** What an answer is made of. */
interface Material {
  readonly revision: number;
  readonly found: readonly Found[];
  /** Parts of the state besides records. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly notFound?: readonly Missing[];
}

type Budget = Pick<Context, 'answerBytes'>;

/** The entities in the form of a state, if all texts are ids. The cost is the number of ids, not the size of the universe. */
export function entitiesById(
  universe: Universe,
  revision: number,
  request: EntityRequest,
  context: Budget,
): object | undefined {
  const kinds = kindsOf(request);
  const found: Found[] = [];
  for (const id of new Set(request.ids)) {
    if (!kinds.some(kind => universe.has(kind, id))) return undefined;
    for (const kind of kinds) {
      const entity = universe.entity(kind, id);
      if (entity !== undefined) found.push({ kind, entity });
    }
  }
  const others = universe.view({ include: partsOf(request).filter(part => !isKind(part)) });
  return entityAnswer({ revision, found, others }, request, context);
}

/** The same for ids and names, with those that do not exist. Reads all entities in steps. */
export function* entitiesByName(
  { capture, revision }: Committed,
  request: EntityRequest,
  context: Budget,
): Steps<object> {
  const kinds = kindsOf(request);
  const texts = [...new Set(request.ids)];
  const meant = new Map<string, Found[]>(texts.map(text => [text, []]));
  for (const kind of kinds) {
    for (const [text, entities] of yield* findEntities(capture.captured.records[kind], texts)) {
      for (const entity of entities) meant.get(text)?.push({ kind, entity });
    }
  }
  const found: Found[] = [];
  const missing: string[] = [];
  for (const [text, all] of meant) {
    const exact = all.filter(({ entity }) => entity.id === text);
    const chosen = exact.length > 0 ? exact : all;
    if (chosen.length === 0) missing.push(text);
    else if (exact.length === 0 && all.length > 1) {
      throw ambiguous(
        text,
        'entity',
        all.map(({ entity }) => entity),
      );
    }
    for (const { kind, entity } of chosen) found.push({ kind, entity: capture.whole(kind, entity) });
  }
  const elsewhere = yield* kindsOfOthers(capture, kinds, missing);
  const notFound: Missing[] = [];
  for (const [index, text] of missing.slice(0, MAX_MISSING).entries()) {
    const all = kinds.flatMap(kind => capture.captured.records[kind]);
    const other = elsewhere.get(text);
    const nearest = index < MAX_SEARCHED && other === undefined ? yield* nearestOf(all, text) : [];
    const place = other !== undefined && { in: other };
    notFound.push({ id: text.slice(0, MAX_SHOWN), ...place, ...(nearest.length > 0 && { nearest }) });
  }
  if (missing.length > MAX_MISSING) notFound.push({ id: `… ${missing.length - MAX_MISSING} more` });
  const { rootIds, rootGroupIds, time, units } = capture.captured;
  const all = { rootIds, rootGroupIds, time, ...(units !== undefined && { units }) };
  const parts: readonly string[] = partsOf(request);
  const others = Object.fromEntries(Object.entries(all).filter(([part]) => parts.includes(part)));
  const material = { revision, found, others, ...(notFound.length > 0 && { notFound }) };
  return entityAnswer(material, request, context);
}

/** The records that have the missing ids or names, but are not in the answer. */
function* kindsOfOthers(
  capture: Capture,
  kinds: readonly Kind[],
  missing: readonly string[],
): Steps<ReadonlyMap<string, Kind>> {
  const found = new Map<string, Kind>();
  if (missing.length === 0) return found;
  for (const kind of KINDS.filter(one => !kinds.includes(one))) {
    for (const [text, entities] of yield* findEntities(capture.captured.records[kind], missing))
      if (entities.length > 0 && !found.has(text)) found.set(text, kind);
  }
  return found;
}

function entityAnswer(material: Material, request: EntityRequest, context: Budget): object {
  const { revision, found, others, notFound } = material;
  const { fields, cursor, limit = found.length } = request;
  if (fields !== undefined) checkFields(kindsOf(request), fields, found);
  const records = Object.fromEntries(kindsOf(request).map(kind => [kind, {}]));
  const head = { revision, ...records, ...others, ...(notFound !== undefined && { notFound }) };
  const room = answerRoom(context);
  if (Object.keys(others).length > 0 && resultBytesOf(head) > room / 2) throw partsTooLarge(others);
  const offset = offsetOf(cursor);
  const items = found
    .slice(offset, offset + limit)
    .map(({ kind, entity }) => ({ in: kind, ...pickFields(entity, fields) }));
  const fitted = fitAnswer(head, items, room) as readonly { in: Kind; id: string }[];
  const answer: Record<string, unknown> = { ...head };
  for (const { in: kind, ...entity } of fitted) {
    answer[kind] = { ...(answer[kind] as object), [entity.id]: entity };
  }
  const end = offset + fitted.length;
  if (offset === 0 && end === found.length) return answer;
  const next = end < found.length && { cursor: String(end) };
  return { ...answer, total: found.length, returned: fitted.length, ...next };
}

function partsOf({ include = DEFAULT_PARTS }: EntityRequest): readonly Part[] {
  return viewedParts(include);
}

function kindsOf(request: EntityRequest): readonly Kind[] {
  return partsOf(request).filter(isKind);
}

function isKind(part: Part): part is Kind {
  return (KINDS as readonly Part[]).includes(part);
}

function checkFields(kinds: readonly Kind[], fields: readonly string[], found: readonly Found[]): void {
  const check = new FieldCheck(kinds, 'fields', fields);
  for (const { entity } of found) check.see(entity);
  if (found.length > 0) check.finish();
}

function offsetOf(cursor: string | undefined): number {
  const offset = readOffset(cursor);
  if (offset !== undefined) return offset;
  throw new WorldError(
    'InvalidArgument',
    `The cursor "${cursor?.slice(0, MAX_SHOWN)}" is not one of a list of ids.`,
    'Use the cursor of the answer before with the same ids, or leave it out to start again.',
  );
}

function partsTooLarge(others: object): WorldError {
  const names = Object.keys(others).join(', ');
  return new WorldError(
    'InvalidArgument',
    `The parts ${names} are too large for this answer.`,
    'Leave rootIds and rootGroupIds out of include, and list roots with {"where":{"parent":null},"fields":["name"]}.',
  );
}
