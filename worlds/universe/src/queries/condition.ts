import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import { type Capture, type Entity, inSteps, type Kind, type Steps } from '../domain/index.js';
import { BODY_TYPES } from '../domain/model/state.js';
import { findEntity } from './find-entities.js';

export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A value that a field must have, or a range of numbers. `*` in a text stands for any characters. */
export type FieldCondition = string | number | boolean | null | Range;

export interface Where {
  /** Case does not matter; `*` stands for any characters. */
  readonly name?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  /** Id or name; null for entities without a parent. */
  readonly parent?: string | null | undefined;
  /** Id or name of a group: the bodies of its systems, also of those in groups within it. */
  readonly group?: string | undefined;
  /** Part of any text field. */
  readonly text?: string | undefined;
  readonly [field: string]: FieldCondition | readonly string[] | undefined;
}

/** Names in `where` that are not fields of entities. */
export const WHERE_NAMES = ['name', 'type', 'parent', 'group', 'text'] as const;

/** Fields that are objects in every entity that has them. */
const OBJECTS: ReadonlySet<string> = new Set(['ring']);

type Read = (entity: Entity, kind: Kind) => unknown;
type Test = (entity: Entity, kind: Kind) => boolean;

/** The test of a `where`: whether an entity meets all conditions. */
export function* conditionOf(capture: Capture, where: Where, kinds: readonly Kind[]): Steps<Test> {
  const { name, type, parent, group, text, ...fields } = where;
  const tests: Test[] = [];
  if (type !== undefined) tests.push(hasType(typeof type === 'string' ? [type] : type));
  if (parent !== undefined) tests.push(yield* hasParent(capture, parent, kinds));
  if (name !== undefined) tests.push(meets('name', name, entity => entity.name));
  if (group !== undefined) tests.push(yield* isInGroup(capture, group));
  for (const [field, condition] of Object.entries(fields)) {
    if (condition !== undefined)
      tests.push(meets(field, condition as FieldCondition, reading(capture, field)));
  }
  if (text !== undefined) tests.push(contains(text));
  return (entity, kind) => tests.every(test => test(entity, kind));
}

/** The fields that a `where` tests. */
export function fieldsTested(where: Where): string[] {
  return Object.keys(where).filter(name => !(WHERE_NAMES as readonly string[]).includes(name));
}

function hasType(types: readonly string[]): Test {
  const wanted = new Set<unknown>(types);
  for (const type of types) {
    if ((BODY_TYPES as readonly string[]).includes(type)) continue;
    const [near] = nearMatches(type, BODY_TYPES, 1);
    throw new WorldError(
      'InvalidArgument',
      `where.type is "${type.slice(0, 64)}", which is not a type of a body.`,
      `${near === undefined ? '' : `Did you mean "${near}"? `}Types: ${BODY_TYPES.join(', ')}.`,
    );
  }
  return ({ bodyType }) => wanted.has(bodyType);
}

function* hasParent(capture: Capture, parent: string | null, kinds: readonly Kind[]): Steps<Test> {
  if (parent === null) return entity => parentOf(entity) === null;
  const groups = kinds.every(kind => kind === 'groups');
  const entities = groups ? capture.captured.records.groups : capture.bodies;
  const { id } = yield* findEntity(entities, parent, groups ? 'group' : 'body');
  return entity => parentOf(entity) === id;
}

/** A belt, field or disk belongs to the star that it surrounds. */
function parentOf({ parentId, parentGroupId, hostStarId, centralStarId }: Entity): unknown {
  return parentId ?? parentGroupId ?? hostStarId ?? centralStarId ?? null;
}

function* isInGroup(capture: Capture, group: string): Steps<Test> {
  const { groups } = capture.captured.records;
  const { id } = yield* findEntity(groups, group, 'group');
  const systems = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of capture.captured.members.get(next) ?? []) {
      if (child.type === 'group') open.push(child.id);
      else systems.add(child.id);
    }
    yield;
  }
  const parents = new Map<string, string>();
  yield* inSteps(capture.bodies, ({ id: body, parentId }) => {
    if (typeof parentId === 'string') parents.set(body, parentId);
  });
  /** Bodies whose system is known. A chain of bodies may be as long as the state. */
  const inside = new Map<string, boolean>();
  return ({ id: body }) => {
    const line: string[] = [];
    let next = body;
    for (;;) {
      const known = inside.get(next);
      const parent = known === undefined ? parents.get(next) : undefined;
      line.push(next);
      if (parent !== undefined) {
        next = parent;
        continue;
      }
      const is = known ?? systems.has(next);
      for (const one of line) inside.set(one, is);
      return is;
    }
  };
}

function contains(text: string): Test {
  const part = text.toLowerCase();
  return entity =>
    Object.values(entity).some(value => typeof value === 'string' && value.toLowerCase().includes(part));
}

/** Reads a field of an entity without children. The number of children stands for the list. */
function reading(capture: Capture, field: string): Read {
  // Entities may lack a field whose name every object inherits.
  if (field !== 'children') return entity => (Object.hasOwn(entity, field) ? entity[field] : undefined);
  const { children, members } = capture.captured;
  return ({ id }, kind) => (kind === 'groups' ? members : children).get(id)?.length ?? 0;
}

function meets(field: string, condition: FieldCondition, read: Read): Test {
  if (condition === null) return (entity, kind) => (read(entity, kind) ?? null) === null;
  if (OBJECTS.has(field)) throw isObject(field);
  const matches = matcherOf(condition);
  return (entity, kind) => {
    const value = read(entity, kind);
    if (typeof value === 'object' && value !== null) throw isObject(field);
    if (typeof value === 'number' && typeof condition !== 'number' && typeof condition !== 'object')
      throw needsRange(field, condition);
    return matches(value);
  };
}

function matcherOf(condition: string | number | boolean | Range): (value: unknown) => boolean {
  if (typeof condition === 'string') {
    const pattern = patternOf(condition);
    return value => typeof value === 'string' && pattern(value.toLowerCase());
  }
  if (typeof condition !== 'object') return value => value === condition;
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = condition;
  return value => typeof value === 'number' && value >= min && value <= max;
}

/** Without a regular expression, whose time could grow exponentially. */
function patternOf(condition: string): (value: string) => boolean {
  const [first = '', ...rest] = condition.toLowerCase().split('*');
  const last = rest.pop();
  if (last === undefined) return value => value === first;
  return value => {
    if (!value.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = value.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return value.length - at >= last.length && value.endsWith(last);
  };
}

function needsRange(field: string, condition: string | boolean): WorldError {
  const given = typeof condition === 'string' ? `the text "${condition.slice(0, 64)}"` : `${condition}`;
  return new WorldError(
    'InvalidArgument',
    `where.${field} is ${given}, but ${field} is a number.`,
    `Give a range, such as {"where":{"${field}":{"min":1e3,"max":1e6}}}, or a number.`,
  );
}

function isObject(field: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `where.${field} is compared with a value, but ${field} is an object.`,
    `{"where":{"${field}":null}} lists the entities without it, and {"fields":["name","${field}"]} shows it.`,
  );
}
