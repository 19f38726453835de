import type { Card } from './cards.js';

/** What is known of the children of a scene or an object. */
export interface Branch {
  readonly children: readonly Card[];
  /** Where the next page begins. Without it all are here. */
  readonly next?: number | undefined;
  readonly loading: boolean;
}

export interface HierarchyRow {
  readonly id: string;
  readonly depth: number;
  /** Undefined for an object without children. */
  readonly open?: boolean;
  readonly kind: 'scene' | 'object' | 'more';
  readonly name: string;
  readonly card?: Card;
  /** Of a row that loads more: what it belongs to. */
  readonly parent?: string;
}

/** The rows of the open part of a hierarchy. */
export function hierarchyRows(
  scenes: readonly { readonly Id: string; readonly Name: string; readonly RootCount: number }[],
  branches: ReadonlyMap<string, Branch>,
  open: ReadonlySet<string>,
): readonly HierarchyRow[] {
  const rows: HierarchyRow[] = [];
  for (const scene of scenes) {
    const isOpen = open.has(scene.Id);
    rows.push({
      id: scene.Id,
      kind: 'scene',
      name: scene.Name,
      depth: 0,
      ...(scene.RootCount > 0 && { open: isOpen }),
    });
    if (isOpen) add(scene.Id, 1, new Set());
  }
  return rows;

  /** `above` has the ids on the way down: an engine may answer with an object below itself. */
  function add(parent: string, depth: number, above: ReadonlySet<string>): void {
    const branch = branches.get(parent);
    for (const card of branch?.children ?? []) {
      if (above.has(card.Id)) continue;
      const isOpen = open.has(card.Id);
      const hasChildren = card.Descendants !== 0;
      rows.push({
        id: card.Id,
        kind: 'object',
        name: card.Name ?? card.Id,
        depth,
        ...(hasChildren && { open: isOpen }),
        card,
      });
      if (hasChildren && isOpen) add(card.Id, depth + 1, new Set(above).add(card.Id));
    }
    if (branch?.loading === true) rows.push(moreRow(parent, depth, 'Loading'));
    else if (branch?.next !== undefined) rows.push(moreRow(parent, depth, 'More'));
  }
}

function moreRow(parent: string, depth: number, name: string): HierarchyRow {
  return { id: `${parent}/more`, kind: 'more', name, depth, parent };
}
