import { useComputed, useSignal } from '@preact/signals';
import type { Mark } from '../explorer/marks.js';
import { place } from '../state/place.js';
import { Tree } from '../ui/tree.js';
import { showActor } from './unreal-place.js';
import type { UnrealStore } from './unreal-store.js';

interface Props {
  readonly store: UnrealStore;
  readonly marks: readonly Mark[];
  readonly onOpen: (path: string) => void;
}

/** The actors of the level by class. */
export function ActorList({ store, marks, onOpen }: Props) {
  const query = useSignal('');
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const cursor = useSignal<string | undefined>(undefined);
  const rows = useComputed(() => {
    const text = query.value.trim().toLowerCase();
    const groups = new Map<string, { id: string; name: string; depth: number; kind: string }[]>();
    for (const { path, name, label, class: kind } of store.actors.value.items) {
      const shown = label ?? name;
      if (text !== '' && !`${shown} ${name} ${kind}`.toLowerCase().includes(text)) continue;
      const group = groups.get(kind) ?? [];
      group.push({ id: path, name: shown, depth: 1, kind: name === shown ? '' : name });
      groups.set(kind, group);
    }
    return [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([kind, actors]) => {
        const open = !closed.value.has(kind);
        const head = { id: `class ${kind}`, name: kind, depth: 0, open, kind: String(actors.length) };
        return open ? [head, ...actors] : [head];
      });
  });
  return (
    <>
      <div class="explorer-bar">
        <input
          class="ui-input explorer-search"
          type="search"
          placeholder="Filter actors"
          aria-label="Filter actors by name or class"
          data-testid="actor-filter"
          value={query.value}
          onInput={event => {
            query.value = event.currentTarget.value;
          }}
        />
      </div>
      <Tree
        label="Actors of the level"
        testid="actor-tree"
        rows={rows.value.map(row => ({ ...row, mark: marks.find(({ id }) => id === row.id)?.colour }))}
        selected={cursor.value ?? place.value.sel}
        onSelect={id => {
          const isClass = id.startsWith('class ');
          cursor.value = isClass ? id : undefined;
          if (!isClass) showActor(id);
        }}
        onToggle={id => {
          const next = new Set(closed.peek());
          const kind = id.slice('class '.length);
          if (!next.delete(kind)) next.add(kind);
          closed.value = next;
        }}
        onOpen={id => !id.startsWith('class ') && onOpen(id)}
      />
    </>
  );
}
