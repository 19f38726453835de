import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Untrusted } from '../text/untrusted.js';
import { Icon } from './icon.js';
import { VirtualList, type VirtualListHandle } from './virtual-list.js';

const ROW_HEIGHT = 24;

/** A row of a tree whose open parts are flat: a parent comes right before its children. */
export interface TreeRow {
  readonly id: string;
  readonly name: string;
  /** 0 for a root. */
  readonly depth: number;
  /** Undefined for a row without children. */
  readonly open?: boolean | undefined;
  /** Shown after the name, muted. */
  readonly kind?: string;
  /** A colour mark before the name, such as that of an agent. */
  readonly mark?: string | undefined;
  readonly note?: ComponentChildren;
}

interface Props {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onToggle?: (id: string) => void;
  /** Enter, or a double click. */
  readonly onOpen?: (id: string) => void;
  readonly testid?: string;
}

/** A tree of any size, with the keys of the WAI-ARIA tree pattern. */
export function Tree({ label, rows, selected, onSelect, onToggle, onOpen, testid }: Props) {
  const list = useRef<VirtualListHandle>(null);
  const prefix = useId();
  const index = rows.findIndex(({ id }) => id === selected);
  useEffect(() => {
    if (index >= 0) list.current?.reveal(index);
  }, [selected]);
  const select = (at: number) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (row !== undefined) onSelect(row.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[index];
    const actions: Record<string, () => void> = {
      ArrowDown: () => select(index + 1),
      ArrowUp: () => select(index - 1),
      Home: () => select(0),
      End: () => select(rows.length - 1),
      ArrowRight: () => (row?.open === false ? onToggle?.(row.id) : select(index + 1)),
      ArrowLeft: () => {
        if (row === undefined) return;
        if (row.open) return onToggle?.(row.id);
        for (let at = index - 1; at >= 0; at--) if (rows[at]!.depth < row.depth) return select(at);
      },
      Enter: () => row !== undefined && onOpen?.(row.id),
    };
    const action = actions[event.key];
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  return (
    <VirtualList
      class="ui-tree"
      handle={list}
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      // The element that scrolls has the focus and the keys.
      attributes={{
        role: 'tree',
        'aria-label': label,
        tabIndex: 0,
        ...(index >= 0 && { 'aria-activedescendant': `${prefix}-${index}` }),
        'data-testid': testid,
        onKeyDown,
      }}
      renderRow={at => {
        const row = rows[at]!;
        return (
          // The tree itself has the keys: the active row is named by aria-activedescendant.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div
            key={row.id}
            id={`${prefix}-${at}`}
            role="treeitem"
            class="ui-tree-row"
            aria-level={row.depth + 1}
            aria-selected={row.id === selected}
            aria-expanded={row.open}
            style={{ paddingInlineStart: `${8 + Math.min(row.depth, 12) * 16}px` }}
            onClick={() => onSelect(row.id)}
            onDblClick={() => onOpen?.(row.id)}
          >
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrow keys open and close */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys open and close */}
            <span
              class={`ui-tree-twist${row.open ? ' ui-tree-open' : ''}`}
              onClick={event => {
                if (row.open === undefined) return;
                event.stopPropagation();
                onToggle?.(row.id);
              }}
            >
              {row.open !== undefined && <Icon name="forward" />}
            </span>
            {row.mark !== undefined && <span class="ui-dot" style={{ background: row.mark }} />}
            <span class="ui-tree-name">
              <Untrusted text={row.name} max={80} />
            </span>
            {row.kind !== undefined && (
              <span class="ui-tree-kind">
                <Untrusted text={row.kind} max={40} />
              </span>
            )}
            {row.note}
          </div>
        );
      }}
    />
  );
}
