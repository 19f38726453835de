import { computed, type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { agents } from '../state/agents.js';
import { go, place } from '../state/place.js';
import type { Clock } from './clock/clock.js';
import type { OrbitChange } from './draw/orbit-drag.js';
import { comparisonGhosts, planGhosts } from './draw/plan-ghosts.js';
import { createUniverseScene, type UniverseScene } from './draw/scene.js';
import type { OpenUniverse } from './use-universe.js';

const MARK_MS = 15 * 60_000;
const DEGREES = 180 / Math.PI;

interface Wiring {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly overlay: RefObject<HTMLElement | null>;
  readonly clock: Clock;
  readonly world: string;
  readonly open: ReadonlySignal<OpenUniverse | undefined>;
  readonly plan: ReadonlySignal<{ readonly before: unknown; readonly after: unknown } | undefined>;
  readonly canDrag: () => boolean;
  readonly onDrag: (id: string, fields: Readonly<Record<string, unknown>>) => void;
}

/** The scene on the canvas, connected with the address, the clock and the shown state. `null` without WebGL 2. */
export function useScene(wiring: Wiring): ReadonlySignal<UniverseScene | undefined | null> {
  const { canvas, overlay, clock, world, open, plan } = wiring;
  const scene = useSignal<UniverseScene | undefined | null>(undefined);
  const selection = useMemo(() => computed(() => place.value.sel), []);
  const camera = useMemo(() => computed(() => place.value.cam), []);
  const opened = useRef<string | undefined>(undefined);
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    try {
      scene.value = createUniverseScene(canvas.current!, {
        overlay: overlay.current!,
        reducedMotion: () => still.matches,
        onSelect: id => go({ sel: id }),
        onCamera: cam => go({ cam: cam === '' ? undefined : cam }, true),
        onFirstPicture: () => performance.mark('universe-picture'),
        canDrag: wiring.canDrag,
        onDrag: (id, change) => wiring.onDrag(id, inUnits(change, open.peek())),
      });
    } catch {
      scene.value = null;
    }
    return () => scene.peek()?.dispose();
  }, []);
  useSignalEffect(() => {
    const [drawn, shown] = [scene.value, open.value?.shown];
    if (drawn === null || drawn === undefined) return;
    const id = open.value?.universe.id;
    // Another universe has another time.
    if (opened.current !== undefined && id !== opened.current) clock.reset(0);
    opened.current = id;
    drawn.clear(place.peek().cam);
    return shown?.onStep(({ copy, touched }) => {
      clock.follow(copy.store.time);
      drawn.setTime(clock.time.peek());
      if (touched === undefined) drawn.show(copy);
      else drawn.touch(copy, touched);
    });
  });
  useSignalEffect(() => scene.value?.setTime(clock.time.value));
  useSignalEffect(() => scene.value?.select(selection.value));
  useSignalEffect(() => scene.value?.setCamera(camera.value));
  useSignalEffect(() => {
    const { id: item } = open.value?.universe ?? {};
    const marks = [...agents.value.values()].flatMap(({ name, colour, last }) => {
      const here = last?.world === world && last.item === item && last.id !== undefined;
      return here && Date.now() - Date.parse(last.at) < MARK_MS ? [{ id: last.id!, colour, text: name }] : [];
    });
    scene.value?.setMarks(marks);
  });
  useSignalEffect(() => {
    const shown = open.value?.shown;
    const copy = shown?.shown.value?.copy;
    const compared = shown?.compared.value;
    if (copy === undefined) return;
    const planned = plan.value === undefined ? [] : planGhosts(copy, plan.value.before, plan.value.after);
    const old = compared === undefined ? [] : comparisonGhosts(copy, compared.with, compared.difference);
    scene.value?.setGhosts([...old, ...planned]);
  });
  return scene;
}

/** The scene counts in radians. A universe in units of a scene has degrees. */
function inUnits(change: OrbitChange, open: OpenUniverse | undefined): Readonly<Record<string, unknown>> {
  if (open?.shown.shown.peek()?.copy.store.units !== 'scene') return { ...change };
  return {
    ...change,
    orbitalPhase: change.orbitalPhase * DEGREES,
    ...(change.orbitalSpeed !== undefined && { orbitalSpeed: change.orbitalSpeed * DEGREES }),
  };
}
