import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Thumbnails } from './thumbnails.js';

/** The picture of an asset in a row of the tree. Only rows in view are made, so that only they are read. */
export function SmallPicture({
  path,
  thumbnails,
}: {
  readonly path: string;
  readonly thumbnails: Thumbnails;
}) {
  const url = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let ended = false;
    url.value = undefined;
    void thumbnails.get(path).then(found => {
      if (!ended) url.value = found;
    });
    return () => {
      ended = true;
      thumbnails.forget(path);
    };
  }, [path]);
  return url.value === undefined ? null : <img class="unreal-small" src={url.value} alt="" />;
}
