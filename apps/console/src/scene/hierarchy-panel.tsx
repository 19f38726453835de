import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { Failure } from '../explorer/failure.js';
import type { Mark } from '../explorer/marks.js';
import { place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { Tree, type TreeRow } from '../ui/tree.js';
import type { Card, Page } from './cards.js';
import { type HierarchyRow, hierarchyRows } from './hierarchy-rows.js';
import type { Hierarchy } from './hierarchy-store.js';
import type { SceneStore } from './scene-store.js';

const SEARCH_MS = 200;
const MAX_FOUND = 100;

interface Props {
  readonly store: SceneStore;
  readonly hierarchy: Hierarchy;
  readonly marks: readonly Mark[];
  readonly share: boolean;
  /** Brings an object into the 3D view. */
  readonly onOpen: (id: string) => void;
}

export function HierarchyPanel({ store, hierarchy, marks, share, onOpen }: Props) {
  const query = useSignal('');
  const found = useSignal<Page<Card> | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  /** A row that is not an object: a scene. */
  const cursor = useSignal<string | undefined>(undefined);
  const tree = useComputed(() =>
    hierarchyRows(store.scenes.value, hierarchy.branches.value, hierarchy.open.value),
  );
  useSignalEffect(() => {
    const text = query.value.trim();
    failure.value = undefined;
    if (text === '') {
      found.value = undefined;
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const fields = ['Name', 'Path', 'Active', 'ActiveInHierarchy'];
      store.call<Page<Card>>('SearchObjects', { query: text, fields, limit: MAX_FOUND }, stop.signal).then(
        page => {
          found.value = page;
        },
        thrown => {
          if (!stop.signal.aborted) failure.value = thrown;
        },
      );
    }, SEARCH_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  });
  const rows = found.value === undefined ? tree.value : found.value.Items.map(foundRow);
  return (
    <>
      <div class="explorer-bar">
        <input
          class="ui-input explorer-search"
          type="search"
          placeholder="Search objects"
          aria-label="Search objects by name, path or component"
          data-testid="search"
          value={query.value}
          onInput={event => {
            query.value = event.currentTarget.value;
          }}
        />
        {found.value !== undefined && (
          <span class="ui-muted" role="status">
            {found.value.Total > MAX_FOUND
              ? `${MAX_FOUND} of ${found.value.Total}`
              : `${found.value.Total} found`}
          </span>
        )}
      </div>
      <Failure thrown={failure.value} />
      <Tree
        label="Hierarchy"
        testid="tree"
        rows={rows.map(row => treeRow(row, marks))}
        selected={cursor.value ?? place.value.sel}
        onSelect={select}
        onToggle={id => hierarchy.toggle(id)}
        onOpen={onOpen}
      />
    </>
  );

  function select(id: string): void {
    const row = rows.find(each => each.id === id);
    cursor.value = row?.kind === 'object' ? undefined : id;
    if (row?.kind === 'object') store.select(id, share);
    else if (row?.kind === 'more') hierarchy.loadMore(row.parent!);
  }
}

function treeRow({ id, name, depth, open, kind, card }: HierarchyRow, marks: readonly Mark[]): TreeRow {
  const mark = marks.find(each => each.id === id);
  const isOff = card?.ActiveInHierarchy === false;
  const count = card?.Descendants ?? 0;
  return {
    id,
    depth,
    name: kind === 'more' ? `${name}…` : name,
    ...(open !== undefined && { open }),
    ...(card?.Path !== undefined && open === undefined && depth === 0 && { kind: card.Path }),
    ...(kind === 'scene' && { kind: 'scene' }),
    ...(mark !== undefined && { mark: mark.colour }),
    note: (
      <>
        {mark !== undefined && (
          <span class="scene-state">
            <Untrusted text={mark.name} max={16} />
          </span>
        )}
        {isOff && (
          <span class="scene-state" title={card?.Active === false ? 'Not active' : 'A parent is not active'}>
            {card?.Active === false ? 'off' : 'off above'}
          </span>
        )}
        {count > 0 && <span class="ui-muted explorer-push">{count}</span>}
      </>
    ),
  };
}

function foundRow(card: Card): HierarchyRow {
  return { id: card.Id, kind: 'object', name: card.Name ?? card.Id, depth: 0, card };
}
