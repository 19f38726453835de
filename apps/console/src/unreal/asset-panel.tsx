import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { Failure } from '../explorer/failure.js';
import type { Mark } from '../explorer/marks.js';
import { place } from '../state/place.js';
import { Empty } from '../ui/empty.js';
import { Tree, type TreeRow } from '../ui/tree.js';
import type { Asset, Listed } from './answers.js';
import { assetRows, foldersAbove } from './asset-rows.js';
import { SmallPicture } from './small-picture.js';
import type { Thumbnails } from './thumbnails.js';
import { assetOf, showAsset, showFolder } from './unreal-place.js';
import type { UnrealStore } from './unreal-store.js';

const SEARCH_MS = 200;
const MAX_FOUND = 100;

interface Props {
  readonly store: UnrealStore;
  readonly thumbnails: Thumbnails;
  readonly marks: readonly Mark[];
}

/** The tree of assets, with search. */
export function AssetPanel({ store, thumbnails, marks }: Props) {
  const query = useSignal('');
  const kind = useSignal('');
  const found = useSignal<Listed<Asset> | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const open = useSignal<ReadonlySet<string>>(new Set(['/Game/']));
  const list = store.assets.value;
  const kinds = useComputed(() => [...new Set(store.assets.value.items.map(each => each.class))].sort());
  const rows = useComputed(() =>
    assetRows(
      store.assets.value.items.filter(each => kind.value === '' || each.class === kind.value),
      open.value,
    ),
  );
  useSignalEffect(() => {
    const path = assetOf(place.value);
    if (path === undefined) return;
    const missing = foldersAbove(path).filter(folder => !open.peek().has(folder));
    if (missing.length > 0) open.value = new Set([...open.peek(), ...missing]);
  });
  useSignalEffect(() => {
    const text = query.value.trim();
    failure.value = undefined;
    if (text === '') {
      found.value = undefined;
      return;
    }
    const stop = new AbortController();
    const args = { query: text, limit: MAX_FOUND, ...(kind.value !== '' && { class: kind.value }) };
    const timer = setTimeout(() => {
      store.call<Listed<Asset>>('find_assets', args, stop.signal).then(
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
  const shown: readonly TreeRow[] =
    found.value === undefined
      ? rows.value.map(({ id, name, depth, open: isOpen, asset, count }) => ({
          id,
          name,
          depth,
          ...(isOpen !== undefined && { open: isOpen }),
          kind: asset?.class ?? String(count ?? ''),
          mark: marks.find(mark => mark.id === id)?.colour,
          ...(asset !== undefined && { note: <SmallPicture path={id} thumbnails={thumbnails} /> }),
        }))
      : found.value.items.map(({ path, name, class: type }) => ({ id: path, name, depth: 0, kind: type }));
  return (
    <>
      <div class="explorer-bar">
        <input
          class="ui-input explorer-search"
          type="search"
          placeholder="Search assets"
          aria-label="Search assets by name or path"
          data-testid="search"
          value={query.value}
          onInput={event => {
            query.value = event.currentTarget.value;
          }}
        />
        <select
          class="ui-input unreal-kind"
          aria-label="Class of assets"
          data-testid="asset-class"
          value={kind.value}
          onChange={event => {
            kind.value = event.currentTarget.value;
          }}
        >
          <option value="">all classes</option>
          {kinds.value.map(each => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </div>
      <Failure thrown={failure.value ?? list.failure} />
      {list.items.length === 0 && !list.loading && list.failure === undefined && (
        <Empty
          title="No assets"
          text="The project has no packages below Content."
          command="npx worldwire serve unreal --project ~/Games/Harbour"
        />
      )}
      <Tree
        label="Assets"
        testid="asset-tree"
        rows={shown}
        selected={assetOf(place.value) ?? place.value.more.folder}
        onSelect={id => (id.endsWith('/') ? showFolder(id) : showAsset(id))}
        onToggle={toggle}
        onOpen={id => id.endsWith('/') && toggle(id)}
      />
      <div class="explorer-bar">
        <span class="ui-muted" role="status">
          {found.value === undefined
            ? `${list.items.length}${list.total === undefined ? '' : ` of ${list.total}`} assets`
            : `${found.value.returned}${found.value.total === undefined ? '' : ` of ${found.value.total}`} found`}
        </span>
        {list.next !== undefined && found.value === undefined && (
          <button type="button" class="ui-button" disabled={list.loading} onClick={store.moreAssets}>
            {list.loading ? 'Loading…' : 'More'}
          </button>
        )}
      </div>
    </>
  );

  function toggle(id: string): void {
    const next = new Set(open.peek());
    if (!next.delete(id)) next.add(id);
    open.value = next;
  }
}
