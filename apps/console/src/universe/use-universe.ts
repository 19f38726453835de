import { computed, type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { WorldInfo } from '../api/operator.js';
import { followed } from '../state/agents.js';
import { go, place } from '../state/place.js';
import { attempt } from '../ui/toast.js';
import { homeUniverse, rememberUniverse } from './home-universe.js';
import { FollowedUniverse } from './live/followed-universe.js';
import { ShownUniverse } from './live/shown-universe.js';
import { UniverseList } from './live/universe-list.js';

export interface OpenUniverse {
  readonly universe: FollowedUniverse;
  readonly shown: ShownUniverse;
}

/** The universes of the server, and the one that the address names. */
export function useUniverse(world: WorldInfo): {
  readonly list: UniverseList;
  readonly open: ReadonlySignal<OpenUniverse | undefined>;
} {
  const list = useMemo(() => new UniverseList(world.name), []);
  const open = useSignal<OpenUniverse | undefined>(undefined);
  const item = useMemo(() => computed(() => place.value.item), []);
  const revision = useMemo(() => computed(() => place.value.rev), []);
  const against = useMemo(() => computed(() => place.value.cmp), []);
  useEffect(() => {
    void attempt(() => list.read());
    return () => list.close();
  }, []);
  useSignalEffect(() => {
    const heads = list.heads.value;
    if (heads === undefined || item.value !== undefined || place.peek().view !== world.name) return;
    const home = homeUniverse(world.name, heads);
    if (home !== undefined) go({ item: home }, true);
  });
  useSignalEffect(() => {
    const id = item.value;
    // While the page follows an agent, the agent chooses.
    if (id !== undefined && followed.peek() === undefined) rememberUniverse(world.name, id);
  });
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
  return { list, open };
}
