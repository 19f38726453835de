import { isRecord } from '../link/host-link.js';

/** A view of more bodies would be slow, and its pages many. The largest are kept. */
export const MAX_ENTITIES = 5_000;

export interface Entity extends Readonly<Record<string, unknown>> {
  readonly in: string;
  readonly id: string;
}

export interface Mark {
  readonly op: 'added' | 'changed' | 'removed' | 'named';
  readonly in: string;
  readonly id: string;
  readonly name: string;
}

/** The entities of a universe at one revision, and what changed last. */
export class UniverseModel {
  readonly entities = new Map<string, Entity>();
  revision = -1;
  time = 0;
  units: 'scene' | undefined;
  /** Of the whole universe. */
  total = 0;

  /** Takes a page of the state. Returns the cursor of the next page, if there is one to read. */
  addPage(page: Readonly<Record<string, unknown>>, isFirst: boolean): string | undefined {
    if (isFirst) {
      this.entities.clear();
      // Changes between the pages are followed from the first one.
      this.revision = numberOf(page.revision) ?? this.revision;
      this.time = numberOf(page.time) ?? this.time;
      this.units = page.units === 'scene' ? 'scene' : undefined;
    }
    this.total = numberOf(page.total) ?? this.total;
    for (const entity of entitiesOf(page.items)) this.entities.set(keyOf(entity), entity);
    return typeof page.cursor === 'string' && this.entities.size < MAX_ENTITIES ? page.cursor : undefined;
  }

  /** Takes what changed since `revision`. Returns the marks, or undefined if the state must be read again. */
  apply(changes: Readonly<Record<string, unknown>>): readonly Mark[] | undefined {
    if (changes.reset === true) return undefined;
    const marks: Mark[] = [];
    for (const entity of entitiesOf(changes.items)) {
      const known = this.entities.get(keyOf(entity));
      this.entities.set(keyOf(entity), entity);
      marks.push({ op: known === undefined ? 'added' : 'changed', ...nameOf(entity) });
      if (known === undefined) this.total += 1;
    }
    for (const gone of entitiesOf(changes.removed)) {
      const known = this.entities.get(keyOf(gone));
      if (known === undefined) continue;
      this.entities.delete(keyOf(gone));
      this.total -= 1;
      marks.push({ op: 'removed', ...nameOf(known) });
    }
    this.revision = numberOf(changes.revision) ?? this.revision;
    this.time = numberOf(changes.time) ?? this.time;
    return marks;
  }

  body(id: string): Entity | undefined {
    return this.entities.get(`stars/${id}`);
  }

  bodies(): Entity[] {
    return [...this.entities.values()].filter(entity => entity.in === 'stars');
  }
}

/** What the result of a tool is about: what a command changed, or what a question named. */
export function marksOf(result: Readonly<Record<string, unknown>>): readonly Mark[] {
  const before = isRecord(result.before) ? result.before : {};
  const after = isRecord(result.after) ? result.after : {};
  const marks: Mark[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const slash = key.indexOf('/');
    if (slash === -1) continue;
    const [kind, id] = [key.slice(0, slash), key.slice(slash + 1)];
    const [old, now] = [before[key], after[key]];
    const op = isRecord(old) ? (isRecord(now) ? 'changed' : 'removed') : 'added';
    const name = [now, old].map(value => (isRecord(value) ? value.name : undefined)).find(isText) ?? id;
    marks.push({ op, in: kind, id, name });
  }
  // A whole state has roots, and names nothing in particular.
  const asked = isRecord(result.stars) && result.rootIds === undefined ? Object.values(result.stars) : [];
  const items = Array.isArray(result.items) ? result.items : asked;
  for (const entity of entitiesOf(items, 'stars')) marks.push({ op: 'named', ...nameOf(entity) });
  return marks;
}

export function textOf(entity: Entity, field: string): string | undefined {
  return isText(entity[field]) ? entity[field] : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function nameOf(entity: Entity): { in: string; id: string; name: string } {
  return { in: entity.in, id: entity.id, name: textOf(entity, 'name') ?? entity.id };
}

function keyOf({ in: kind, id }: Entity): string {
  return `${kind}/${id}`;
}

function entitiesOf(value: unknown, kind?: string): Entity[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(each => {
    if (!isRecord(each) || !isText(each.id)) return [];
    const inside = isText(each.in) ? each.in : kind;
    return inside === undefined ? [] : [{ ...each, in: inside, id: each.id }];
  });
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
