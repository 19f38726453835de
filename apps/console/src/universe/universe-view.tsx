import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { getJson } from '../api/http.js';
import type { WorldInfo } from '../api/operator.js';
import { go, place } from '../state/place.js';
import { Clock } from './clock/clock.js';
import { createUniverseScene, type UniverseScene } from './draw/scene.js';
import { FollowedUniverse } from './live/followed-universe.js';
import './universe.css';

export function View({ world }: { readonly world: WorldInfo }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const clock = useMemo(() => new Clock(), []);
  const scene = useSignal<UniverseScene | undefined>(undefined);
  const followed = useSignal<FollowedUniverse | undefined>(undefined);
  useEffect(() => {
    const made = createUniverseScene(canvas.current!, {
      overlay: overlay.current!,
      onSelect: id => go({ sel: id }),
      onCamera: cam => go({ cam }, true),
      onFirstPicture: () => performance.mark('universe-picture'),
    });
    scene.value = made;
    return () => made.dispose();
  }, []);
  useEffect(() => {
    void getJson<{ items: { id: string }[] }>(`${world.name}/universes`).then(({ items }) => {
      const id = place.value.item ?? items[0]?.id;
      if (id !== undefined) followed.value = new FollowedUniverse(world.name, id);
    });
  }, []);
  useSignalEffect(() => {
    const shown = scene.value;
    if (shown === undefined) return;
    return followed.value?.onStep(({ copy, touched }) => {
      clock.follow(copy.store.time);
      if (touched === undefined) shown.show(copy);
      else shown.touch(copy, touched);
    });
  });
  useSignalEffect(() => scene.value?.setTime(clock.time.value));
  useSignalEffect(() => scene.value?.select(place.value.sel));
  useSignalEffect(() => scene.value?.setCamera(place.value.cam));
  return (
    <main class="universe">
      <canvas
        ref={canvas}
        class="universe-canvas"
        data-testid="universe-canvas"
        tabIndex={0}
        aria-label="Universe"
      />
      <div ref={overlay} class="universe-overlay" />
    </main>
  );
}
