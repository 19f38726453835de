import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { createUniverseScene, type UniverseScene } from '../../universe/draw/scene.js';
import { UniverseCopy } from '../../universe/model/universe-copy.js';
import '../../universe/universe.css';
import { SystemPicture } from './system-picture.js';
import type { Mark, UniverseModel } from './universe-model.js';
import { stateOf } from './universe-state.js';

const COLOURS = { added: '#5fd08c', changed: '#f0b35a', removed: '#ff8f86', named: '#f0b35a' } as const;
const MAX_MARKS = 20;

interface UniversePictureProps {
  readonly model: UniverseModel;
  /** Counts changes of the model. */
  readonly version: number;
  readonly time: number;
  readonly selected: string | undefined;
  readonly marks: readonly Mark[];
  onSelect(id: string | undefined): void;
}

/** The universe in 3D, or as a map where the host has no WebGL. */
export function UniversePicture({ model, version, time, selected, marks, onSelect }: UniversePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const scene = useRef<UniverseScene | undefined>(undefined);
  const isFlat = useSignal(false);
  const select = useRef(onSelect);
  select.current = onSelect;
  useEffect(() => {
    try {
      scene.current = createUniverseScene(canvas.current!, {
        overlay: overlay.current!,
        reducedMotion: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
        onSelect: id => select.current(id),
      });
    } catch {
      isFlat.value = true;
    }
    return () => scene.current?.dispose();
  }, [isFlat]);
  useEffect(() => scene.current?.show(UniverseCopy.of(stateOf(model), model.revision)), [model, version]);
  useEffect(() => scene.current?.setTime(time), [time]);
  useEffect(() => {
    scene.current?.select(selected);
    if (selected !== undefined) scene.current?.flyTo(selected);
  }, [selected]);
  useEffect(() => {
    const bodies = marks.filter(({ in: kind, op }) => kind === 'stars' && op !== 'removed');
    scene.current?.setMarks(
      bodies.slice(0, MAX_MARKS).map(({ id, op }) => ({ id, colour: COLOURS[op], text: op })),
    );
  }, [marks]);
  if (isFlat.value)
    return (
      <SystemPicture
        bodies={model.bodies()}
        time={time}
        revision={model.revision}
        selected={selected}
        marks={marks}
        onSelect={onSelect}
      />
    );
  return (
    <>
      <canvas
        ref={canvas}
        class="universe-canvas"
        data-testid="universe-canvas"
        tabIndex={0}
        aria-label="The universe in 3D"
      />
      <div ref={overlay} class="universe-overlay" />
    </>
  );
}
