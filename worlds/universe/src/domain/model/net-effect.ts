import type { Change } from './change.js';
import { deepEqual } from './deep-equal.js';
import { KINDS, type Kind, type UniverseState } from './state.js';

export type Fields = Readonly<Record<string, unknown>>;

/** What changes did to one entity: its changed fields before and after, or null if it did not exist. */
export interface EntityEffect {
  readonly kind: Kind;
  readonly id: string;
  readonly before: Fields | null;
  readonly after: Fields | null;
}

/** What changes did to a state, without the steps between. */
export interface NetEffect {
  readonly entities: readonly EntityEffect[];
  readonly time: { readonly before: number; readonly after: number } | undefined;
  /** The number of entities of each kind, if the whole state was replaced. */
  readonly replaced: { readonly before: Fields; readonly after: Fields } | undefined;
  /** Changes that were left out because of the limit. */
  readonly more: number;
}

interface Draft {
  readonly kind: Kind;
  readonly id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Follows at most `max` changes. `inverse` is in the order of replay, so its last one belongs to the first change. */
export function netEffect(
  changes: readonly Change[],
  inverse: readonly Change[],
  max = Number.POSITIVE_INFINITY,
): NetEffect {
  const followed = new Follower();
  const count = Math.min(max, changes.length);
  for (let index = 0; index < count; index++)
    followed.add(changes[index] as Change, inverse[inverse.length - 1 - index] as Change);
  return followed.result(changes.length - count);
}

export function countsOf(state: UniverseState): Fields {
  const counts = KINDS.map(kind => [kind, Object.keys(state[kind]).length] as const);
  return { ...Object.fromEntries(counts.filter(([, count]) => count > 0)), time: state.time };
}

class Follower {
  readonly #drafts = new Map<string, Draft>();
  #time: NetEffect['time'];
  #replaced: NetEffect['replaced'];

  add(change: Change, back: Change): void {
    switch (change.op) {
      case 'add':
        return this.#added(change.in, change.id, change.value);
      case 'remove':
        return this.#removed(change.in, change.id, back.op === 'add' ? back.value : {});
      case 'patch': {
        const old: Fields = back.op === 'patch' ? back.value : {};
        const { value, unset = [] } = change;
        const draft = this.#draft(change.in, change.id, {});
        for (const name of Object.keys(value)) set(draft, name, old[name] ?? null, value[name] ?? null);
        for (const name of unset) set(draft, name, old[name] ?? null, null);
        return;
      }
      case 'link':
        if (change.type === 'system') set(this.#draft('stars', change.id, {}), 'group', null, change.of);
        return;
      case 'unlink':
        if (back.op === 'link' && back.type === 'system')
          set(this.#draft('stars', change.id, {}), 'group', change.of, null);
        return;
      case 'time':
        this.#time = { before: this.#time?.before ?? timeOf(back), after: change.value };
        return;
      case 'reset':
        // The changes before it have no effect on the new state.
        this.#drafts.clear();
        this.#replaced = {
          before: this.#replaced?.before ?? (back.op === 'reset' ? countsOf(back.value) : {}),
          after: countsOf(change.value),
        };
    }
  }

  result(more: number): NetEffect {
    const entities: EntityEffect[] = [];
    for (const draft of this.#drafts.values()) {
      const effect = changedFields(draft);
      if (effect !== undefined) entities.push(effect);
    }
    const time = this.#time?.before === this.#time?.after ? undefined : this.#time;
    return { entities, time, replaced: this.#replaced, more };
  }

  #added(kind: Kind, id: string, value: Fields): void {
    const draft = this.#draft(kind, id, null);
    draft.after = { ...value };
  }

  #removed(kind: Kind, id: string, value: Fields): void {
    const draft = this.#draft(kind, id, {});
    if (draft.before !== null) draft.before = withoutNulls({ ...value, ...draft.before });
    draft.after = null;
  }

  #draft(kind: Kind, id: string, before: Record<string, unknown> | null): Draft {
    const key = `${kind}/${id}`;
    const known = this.#drafts.get(key);
    if (known !== undefined) return known;
    const draft: Draft = { kind, id, before, after: before === null ? null : {} };
    this.#drafts.set(key, draft);
    return draft;
  }
}

function set(draft: Draft, name: string, old: unknown, value: unknown): void {
  if (draft.before !== null && !Object.hasOwn(draft.before, name)) draft.before[name] = old;
  draft.after ??= {};
  draft.after[name] = value;
}

function changedFields({ kind, id, before, after }: Draft): EntityEffect | undefined {
  if (before === null || after === null) {
    const same = before === null && after === null;
    return same ? undefined : { kind, id, before, after: after && withoutNulls(after) };
  }
  const old: Record<string, unknown> = {};
  const now: Record<string, unknown> = {};
  let count = 0;
  const compare = (name: string) => {
    if (deepEqual(before[name] ?? null, after[name] ?? null)) return;
    old[name] = before[name] ?? null;
    now[name] = after[name] ?? null;
    count += 1;
  };
  for (const name of Object.keys(before)) compare(name);
  for (const name of Object.keys(after)) if (!Object.hasOwn(before, name)) compare(name);
  return count === 0 ? undefined : { kind, id, before: old, after: now };
}

function withoutNulls(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null || name.startsWith('parent')),
  );
}

function timeOf(change: Change): number {
  return change.op === 'time' ? change.value : 0;
}
