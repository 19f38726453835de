import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { packageOf } from '../../port/given-path.js';
import type { ActorDetail, Rotator, Transform, Vector } from '../../port/operations.js';
import { movedParts, type WriteCall, type WriteName } from '../../port/write-plan.js';
import { sameRotation, sameValue, sameVector } from './read-back.js';

/** The current state of what a step changes, and how it compares. */
interface StateKind {
  /** Steps with the same key change the same thing. */
  key(params: never): string;
  same(expect: JsonValue, now: JsonValue): boolean;
  /** The state after the step. */
  after(now: JsonValue, params: never): JsonValue;
}

type Params<Name extends WriteName> = Extract<WriteCall, { write: Name }>['params'];

const KINDS: Readonly<Partial<Record<WriteName, StateKind>>> = {
  'property.write': {
    key: ({ object, property }: Params<'property.write'>) => `${object} ${property}`,
    same: sameValue,
    after: (_now, { value }: Params<'property.write'>) => value,
  },
  'actor.transform': {
    key: ({ path }: Params<'actor.transform'>) => path,
    same: (expect, now) =>
      Object.entries(expect as JsonObject).every(([part, value]) =>
        samePart(part, value, (now as JsonObject)[part] as JsonValue),
      ),
    after: (now, { path: _path, ...parts }: Params<'actor.transform'>) =>
      ({ ...(now as JsonObject), ...movedParts(parts, now as unknown as Transform) }) as unknown as JsonValue,
  },
  'actor.destroy': {
    key: ({ path }: Params<'actor.destroy'>) => path,
    same: (expect, now) =>
      expect === null || now === null
        ? expect === now
        : changedMembers(expect as JsonObject, now as JsonObject).length === 0,
    after: () => null,
  },
  'actor.spawn': {
    key: (params: Params<'actor.spawn'>) => JSON.stringify(params),
    same: () => true,
    after: (_now, params: Params<'actor.spawn'>) => params as unknown as JsonValue,
  },
  'selection.set': {
    key: () => '',
    same: (expect, now) => sameSet(expect as string[], now as string[]),
    after: (_now, { paths }: Params<'selection.set'>) => [...paths],
  },
  'level.open': {
    key: () => '',
    same: (expect, now) =>
      typeof expect === 'string' &&
      typeof now === 'string' &&
      packageOf(expect).toLowerCase() === packageOf(now).toLowerCase(),
    after: (_now, { path }: Params<'level.open'>) => path,
  },
};

export function stateKey({ write, params }: WriteCall): string {
  return `${write} ${kindOf(write)
    .key(params as never)
    .toLowerCase()}`;
}

export function isSameState({ write }: WriteCall, expect: JsonValue, now: JsonValue): boolean {
  return kindOf(write).same(expect, now);
}

/** The state that the call leaves, where it finds `now`. */
export function stateAfter({ write, params }: WriteCall, now: JsonValue): JsonValue {
  return kindOf(write).after(now, params as never);
}

/** What an undo of a spawn compares. */
export function actorState({
  path,
  name,
  label,
  class: kind,
  location,
  rotation,
  scale,
  properties,
}: ActorDetail): JsonValue {
  const place = { ...(location && { location }), ...(rotation && { rotation }), ...(scale && { scale }) };
  const card = { path, name, ...(label !== undefined && { label }), class: kind, ...place };
  return { ...card, properties } as unknown as JsonValue;
}

/** The members of the state of an actor that differ, properties with their names. */
export function changedMembers(expect: JsonObject, now: JsonObject): string[] {
  return Object.entries(expect).flatMap(([name, value]) => {
    if (name !== 'properties') return samePart(name, value, now[name] as JsonValue) ? [] : [name];
    const properties = (now.properties ?? {}) as JsonObject;
    return Object.entries(value as JsonObject)
      .filter(([property, was]) => !sameValue(was, properties[property] ?? null))
      .map(([property]) => property);
  });
}

function kindOf(write: WriteName): StateKind {
  const kind = KINDS[write];
  if (kind === undefined) throw new TypeError(`${write} is not a step of an undo.`);
  return kind;
}

function samePart(part: string, expect: JsonValue, now: JsonValue | undefined): boolean {
  if (now === undefined) return false;
  if (part === 'rotation') return sameRotation(expect as unknown as Rotator, now as unknown as Rotator);
  if (part === 'location' || part === 'scale') {
    return sameVector(expect as unknown as Vector, now as unknown as Vector);
  }
  return sameValue(expect, now);
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [a, b].map(list => new Set(list.map(item => item.toLowerCase()))) as [
    Set<string>,
    Set<string>,
  ];
  return left.size === right.size && [...left].every(item => right.has(item));
}
