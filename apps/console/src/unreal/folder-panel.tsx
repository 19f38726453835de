import { useComputed, useSignal } from '@preact/signals';
import { place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { Empty } from '../ui/empty.js';
import type { Thumbnails } from './thumbnails.js';
import { Tile } from './tile.js';
import { assetOf, showAsset } from './unreal-place.js';
import type { UnrealStore } from './unreal-store.js';

/** Tiles that are in the page at first. */
const PAGE = 120;

/** The assets of a folder, and of those below it, as tiles. */
export function FolderPanel({
  store,
  thumbnails,
}: {
  readonly store: UnrealStore;
  readonly thumbnails: Thumbnails;
}) {
  const folder = useComputed(() => {
    const { more, item } = place.value;
    return more.folder ?? (item === undefined ? '/' : `/${item.slice(0, item.lastIndexOf('/') + 1)}`);
  });
  const count = useSignal(PAGE);
  const assets = store.assets.value.items.filter(({ path }) => path.startsWith(folder.value));
  const selected = assetOf(place.value);
  return (
    <div class="unreal-scroll" data-testid="folder">
      <p class="explorer-note">
        <b>
          <Untrusted text={folder.value} max={200} />
        </b>{' '}
        {assets.length} assets
      </p>
      {assets.length === 0 && <Empty title="No assets here" />}
      <div class="unreal-tiles">
        {assets.slice(0, count.value).map(asset => (
          <Tile
            key={asset.path}
            asset={asset}
            thumbnails={thumbnails}
            isSelected={asset.path === selected}
            onSelect={() => showAsset(asset.path)}
          />
        ))}
      </div>
      {assets.length > count.value && (
        <button
          type="button"
          class="ui-button"
          onClick={() => {
            count.value += PAGE;
          }}
        >
          Show {Math.min(PAGE, assets.length - count.value)} more
        </button>
      )}
    </div>
  );
}
