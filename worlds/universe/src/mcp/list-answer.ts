import { type Context, WorldError } from '@worldwire/server';
import { type Entity, KINDS, type Kind, type Part, type Steps } from '../domain/index.js';
import type { Where } from '../queries/condition.js';
import { readCursor, writeCursor } from '../queries/list-cursor.js';
import { type Selected, select } from '../queries/select.js';
import { readSort } from '../queries/sort-order.js';
import type { Committed } from '../service/committed-states.js';
import { answerRoom, fitAnswer } from './result-budget.js';

export const DEFAULT_LIMIT = 100;

export interface ListRequest {
  readonly include?: readonly Part[] | undefined;
  readonly where?: Where | undefined;
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly fields?: readonly string[] | undefined;
}

/** A page of the entities that match, with their number and the cursor of the next page. */
export function* listAnswer(
  { capture, revision }: Committed,
  request: ListRequest,
  context: Pick<Context, 'answerBytes'>,
): Steps<object> {
  const { where = {}, limit = DEFAULT_LIMIT, cursor, fields } = request;
  const kinds = kindsOf(request.include);
  const sort = readSort(request.sort);
  const after = cursor === undefined ? undefined : readCursor(cursor, sort);
  const { total, items, more } = yield* select(capture, { kinds, where, sort, fields, limit, after });
  const several = kinds.length > 1;
  const shown = items.map(item => shownItem(item, fields, several));
  const fitted = fitAnswer({ revision, total }, shown, answerRoom(context));
  const last = items[fitted.length - 1];
  const goesOn = more || fitted.length < items.length;
  return {
    revision,
    total,
    returned: fitted.length,
    items: fitted,
    ...(goesOn && last !== undefined && { cursor: writeCursor(last, sort) }),
    ...(fitted.length < items.length && { note: fewerNote(fields) }),
  };
}

/** Only these fields of an entity, and its id. */
export function pickFields(entity: Entity, fields: readonly string[] | undefined): object {
  if (fields === undefined) return entity;
  const picked = fields.filter(name => name !== 'id' && Object.hasOwn(entity, name));
  return Object.fromEntries([['id', entity.id], ...picked.map(name => [name, entity[name]])]);
}

function shownItem(
  { kind, entity }: Selected,
  fields: readonly string[] | undefined,
  several: boolean,
): object {
  return several ? { in: kind, ...pickFields(entity, fields) } : pickFields(entity, fields);
}

function kindsOf(include: readonly Part[] | undefined): readonly Kind[] {
  if (include === undefined) return ['stars'];
  const other = include.find(part => !(KINDS as readonly string[]).includes(part));
  if (other === undefined && include.length > 0) return KINDS.filter(kind => include.includes(kind));
  throw new WorldError(
    'InvalidArgument',
    `include ${other === undefined ? 'is empty' : `has "${other}"`}, which a list cannot search.`,
    `With where, sort, limit, cursor or fields, include names records to search: ${KINDS.join(', ')}. Without it, stars are searched.`,
  );
}

function fewerNote(fields: readonly string[] | undefined): string {
  return fields === undefined
    ? 'More did not fit. Name only the fields you need with fields, such as ["name","mass"], or narrow where.'
    : 'More did not fit. Go on with cursor, or narrow where.';
}
