import {
  type Change,
  deepEqual,
  type Entity,
  KINDS,
  type Kind,
  type Star,
  Store,
  standardBody,
  type UniverseState,
} from '@worldwire/universe/sky';

/** The ids that changes touched, by the record of the entity. */
export interface Touched {
  /** Everything may be different. */
  readonly reset: boolean;
  readonly ids: Readonly<Record<Kind, ReadonlySet<string>>>;
  /** Bodies that did not exist before. */
  readonly added: ReadonlySet<string>;
}

/** A universe as the server has it at one revision. A change costs what it touches, not the size of the universe. */
export class UniverseCopy {
  readonly store = new Store();
  revision = 0;

  static of(state: UniverseState, revision: number): UniverseCopy {
    const copy = new UniverseCopy();
    copy.store.load(state);
    copy.revision = revision;
    return copy;
  }

  /** Applies the changes of the next revision. */
  apply(changes: readonly Change[], revision: number): Touched {
    const touched = untouched();
    for (const change of changes) {
      if (change.op === 'add' && change.in === 'stars') touched.added.add(change.id);
      this.store.perform(change);
      note(touched, change);
    }
    this.store.settle();
    this.revision = revision;
    return touched;
  }

  body(id: string): Star | undefined {
    return this.store.get('stars', id) as Star | undefined;
  }

  /** For drawing: angles in radians. The radius has the unit of the distances. */
  drawnBody(id: string): Star | undefined {
    const body = this.body(id);
    if (body === undefined || this.store.units === undefined) return body;
    return { ...standardBody(body, this.store.units), radius: body.radius };
  }
}

export interface Difference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Bodies of both states with another place, orbit or other fields. */
  readonly changed: readonly {
    readonly id: string;
    readonly moved: boolean;
    readonly fields: readonly string[];
  }[];
}

const ORBIT_FIELDS = new Set([
  'parentId',
  'orbitalDistance',
  'orbitalSpeed',
  'orbitalPhase',
  'semiMajorAxis',
  'eccentricity',
  'orbitOffsetX',
  'orbitOffsetY',
  'orbitOffsetZ',
  'orbitRotX',
  'orbitRotY',
  'orbitRotZ',
]);

/** What bodies differ between two states. */
export function difference(before: UniverseCopy, after: UniverseCopy): Difference {
  const added: string[] = [];
  const changed: { id: string; moved: boolean; fields: string[] }[] = [];
  for (const id of after.store.record('stars').keys()) {
    const [old, now] = [before.store.get('stars', id), after.store.get('stars', id)];
    if (old === undefined) added.push(id);
    else if (old !== now) {
      const fields = changedFields(old, now!);
      if (fields.length > 0) changed.push({ id, moved: fields.some(name => ORBIT_FIELDS.has(name)), fields });
    }
  }
  const removed = [...before.store.record('stars').keys()].filter(id => !after.store.has('stars', id));
  return { added, removed, changed };
}

function changedFields(old: Entity, now: Entity): string[] {
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  return [...names].filter(name => !deepEqual(old[name], now[name]));
}

interface Noted extends Touched {
  reset: boolean;
  readonly ids: Record<Kind, Set<string>>;
  readonly added: Set<string>;
}

function untouched(): Noted {
  const ids = Object.fromEntries(KINDS.map(kind => [kind, new Set<string>()])) as Record<Kind, Set<string>>;
  return { reset: false, ids, added: new Set() };
}

function note(touched: Noted, change: Change): void {
  switch (change.op) {
    case 'add':
    case 'patch':
    case 'remove':
      touched.ids[change.in].add(change.id);
      return;
    case 'link':
    case 'unlink':
      if (change.list === 'groupChildren' && change.of !== undefined) touched.ids.groups.add(change.of);
      return;
    case 'reset':
      touched.reset = true;
  }
}
