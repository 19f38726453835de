import { recordOrder } from './record-order.js';
import { type Entity, type GroupChild, KINDS, type Kind, type UniverseState } from './state.js';
import { chunksOf, inSteps, type Steps } from './steps.js';

/** The name of a part of a state. */
export type Part = Kind | 'rootIds' | 'rootGroupIds' | 'time' | 'units';

/** In the order of a state. */
const PARTS: readonly Part[] = [
  'stars',
  'rootIds',
  'groups',
  'rootGroupIds',
  'belts',
  'smallBodyFields',
  'protoplanetaryDisks',
  'nebulae',
  'time',
  'units',
];

const REFERENCE_BYTES = 16;
/** Entities of a record, and characters of an entity, whose text is kept for the next answer. */
const MAX_KEPT_RECORD = 256;
const MAX_KEPT_TEXT = 4_096;
const keptTexts = new WeakMap<Entity, string>();

interface Captured {
  readonly time: number;
  readonly units: UniverseState['units'];
  /** Without children. */
  readonly records: Readonly<Record<Kind, readonly Entity[]>>;
  readonly rootIds: readonly string[];
  readonly rootGroupIds: readonly string[];
  /** Only non-empty lists. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  readonly members: ReadonlyMap<string, readonly GroupChild[]>;
}

/**
 * An immutable view of a universe. It refers to the entities, which are never changed in place, and copies the lists. So
 * long work on it can run in steps while the universe changes.
 */
export class Capture {
  constructor(readonly captured: Captured) {}

  get time(): number {
    return this.captured.time;
  }

  get units(): UniverseState['units'] {
    return this.captured.units;
  }

  /** The bodies without children, in the order of a state. */
  get bodies(): readonly Entity[] {
    return recordOrder(this.captured.records.stars);
  }

  /** The number of entities of all kinds. */
  get size(): number {
    return KINDS.reduce((sum, kind) => sum + this.captured.records[kind].length, 0);
  }

  /** Estimated bytes without the entities. */
  get length(): number {
    const { rootIds, rootGroupIds } = this.captured;
    // A body or a group is in at most one list.
    return REFERENCE_BYTES * (2 * this.size + rootIds.length + rootGroupIds.length);
  }

  /** The same as `Universe.snapshot`. */
  *state(): Steps<UniverseState> {
    const parts: [Part, unknown][] = [];
    for (const part of PARTS) {
      const value = yield* this.#part(part);
      if (value !== undefined) parts.push([part, value]);
    }
    return Object.fromEntries(parts) as unknown as UniverseState;
  }

  /** As JSON: all parts, or the given ones. */
  *text(parts: readonly Part[] = PARTS): Steps<string> {
    const written: string[] = [];
    for (const part of parts) {
      if (part === 'units' && this.units === undefined) continue;
      written.push(written.length === 0 ? '{' : ',', JSON.stringify(part), ':');
      if (isKind(part))
        yield* writeRecord(this.captured.records[part], written, id => this.#childrenText(part, id));
      else written.push(JSON.stringify(this.captured[part]));
      yield;
    }
    return written.length === 0 ? '{}' : `${written.join('')}}`;
  }

  *#part(part: Part): Steps<unknown> {
    if (!isKind(part)) return this.captured[part];
    const entries: [string, Entity][] = [];
    yield* inSteps(this.captured.records[part], entity =>
      entries.push([entity.id, this.whole(part, entity)]),
    );
    return Object.fromEntries(entries);
  }

  /** The member that `whole` adds, as JSON. */
  #childrenText(kind: Kind, id: string): string {
    if (kind !== 'stars' && kind !== 'groups') return '';
    const children = (kind === 'stars' ? this.captured.children : this.captured.members).get(id);
    return `,"children":${children === undefined ? '[]' : JSON.stringify(children)}`;
  }

  /** With its children, as in a state. */
  whole(kind: Kind, entity: Entity): Entity {
    if (kind === 'stars') return { ...entity, children: this.captured.children.get(entity.id) ?? [] };
    if (kind === 'groups') return { ...entity, children: this.captured.members.get(entity.id) ?? [] };
    return entity;
  }
}

function isKind(part: Part): part is Kind {
  return part !== 'time' && part !== 'units' && part !== 'rootIds' && part !== 'rootGroupIds';
}

/** Writes a state as JSON, in steps. */
export function* stateText(state: UniverseState): Steps<string> {
  const written: string[] = [];
  for (const part of PARTS) {
    if (part === 'units' && state.units === undefined) continue;
    written.push(written.length === 0 ? '{' : ',', JSON.stringify(part), ':');
    if (isKind(part)) yield* writeRecord(Object.values<Entity>(state[part]), written, () => '');
    else written.push(JSON.stringify(state[part]));
    yield;
  }
  return `${written.join('')}}`;
}

/** `childrenOf` returns a further member of an entity as JSON, or an empty text. */
function* writeRecord(
  entities: readonly Entity[],
  written: string[],
  childrenOf: (id: string) => string,
): Steps<void> {
  let before = '{';
  const open = entities.length <= MAX_KEPT_RECORD ? keptOpenText : openText;
  for (const chunk of chunksOf(recordOrder(entities))) {
    let text = '';
    for (const entity of chunk) {
      text += `${before}${open(entity)}${childrenOf(entity.id)}}`;
      before = ',';
    }
    written.push(text);
    yield;
  }
  written.push(before === '{' ? '{}' : '}');
}

/** The member of a record as JSON, without the last brace. */
function openText(entity: Entity): string {
  return `${JSON.stringify(entity.id)}:${JSON.stringify(entity).slice(0, -1)}`;
}

/** An entity is never changed in place, so its text stays valid. A command changes one of many. */
function keptOpenText(entity: Entity): string {
  const known = keptTexts.get(entity);
  if (known !== undefined) return known;
  const text = openText(entity);
  if (text.length <= MAX_KEPT_TEXT) keptTexts.set(entity, text);
  return text;
}
