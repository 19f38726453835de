import type { Change, ListName } from './change.js';
import { deepEqual } from './deep-equal.js';
import type { GroupChild, Kind } from './state.js';
import type { Store } from './store.js';

/** Applies the changes of one command, and records them with their inverses. */
export class Edit {
  readonly changes: Change[] = [];
  readonly #backwards: Change[] = [];

  constructor(readonly store: Store) {}

  /** The changes that undo this edit, in the order of replay. */
  inverse(): Change[] {
    return this.#backwards.toReversed();
  }

  make(change: Change): void {
    const back = this.store.inverseOf(change);
    this.store.perform(change);
    this.changes.push(change);
    this.#backwards.push(back);
  }

  append(list: ListName, of: string | null, id: string, type?: GroupChild['type']): void {
    const after = this.store.list(list, of).last;
    // Without spreads, which cost more than the change itself: generated bodies make tens of thousands.
    if (of === null) this.make({ op: 'link', list, id, after });
    else
      this.make(
        type === undefined ? { op: 'link', list, of, id, after } : { op: 'link', list, of, id, type, after },
      );
  }

  unlink(list: ListName, of: string | null, id: string): void {
    this.make({ op: 'unlink', list, ...(of !== null && { of }), id });
  }

  /** Sets fields; null removes a field. Returns the names of the fields that changed. */
  patch(kind: Kind, id: string, fields: Readonly<Record<string, unknown>>): string[] {
    const entity = this.store.get(kind, id) ?? { id };
    const value: Record<string, unknown> = {};
    const unset: string[] = [];
    for (const [name, wanted] of Object.entries(fields)) {
      if (wanted === undefined) continue;
      if (wanted === null && Object.hasOwn(entity, name)) unset.push(name);
      if (wanted !== null && !(Object.hasOwn(entity, name) && deepEqual(entity[name], wanted)))
        value[name] = wanted;
    }
    const changed = [...Object.keys(value), ...unset];
    if (changed.length > 0)
      this.make({ op: 'patch', in: kind, id, value, ...(unset.length > 0 && { unset }) });
    return changed;
  }

  /** Sets the parent of a body or a group; null for a root. */
  setParent(kind: 'stars' | 'groups', id: string, parent: string | null): void {
    const value = kind === 'stars' ? { parentId: parent } : { parentGroupId: parent };
    this.make({ op: 'patch', in: kind, id, value });
  }

  rollBack(): void {
    this.store.takeBack(this.inverse());
  }
}
