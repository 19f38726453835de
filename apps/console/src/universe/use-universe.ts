import { computed, type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { getJson } from '../api/http.js';
import type { WorldInfo } from '../api/operator.js';
import { go, place } from '../state/place.js';
import { attempt } from '../ui/toast.js';
import { FollowedUniverse } from './live/followed-universe.js';
import { ShownUniverse } from './live/shown-universe.js';

export interface UniverseHead {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
}

export interface OpenUniverse {
  readonly universe: FollowedUniverse;
  readonly shown: ShownUniverse;
}

/** The universes of the server, and the one that the address names. */
export function useUniverse(world: WorldInfo): {
  readonly heads: ReadonlySignal<readonly UniverseHead[] | undefined>;
  readonly open: ReadonlySignal<OpenUniverse | undefined>;
} {
  const heads = useSignal<readonly UniverseHead[] | undefined>(undefined);
  const open = useSignal<OpenUniverse | undefined>(undefined);
  const item = useMemo(() => computed(() => place.value.item), []);
  const revision = useMemo(() => computed(() => place.value.rev), []);
  const against = useMemo(() => computed(() => place.value.cmp), []);
  useEffect(() => {
    void attempt(async () => {
      const { items } = await getJson<{ items: readonly UniverseHead[] }>(
        `${encodeURIComponent(world.name)}/universes`,
      );
      heads.value = items;
      if (place.peek().item === undefined && place.peek().view === world.name && items[0] !== undefined)
        go({ item: items[0].id }, true);
    });
  }, []);
  useSignalEffect(() => {
    const id = item.value;
    if (id === undefined) return;
    const universe = new FollowedUniverse(world.name, id);
    const shown = new ShownUniverse(universe, revision, against);
    open.value = { universe, shown };
    return () => {
      shown.close();
      universe.close();
    };
  });
  return { heads, open };
}
