import { effect, signal } from '@preact/signals';
import { agents, followed } from '../state/agents.js';
import { go, place, readPlace } from '../state/place.js';
import { worlds } from '../state/worlds.js';
import { shownView } from '../views/shown-view.js';
import type { Panel } from './panels.js';

/** Whether the place is a world, and not a panel of the server. */
export function isWorldShown(): boolean {
  return worlds.value?.some(({ name }) => name === place.value.view) === true;
}

/** Whether the inbox is open: beside a world, or alone. */
export function isInboxShown(): boolean {
  const { view, more } = place.value;
  return view === 'approvals' || more.panel === 'approvals';
}

/** Opens a panel. The inbox opens beside the world that is shown, so that a plan can be seen there. */
export function openPanel(id: Panel['id']): void {
  if (id !== 'approvals' || !isWorldShown()) return go({ view: id });
  const { panel, approval: _, ...more } = place.value.more;
  go({ more: panel === 'approvals' ? more : { ...more, panel: 'approvals' } });
}

/** Shows a world with what it showed last. */
export function openWorld(name: string): void {
  if (name === place.value.view) return;
  const { panel, approval } = place.value.more;
  const kept = { ...(panel !== undefined && { panel }), ...(approval !== undefined && { approval }) };
  const last = lastPlaces.get(name);
  go({ ...(last ?? {}), view: name, more: { ...last?.more, ...kept } });
}

const lastPlaces = new Map<
  string,
  { item?: string; sel?: string; cam?: string; more: Record<string, string> }
>();

/** Keeps the last place of each world, picks a first world, and follows an agent. */
export function followPlaces(): () => void {
  const ends = [
    effect(() => {
      const { view, item, sel, cam, more } = place.value;
      if (!isWorldShown()) return;
      const { panel: _, approval: __, ...rest } = more;
      lastPlaces.set(view, {
        ...(item !== undefined && { item }),
        ...(sel !== undefined && { sel }),
        ...(cam !== undefined && { cam }),
        more: rest,
      });
    }),
    effect(() => {
      const [first] = worlds.value ?? [];
      if (place.value.view !== '' || first === undefined) return;
      // The address may have changed since, and its event may still come.
      if (readPlace(location.hash).view === '') go({ view: first.name }, true);
    }),
    effect(() => {
      const name = followed.value;
      const last = name === undefined ? undefined : agents.value.get(name)?.last;
      if (last === undefined) return;
      const key = `${last.at} ${last.id ?? ''}`;
      if (key === followedTouch.peek()) return;
      followedTouch.value = key;
      const { view, item } = place.peek();
      const same = view === last.world && (last.item === undefined || item === last.item);
      if (!same) {
        const begin = { rev: undefined, cmp: undefined, sel: undefined, cam: undefined };
        go({ view: last.world, ...(last.item !== undefined && { item: last.item }), ...begin });
      }
      if (last.id === undefined) return;
      go({ sel: last.id, rev: undefined }, true);
      shownView.peek()?.show(last.id);
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

const followedTouch = signal('');
