import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Untrusted } from '../text/untrusted.js';
import { hueOf } from './actor-map.js';
import type { Asset } from './answers.js';
import type { Thumbnails } from './thumbnails.js';

interface Props {
  readonly asset: Asset;
  readonly thumbnails: Thumbnails;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}

/** An asset with its picture, which is read when it comes into view. */
export function Tile({ asset, thumbnails, isSelected, onSelect }: Props) {
  const box = useRef<HTMLButtonElement>(null);
  const url = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let ended = false;
    let isWanted = false;
    url.value = undefined;
    const forget = () => {
      if (isWanted) thumbnails.forget(asset.path);
      isWanted = false;
    };
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return forget();
      if (isWanted) return;
      isWanted = true;
      void thumbnails.get(asset.path).then(found => {
        if (!ended) url.value = found;
      });
    });
    watch.observe(box.current!);
    return () => {
      ended = true;
      watch.disconnect();
      forget();
    };
  }, [asset.path]);
  return (
    <button
      ref={box}
      type="button"
      class="unreal-tile"
      aria-pressed={isSelected}
      data-testid="asset-tile"
      data-path={asset.path}
      onClick={onSelect}
    >
      <span class="unreal-thumbnail" style={{ '--hue': hueOf(asset.class) }}>
        {url.value === undefined ? (
          <span aria-hidden="true">{initialsOf(asset.class)}</span>
        ) : (
          <img src={url.value} alt="" />
        )}
      </span>
      <Untrusted text={asset.name} max={60} />
      <span class="ui-muted">
        <Untrusted text={asset.class} max={30} />
      </span>
    </button>
  );
}

/** The capital letters of a class. */
export function initialsOf(kind: string): string {
  return (kind.match(/[A-Z]/g)?.slice(0, 2).join('') ?? '') || kind.slice(0, 2).toUpperCase();
}
