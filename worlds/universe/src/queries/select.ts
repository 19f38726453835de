import { type Capture, type Entity, inSteps, type Kind, type Steps } from '../domain/index.js';
import { conditionOf, fieldsTested, WHERE_NAMES, type Where } from './condition.js';
import { FieldCheck } from './fields.js';
import { FirstItems } from './first-items.js';
import { type SortKey, type SortOrder, sortValueOf } from './sort-order.js';

export interface Query {
  /** The records to search. */
  readonly kinds: readonly Kind[];
  readonly where: Where;
  readonly sort: SortOrder;
  /** Fields that the answer will have. */
  readonly fields?: readonly string[] | undefined;
  readonly limit: number;
  readonly after?: SortKey | undefined;
}

/** An entity with its place in the list. */
export interface Selected extends SortKey {
  readonly kind: Kind;
  /** With its children. */
  readonly entity: Entity;
}

export interface Selection {
  /** All that match, on this page or not. */
  readonly total: number;
  readonly items: readonly Selected[];
  readonly more: boolean;
}

/** One page of the entities that match. Reads all entities of the kinds in steps, and holds only those of the page. */
export function* select(capture: Capture, query: Query): Steps<Selection> {
  const { kinds, where, sort, fields = [], limit, after } = query;
  const matches = yield* conditionOf(capture, where, kinds);
  const checks = [
    new FieldCheck(kinds, 'where', fieldsTested(where), WHERE_NAMES),
    new FieldCheck(kinds, 'sort', sort.field === undefined ? [] : [sort.field]),
    new FieldCheck(kinds, 'fields', fields),
  ];
  const first = new FirstItems<Selected>(sort, limit, after);
  for (const kind of kinds) {
    yield* inSteps(capture.captured.records[kind], bare => {
      for (const check of checks) check.see(bare);
      if (!matches(bare, kind)) return;
      const entity = sort.field === 'children' ? capture.whole(kind, bare) : bare;
      const id = kinds.length === 1 ? bare.id : `${kind}/${bare.id}`;
      first.add({ kind, entity, value: sortValueOf(entity, sort), id });
    });
  }
  for (const check of checks) check.finish();
  const { items, more } = first.finish();
  return {
    total: first.total,
    items: items.map(item => ({ ...item, entity: capture.whole(item.kind, item.entity) })),
    more,
  };
}
