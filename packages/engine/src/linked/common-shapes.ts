import type { Bounds, ObjectRef, Page, Paging, Written } from '../port/operations.js';
import type { Value, Vector3 } from '../port/value.js';
import { anything, count, listOf, matching, number, optional, record, type Shape, text } from './shape.js';

/** Items of a page unless the caller gives a limit. */
const DEFAULT_LIMIT = 50;

export const objectId = matching(/^obj:\d{1,16}$/, 'be an id such as "obj:12"');
export const sceneId = matching(/^scn:\w{1,16}$/, 'be an id such as "scn:0"');

export const value = record<Value>({ type: text, text, json: anything, ref: optional(objectId) });
export const vector = record<Vector3>({ x: number, y: number, z: number });
export const bounds = record<Bounds>({ min: vector, max: vector });
export const referenceFields = { id: objectId, path: text };
export const reference = record<ObjectRef>(referenceFields);

export function written<Of>(shape: Shape<Of>): Shape<Written<Of>> {
  return record<Written<Of>>({ before: shape, after: shape });
}

export function pageOf<Item>(item: Shape<Item>): {
  (result: unknown, params: Paging): string | undefined;
  readonly of?: Page<Item>;
} {
  return (result, { limit = DEFAULT_LIMIT }) => {
    const fault = record<Page<Item>>({ total: count, items: listOf(item, limit) })(result);
    if (fault !== undefined) return fault;
    const { total, items } = result as Page<Item>;
    return total < items.length ? `.total is ${total} and must count all ${items.length} items` : undefined;
  };
}
