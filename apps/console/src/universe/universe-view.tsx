import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { WorldInfo } from '../api/operator.js';
import { go, place } from '../state/place.js';
import { shownJournal } from '../time/journal.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/empty.js';
import { shownView } from '../views/shown-view.js';
import { Clock } from './clock/clock.js';
import { universeJournal } from './live/universe-journal.js';
import { searchUniverse } from './model/search.js';
import { BodyTree } from './panels/body-tree.js';
import { ClockBar } from './panels/clock-bar.js';
import { DifferenceList } from './panels/difference-list.js';
import { change, closedReason } from './panels/editing.js';
import { Inspector } from './panels/inspector.js';
import { MapPicture } from './panels/map-picture.js';
import { SearchBox } from './panels/search-box.js';
import { StatusLine } from './panels/status-line.js';
import { UniverseContext, type UniverseParts } from './panels/universe-context.js';
import { UniversePicker } from './panels/universe-picker.js';
import { useCovered } from './use-covered.js';
import { useScene } from './use-scene.js';
import { useUniverse } from './use-universe.js';
import './universe.css';

/** The universe in 3D with its panels. */
export function View({ world }: { readonly world: WorldInfo }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const clock = useMemo(() => clockOf(place.peek().more.t), []);
  const plan = useSignal<{ before: unknown; after: unknown } | undefined>(undefined);
  const tree = useSignal(matchMedia('(min-width: 900px)').matches);
  const latest = useRef(world);
  latest.current = world;
  const { list, open } = useUniverse(world);
  const partsOf = useRef<UniverseParts | undefined>(undefined);
  const scene = useScene({
    canvas,
    overlay,
    clock,
    world: world.name,
    open,
    plan,
    canDrag: () => partsOf.current !== undefined && closedReason(partsOf.current) === undefined,
    onDrag: (id, payload) => {
      if (partsOf.current !== undefined) void change(partsOf.current, { type: 'updateStar', id, payload });
    },
  });
  useCovered(canvas, overlay, scene);
  const select = (id: string | undefined) => go({ sel: id });
  const flyTo = (id: string) => scene.peek()?.flyTo(id);
  const { universe, shown } = open.value ?? {};
  const parts =
    universe === undefined || shown === undefined
      ? undefined
      : { world, universe, shown, clock, scene: scene as UniverseParts['scene'], select, flyTo };
  partsOf.current = parts;
  useEffect(() => () => clock.pause(), []);
  useEffect(() => keepTime(clock), []);
  useSignalEffect(() => {
    const opened = open.value;
    if (opened === undefined) return;
    shownJournal.value = universeJournal(world.name, opened.universe);
    shownView.value = {
      search: async text => {
        const copy = opened.shown.shown.peek()?.copy;
        return copy === undefined ? [] : searchUniverse(copy.store, text);
      },
      show: id => {
        select(id);
        flyTo(id);
      },
      preview: next => {
        plan.value = next;
      },
    };
    return () => {
      shownJournal.value = undefined;
      shownView.value = undefined;
    };
  });
  return (
    <main class={`universe${tree.value ? ' universe-with-tree' : ''}`}>
      <canvas
        ref={canvas}
        class="universe-canvas"
        data-testid="universe-canvas"
        tabIndex={0}
        aria-label="The universe in 3D. Arrow keys turn, plus and minus zoom, Home shows all."
      />
      <div ref={overlay} class="universe-overlay" aria-hidden="true" />
      {list.heads.value?.length === 0 && (
        <div class="universe-empty">
          <Empty title="There is no universe yet." command="worldwire serve universe" icon="world" />
        </div>
      )}
      {parts !== undefined && (
        // Panels of another universe begin anew.
        <UniverseContext.Provider key={parts.universe.id} value={parts}>
          {scene.value === null && <MapPicture />}
          <div class="universe-bar">
            <Button
              label="Bodies"
              icon="more"
              iconOnly
              pressed={tree.value}
              testid="tree-toggle"
              onPress={() => {
                tree.value = !tree.value;
              }}
            />
            <UniversePicker list={list} />
            <SearchBox />
            <Button
              label="Show all"
              icon="system"
              iconOnly
              testid="home"
              onPress={() => scene.peek()?.home()}
            />
          </div>
          {tree.value && scene.value !== null && (
            <section class="universe-tree" aria-label="Bodies">
              <BodyTree />
            </section>
          )}
          {place.value.sel !== undefined && <Inspector />}
          <DifferenceList />
          <StatusLine />
          <ClockBar />
        </UniverseContext.Provider>
      )}
    </main>
  );
}

function clockOf(text: string | undefined): Clock {
  const clock = new Clock();
  if (text !== undefined && text !== '' && Number.isFinite(Number(text))) clock.set(Number(text));
  return clock;
}

/** While the clock stands at a time of its own, the address has it: a reload shows the same picture. */
function keepTime(clock: Clock): () => void {
  let due: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(due);
    if (clock.playing.peek()) return;
    due = setTimeout(() => {
      const { t: _, ...more } = place.peek().more;
      const own = clock.own.peek();
      go({ more: own ? more : { ...more, t: String(Math.round(clock.time.peek())) } }, true);
    }, 300);
  };
  const ends = [clock.time.subscribe(write), clock.playing.subscribe(write), clock.own.subscribe(write)];
  return () => {
    clearTimeout(due);
    for (const end of ends) end();
  };
}
