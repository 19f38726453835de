import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { agents } from '../../state/agents.js';
import { place } from '../../state/place.js';
import { Tree } from '../../ui/tree.js';
import { openersOf, treeRows } from '../model/tree-rows.js';
import { useUniverse } from './universe-context.js';

/** The bodies by group and system. */
export function BodyTree() {
  const { world, universe, shown, select, flyTo } = useUniverse();
  const closed = useSignal<ReadonlySet<string>>(new Set());
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const { sel } = place.value;
  const revealed = useRef<string | undefined>(undefined);
  // The rows above the selected body are opened once, as soon as the universe is there.
  useSignalEffect(() => {
    const wanted = place.value.sel;
    const copy = shown.shown.value?.copy;
    if (copy === undefined || revealed.current === wanted) return;
    revealed.current = wanted;
    if (wanted === undefined) return;
    const needed = openersOf(copy.store, wanted);
    opened.value = new Set([...opened.peek(), ...needed]);
    closed.value = new Set([...closed.peek()].filter(id => !needed.includes(id)));
  });
  const rows = useComputed(() => {
    shown.version.value;
    const copy = shown.shown.value?.copy;
    if (copy === undefined) return [];
    // A small universe is open down to the planets.
    const small = copy.store.record('stars').size <= 200;
    const isOpen = (id: string) =>
      opened.value.has(id) ||
      (!closed.value.has(id) && small && (id.startsWith('group:') || copy.body(id)?.parentId === null));
    const marks = new Map<string, string>();
    for (const { colour, last } of agents.value.values())
      if (last?.world === world.name && last.item === universe.id && last.id !== undefined)
        marks.set(last.id, colour);
    return treeRows(copy.store, isOpen).map(row => ({ ...row, mark: marks.get(row.id) }));
  });
  const toggle = (id: string) => {
    const open = rows.value.find(row => row.id === id)?.open === true;
    const without = (ids: ReadonlySet<string>) => new Set([...ids].filter(other => other !== id));
    opened.value = open ? without(opened.value) : new Set([...opened.value, id]);
    closed.value = open ? new Set([...closed.value, id]) : without(closed.value);
  };
  return (
    <Tree
      label="Bodies"
      testid="tree"
      rows={rows.value}
      selected={sel}
      onSelect={id => {
        if (!id.startsWith('more:')) select(id);
      }}
      onToggle={toggle}
      onOpen={id => flyTo(id.replace(/^(group:|scenery:[^/]*\/)/, ''))}
    />
  );
}
