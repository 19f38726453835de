import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { framedBox, type Orbit } from '../../scene/orbit.js';
import { followPointers, orbitKey } from '../../scene/orbit-input.js';
import { extentOf, type Placed } from '../../scene/placed.js';
import { FIELD_OF_VIEW, Stage, type StageLabel } from '../../scene/stage.js';
import { Untrusted } from '../../text/untrusted.js';
import type { SceneMark } from './scene-model.js';

const START: Orbit = { target: [0, 0, 0], distance: 25, yaw: 0.6, pitch: 0.5 };
const COLOURS = { added: '#3fbf78', changed: '#f0b35a', removed: '#ff8f86', named: '#f0b35a' } as const;
const MAX_LABELS = 12;

interface ScenePictureProps {
  readonly objects: ReadonlyMap<string, Placed>;
  readonly revision: number;
  readonly selected: string | undefined;
  readonly marks: readonly SceneMark[];
  onSelect(id: string | undefined): void;
}

/** The boxes of the objects in 3D. */
export function ScenePicture({ objects, revision, selected, marks, onSelect }: ScenePictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage | undefined>(undefined);
  const orbit = useSignal(START);
  const labels = useSignal<readonly StageLabel[]>([]);
  const problem = useSignal(false);
  const current = useRef({ selected, marks, onSelect });
  current.current = { selected, marks, onSelect };

  useEffect(() => {
    const element = canvas.current!;
    let made: Stage;
    const onFrame = () => {
      const { selected: chosen, marks: shown } = current.current;
      const ids = [...(chosen === undefined ? [] : [chosen]), ...shown.map(({ id }) => id)];
      labels.value = made.labels([...new Set(ids)].slice(0, MAX_LABELS));
    };
    try {
      made = new Stage(element, orbit.peek(), coloursOf(element), onFrame);
    } catch {
      problem.value = true;
      return;
    }
    stage.current = made;
    const size = new ResizeObserver(() => made.setSize(element.clientWidth, element.clientHeight));
    size.observe(element);
    const theme = new MutationObserver(() => {
      made.colours = coloursOf(element);
    });
    theme.observe(document.documentElement, { attributes: true });
    const stopPointers = followPointers(element, {
      get: () => orbit.peek(),
      set: next => {
        orbit.value = next;
      },
      onClick: (x, y) => current.current.onSelect(made.pick(x, y)),
    });
    const stop = effect(() => {
      made.orbit = orbit.value;
    });
    return () => {
      stop();
      stopPointers();
      size.disconnect();
      theme.disconnect();
      made.close();
      stage.current = undefined;
    };
  }, [labels, orbit, problem]);

  const isEmpty = objects.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    const { clientWidth, clientHeight } = canvas.current!;
    // A document that is not laid out yet has no size.
    const view = { width: clientWidth || 1, height: clientHeight || 1, covered: [] };
    orbit.value = framedBox(orbit.peek(), extentOf(objects.values()), view, FIELD_OF_VIEW);
    // Only for the first objects: after that the camera is the person's.
  }, [isEmpty, orbit]);
  useEffect(() => stage.current?.setObjects(objects), [objects]);
  useEffect(() => {
    if (stage.current !== undefined) stage.current.selected = selected === undefined ? [] : [selected];
  }, [selected]);
  useEffect(() => {
    if (stage.current !== undefined)
      stage.current.marks = marks.map(({ id, op, name }) => ({ id, name, colour: COLOURS[op] }));
  }, [marks]);

  if (problem.value) return <p class="frame-note">This host has no WebGL: the list has the objects.</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the canvas has keys of its own, and no HTML element is one. */}
      <canvas
        ref={canvas}
        class="scene-picture"
        tabIndex={0}
        role="application"
        aria-label="The scene in 3D. Arrows turn, with Shift they move the view, plus and minus zoom."
        data-testid="scene-canvas"
        data-objects={objects.size}
        data-revision={revision}
        data-selected={selected ?? ''}
        onKeyDown={event => {
          const next = orbitKey(orbit.peek(), event.key, event.shiftKey);
          if (next === undefined) return;
          orbit.value = next;
          event.preventDefault();
        }}
      />
      {labels.value.map(({ id, x, y }) => (
        <div key={id} class="scene-picture-label" style={{ transform: `translate(${x}px, ${y}px)` }}>
          <Untrusted text={objects.get(id)?.name ?? id} max={32} />
        </div>
      ))}
    </>
  );
}

function coloursOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const value = (name: string, otherwise: string) => {
    const text = style.getPropertyValue(name).trim();
    return /^#[0-9a-f]{3,8}$/i.test(text) ? text : otherwise;
  };
  const isDark = style.colorScheme === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    background: value('--background', isDark ? '#14171c' : '#ffffff'),
    line: value('--line', isDark ? '#343a44' : '#d5d9e0'),
    accent: value('--accent', isDark ? '#7db4ff' : '#0b5fd0'),
    muted: value('--muted', isDark ? '#a9b1bd' : '#555c68'),
  };
}
