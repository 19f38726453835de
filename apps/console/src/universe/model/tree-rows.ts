import type { Store } from '@worldwire/universe/sky';

/** A row of the tree of a universe. Ids of groups and scenery have a prefix, because records have their own ids. */
export interface BodyRow {
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  readonly open?: boolean;
  readonly kind: string;
}

/** A longer list ends with a row that names the rest. */
export const MAX_CHILDREN = 1_000;
const MAX_DEPTH = 24;
export const GROUP = 'group:';
export const SCENERY = 'scenery:';
const SCENERY_KINDS = {
  smallBodyFields: 'field',
  protoplanetaryDisks: 'disk',
  nebulae: 'nebula',
  belts: 'belt',
} as const;

/** Groups with their systems, then systems without a group, then what lies between the bodies. */
export function treeRows(store: Store, isOpen: (id: string) => boolean): BodyRow[] {
  const rows: BodyRow[] = [];
  for (const id of store.list('rootGroupIds')) addGroup(rows, store, id, 0, isOpen);
  addList(rows, 0, ungrouped(store), store.list('rootIds').size, id => addBody(rows, store, id, 0, isOpen));
  for (const kind of Object.keys(SCENERY_KINDS) as (keyof typeof SCENERY_KINDS)[])
    addList(rows, 0, store.record(kind).keys(), store.record(kind).size, id => {
      const { name, regionLabel } = store.get(kind, id)!;
      rows.push({
        id: `${SCENERY}${kind}/${id}`,
        name: String(name ?? regionLabel ?? id),
        depth: 0,
        kind: SCENERY_KINDS[kind],
      });
    });
  return rows;
}

/** The rows that must be open for a body to be seen: its groups and the bodies above it. */
export function openersOf(store: Store, id: string): string[] {
  const line: string[] = [];
  let top = id;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const parent = store.get('stars', top)?.parentId;
    if (typeof parent !== 'string') break;
    line.push(parent);
    top = parent;
  }
  let group = store.groupOfSystem(top);
  for (let depth = 0; group !== null && depth < MAX_DEPTH; depth++) {
    line.push(`${GROUP}${group}`);
    const above = store.get('groups', group)?.parentGroupId;
    group = typeof above === 'string' ? above : null;
  }
  return line;
}

function* ungrouped(store: Store): Generator<string> {
  for (const id of store.list('rootIds')) if (store.groupOfSystem(id) === null) yield id;
}

function addGroup(
  rows: BodyRow[],
  store: Store,
  id: string,
  depth: number,
  isOpen: (id: string) => boolean,
): void {
  const members = store.list('groupChildren', id);
  const key = `${GROUP}${id}`;
  const open = isOpen(key);
  const name = String(store.get('groups', id)?.name ?? id);
  rows.push({ id: key, name, depth, kind: `group of ${members.size}`, ...(members.size > 0 && { open }) });
  if (!open || depth >= MAX_DEPTH) return;
  addList(rows, depth + 1, members, members.size, member => {
    if (store.memberType(id, member) === 'group') addGroup(rows, store, member, depth + 1, isOpen);
    else addBody(rows, store, member, depth + 1, isOpen);
  });
}

function addBody(
  rows: BodyRow[],
  store: Store,
  id: string,
  depth: number,
  isOpen: (id: string) => boolean,
): void {
  const body = store.get('stars', id);
  if (body === undefined) return;
  const children = store.list('children', id);
  const open = isOpen(id);
  const kind = String(body.bodyType ?? (body.parentId === null ? 'star' : 'planet'));
  rows.push({ id, name: String(body.name ?? id), depth, kind, ...(children.size > 0 && { open }) });
  if (open && depth < MAX_DEPTH)
    addList(rows, depth + 1, children, children.size, child =>
      addBody(rows, store, child, depth + 1, isOpen),
    );
}

function addList(
  rows: BodyRow[],
  depth: number,
  ids: Iterable<string>,
  size: number,
  add: (id: string) => void,
): void {
  let count = 0;
  for (const id of ids) {
    if (count++ === MAX_CHILDREN) {
      rows.push({
        id: `more:${depth}:${id}`,
        name: `… of ${size.toLocaleString('en')}: use the search`,
        depth,
        kind: '',
      });
      return;
    }
    add(id);
  }
}
