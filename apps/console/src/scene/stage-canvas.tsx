import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { showFailure } from '../explorer/failure-text.js';
import type { Mark } from '../explorer/marks.js';
import { go, place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { type CameraCard, orbitOfCamera } from './game-camera.js';
import { framed, framedBox, type Orbit, readOrbit, writeOrbit } from './orbit.js';
import { followPointers, orbitKey } from './orbit-input.js';
import { axesOf, extentOf, type Triple } from './placed.js';
import type { SceneObjects } from './scene-objects.js';
import type { SceneStore } from './scene-store.js';
import { FIELD_OF_VIEW, Stage, type StageLabel } from './stage.js';

const START: Orbit = { target: [0, 0, 0], distance: 25, yaw: 0.6, pitch: 0.5 };
const ADDRESS_MS = 400;
const FACTS_MS = 250;

/** Where an approval would put an object. */
export interface Ghost {
  readonly from: Triple;
  readonly to: Triple;
  readonly size: Triple;
}

interface Props {
  readonly store: SceneStore;
  readonly objects: SceneObjects;
  readonly marks: readonly Mark[];
  readonly ghost: Ghost | undefined;
  readonly share: boolean;
  /** Set to a function that brings an object into view. */
  readonly focus: { current: ((id: string) => void) | undefined };
}

/** The scene in 3D. */
export function StageCanvas({ store, objects, marks, ghost, share, focus }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tools = useRef<HTMLDivElement>(null);
  const stage = useRef<Stage | undefined>(undefined);
  const labels = useSignal<readonly StageLabel[]>([]);
  const problem = useSignal<string | undefined>(undefined);
  const orbit = useSignal<Orbit>(readOrbit(place.peek().cam) ?? START);
  const shownMarks = useRef(marks);
  shownMarks.current = marks;
  const selected = place.value.sel;
  const shown = objects.placed.value;

  useEffect(() => {
    const element = canvas.current!;
    let made: Stage;
    try {
      made = new Stage(element, orbit.peek(), coloursOf(element), onFrame);
    } catch (thrown) {
      problem.value = showFailure(thrown);
      return;
    }
    stage.current = made;
    focus.current = focusOn;
    let addressTimer: ReturnType<typeof setTimeout> | undefined;
    let factsAt = 0;
    let factsTimer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const size = new ResizeObserver(() => {
      made.setSize(element.clientWidth, element.clientHeight);
      objects.watched.value = element.clientWidth > 0;
    });
    size.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const recolour = () => {
      made.colours = coloursOf(element);
    };
    scheme.addEventListener('change', recolour);
    const theme = new MutationObserver(recolour);
    theme.observe(document.documentElement, { attributes: true });
    const stopPointers = followPointers(element, {
      get: () => orbit.peek(),
      set: next => {
        orbit.value = next;
      },
      onClick: (x, y) => store.select(made.pick(x, y), share),
    });
    const stops = [
      effect(() => {
        made.setObjects(objects.placed.value);
      }),
      effect(() => {
        made.orbit = orbit.value;
        objects.lookAt(orbit.value.target, orbit.value.distance);
        if (isFirst) {
          isFirst = false;
          return;
        }
        clearTimeout(addressTimer);
        addressTimer = setTimeout(() => go({ cam: writeOrbit(orbit.peek()) }, true), ADDRESS_MS);
      }),
      effect(() => {
        made.selected = place.value.sel === undefined ? [] : [place.value.sel];
      }),
      effect(() => {
        if (objects.loaded.value && place.peek().cam === undefined) void gameCamera();
      }),
    ];
    return () => {
      clearTimeout(addressTimer);
      clearTimeout(factsTimer);
      size.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', recolour);
      stopPointers();
      for (const stop of stops) stop();
      objects.watched.value = false;
      focus.current = undefined;
      made.close();
      stage.current = undefined;
    };

    function onFrame(): void {
      const ids = [place.peek().sel, ...shownMarks.current.map(({ id }) => id)].filter(
        id => id !== undefined,
      );
      labels.value = made.labels([...new Set(ids)]);
      const wait = factsAt + FACTS_MS - performance.now();
      if (factsTimer !== undefined) return;
      factsTimer = setTimeout(
        () => {
          factsTimer = undefined;
          factsAt = performance.now();
          element.dataset.objects = String(objects.placed.peek().size);
          element.dataset.revision = String(store.revision.peek());
          element.dataset.selected = place.peek().sel ?? '';
          element.dataset.frames = String(made.frames);
        },
        Math.max(0, wait),
      );
    }
  }, [store, objects]);
  useEffect(() => {
    if (stage.current !== undefined) stage.current.marks = marks;
  }, [marks]);
  useEffect(() => {
    if (stage.current !== undefined) stage.current.ghost = ghost;
  }, [ghost]);

  const isPart = objects.total.value > shown.size + 200;
  return (
    <div class="scene-stage">
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the canvas has keys of its own, and no HTML element is one. */}
      <canvas
        ref={canvas}
        class="scene-canvas"
        tabIndex={0}
        role="application"
        aria-label="The scene in 3D. Arrows turn, with Shift they move the view, plus and minus zoom, N and P select the next and previous object, F shows the selected one, Home shows all, C is the camera of the game."
        data-testid="scene-canvas"
        onKeyDown={onKey}
      />
      {problem.value !== undefined && <p class="scene-problem">{problem.value}</p>}
      {labels.value.map(({ id, x, y }) => {
        const mark = marks.find(each => each.id === id);
        return (
          <div
            key={id}
            class="scene-label"
            data-testid={`scene-label-${id}`}
            style={{ transform: `translate(${x}px, ${y}px)`, ...(mark && { borderColor: mark.colour }) }}
          >
            <Untrusted text={shown.get(id)?.name ?? id} max={40} />
            {mark !== undefined && (
              <span style={{ color: mark.colour }}>
                <Untrusted text={mark.name} max={24} />
              </span>
            )}
          </div>
        );
      })}
      <div ref={tools} class="scene-tools">
        <button type="button" class="ui-button" data-testid="frame-all" onClick={frameAll}>
          All
        </button>
        <button
          type="button"
          class="ui-button"
          data-testid="frame-selected"
          disabled={selected === undefined || !shown.has(selected)}
          onClick={() => selected !== undefined && focusOn(selected)}
        >
          Selected
        </button>
        <button type="button" class="ui-button" data-testid="game-camera" onClick={() => void gameCamera()}>
          Game camera
        </button>
        <span class={`ui-badge ui-badge-${isPart ? 'warn' : 'plain'}`} data-testid="scene-count">
          {isPart
            ? `${shown.size} of ${objects.total.value} objects: those near the middle of the view`
            : `${shown.size} objects`}
        </span>
      </div>
    </div>
  );

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = orbitKey(orbit.peek(), event.key, event.shiftKey);
    if (next !== undefined) orbit.value = next;
    else if (event.key === 'Home') frameAll();
    else if (event.key === 'f' && selected !== undefined) focusOn(selected);
    else if (event.key === 'c') void gameCamera();
    else if (event.key === 'n' || event.key === 'p') {
      const ids = [...shown.keys()];
      const step = event.key === 'n' ? 1 : -1;
      const at = selected === undefined ? (step === 1 ? -1 : 0) : ids.indexOf(selected);
      store.select(ids[(at + step + ids.length) % ids.length], share);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function focusOn(id: string): void {
    const around = stage.current?.around(id);
    if (around === undefined) return;
    orbit.value = framed(orbit.peek(), around.centre, around.radius * 2, FIELD_OF_VIEW);
  }

  function frameAll(): void {
    const { clientWidth: width, clientHeight: height } = canvas.current!;
    const covered = [
      { left: 0, top: 0, right: width, bottom: tools.current!.offsetTop + tools.current!.offsetHeight },
    ];
    const all = extentOf(objects.placed.peek().values());
    orbit.value = framedBox(orbit.peek(), all, { width, height, covered }, FIELD_OF_VIEW);
  }

  async function gameCamera(): Promise<void> {
    const axes = axesOf(store.status.peek()?.UnityVersion ?? '');
    const camera = await store.call<CameraCard>('GetCameraInfo').catch(() => undefined);
    if (camera === undefined || camera.Fov === 0) frameAll();
    else orbit.value = orbitOfCamera(camera, axes, extentOf(objects.placed.peek().values()).centre);
  }
}

function coloursOf(element: HTMLElement) {
  const style = getComputedStyle(element);
  const value = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  return {
    background: value('--background', '#111111'),
    line: value('--line', '#555555'),
    accent: value('--accent', '#4aa3ff'),
    muted: value('--muted', '#888888'),
  };
}
