import { effect, useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { boundsOf, cameraKey, fitted, toScreen } from '../explorer/camera-2d.js';
import { Failure } from '../explorer/failure.js';
import type { Mark } from '../explorer/marks.js';
import { followPlane } from '../explorer/plane.js';
import { place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { visibleText } from '../text/visible-text.js';
import { Empty } from '../ui/empty.js';
import { classesOf, mapActors } from './actor-map.js';
import { nameOf } from './asset-rows.js';
import { drawLevelMap, type PlannedMove } from './draw-level-map.js';
import { showActor } from './unreal-place.js';
import type { UnrealStore } from './unreal-store.js';

const PICK_PIXELS = 12;

interface Props {
  readonly store: UnrealStore;
  readonly marks: readonly Mark[];
  readonly ghost: PlannedMove | undefined;
  readonly focus: { current: ((path: string) => void) | undefined };
}

/** The level from above, with its actors. */
export function LevelMap({ store, marks, ghost, focus }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const camera = useSignal({ x: 0, y: 0, scale: 0.1 });
  const size = useSignal({ width: 0, height: 0 });
  const kind = useSignal('');
  const list = store.actors.value;
  const all = useComputed(() => mapActors(store.actors.value.items));
  const shown = useComputed(() => all.value.filter(actor => kind.value === '' || actor.kind === kind.value));
  const kinds = useComputed(() => classesOf(store.actors.value.items));
  const facts = useRef({ marks, ghost });
  facts.current = { marks, ghost };
  const redraw = useSignal(0);
  useEffect(() => {
    redraw.value++;
  }, [marks, ghost]);
  useEffect(() => {
    const element = canvas.current!;
    let frame = 0;
    let fittedFor: string | undefined;
    const watch = new ResizeObserver(() => {
      size.value = { width: element.clientWidth, height: element.clientHeight };
    });
    watch.observe(element);
    const stopInput = followPlane(element, { camera, size, onClick: pick });
    focus.current = show;
    const request = () => {
      if (frame === 0 && !document.hidden)
        frame = requestAnimationFrame(() => {
          frame = 0;
          draw();
        });
    };
    const theme = new MutationObserver(request);
    theme.observe(document.documentElement, { attributes: true });
    document.addEventListener('visibilitychange', request);
    const stop = effect(() => {
      void redraw.value;
      void camera.value;
      void place.value.sel;
      const level = store.level.value ?? store.state.value?.level ?? '';
      if (shown.value.length > 0 && size.value.width > 0 && fittedFor !== level) {
        fittedFor = level;
        fit();
      }
      request();
    });
    return () => {
      cancelAnimationFrame(frame);
      watch.disconnect();
      theme.disconnect();
      document.removeEventListener('visibilitychange', request);
      stopInput();
      stop();
      focus.current = undefined;
    };

    function draw(): void {
      const { width, height } = size.peek();
      if (width === 0) return;
      const ratio = Math.min(devicePixelRatio, 2);
      if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
      }
      const context = element.getContext('2d')!;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      const style = getComputedStyle(element);
      drawLevelMap(context, {
        view: camera.peek(),
        area: { width, height },
        actors: shown.peek(),
        selected: place.peek().sel,
        ...facts.current,
        colourOf: name => style.getPropertyValue(name).trim(),
        isDark: document.documentElement.dataset.theme !== 'light',
      });
      element.dataset.actors = String(shown.peek().length);
      element.dataset.selected = place.peek().sel ?? '';
    }

    function pick(x: number, y: number): void {
      let best: { readonly path: string; readonly distance: number } | undefined;
      for (const actor of shown.peek()) {
        const spot = toScreen(camera.peek(), size.peek(), actor.x, actor.y);
        const distance = Math.hypot(spot.x - x, spot.y - y);
        if (distance <= PICK_PIXELS && (best === undefined || distance < best.distance))
          best = { path: actor.path, distance };
      }
      showActor(best?.path);
    }
  }, [store]);
  return (
    <div class="explorer-plane">
      <div class="explorer-plane-tools">
        <button type="button" class="ui-button" onClick={fit}>
          Fit
        </button>
        <select
          class="ui-input"
          aria-label="Class of actors"
          data-testid="actor-class"
          value={kind.value}
          onChange={event => {
            kind.value = event.currentTarget.value;
          }}
        >
          <option value="">all classes</option>
          {kinds.value.map(({ name, count }) => (
            <option key={name} value={name}>
              {visibleText(name, 50)} ({count})
            </option>
          ))}
        </select>
        <span class="ui-muted" role="status">
          <Untrusted text={nameOf(store.level.value ?? store.state.value?.level ?? 'level')} max={40} />,{' '}
          {shown.value.length} of {list.total ?? list.items.length} actors
        </span>
        {list.next !== undefined && (
          <button type="button" class="ui-button" disabled={list.loading} onClick={store.moreActors}>
            {list.loading ? 'Loading…' : 'More'}
          </button>
        )}
      </div>
      <Failure thrown={list.failure} />
      {list.notes.map(note => (
        <p key={note} class="explorer-note">
          <Untrusted text={note} max={300} />
        </p>
      ))}
      {all.value.length === 0 && !list.loading && list.failure === undefined && (
        <Empty
          title="No actors with a place"
          text="Choose a level in the asset tree, or open one in the editor."
        />
      )}
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the canvas has keys of its own, and no HTML element is one. */}
      <canvas
        ref={canvas}
        class="unreal-map"
        role="application"
        tabIndex={0}
        aria-label="The level from above. Arrow keys move it, plus and minus zoom, N and P select the next and previous actor, F shows the selected one."
        data-testid="level-map"
        onKeyDown={onKey}
      />
    </div>
  );

  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = cameraKey(camera.peek(), size.peek(), event.key);
    const { sel } = place.peek();
    if (next !== undefined) camera.value = next;
    else if (event.key === 'f' && sel !== undefined) show(sel);
    else if (event.key === 'Home') fit();
    else if (event.key === 'n' || event.key === 'p') {
      const paths = shown.peek().map(({ path }) => path);
      const step = event.key === 'n' ? 1 : -1;
      const at = sel === undefined ? (step === 1 ? -1 : 0) : paths.indexOf(sel);
      showActor(paths[(at + step + paths.length) % paths.length]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function show(path: string): void {
    const actor = all.peek().find(each => each.path === path);
    if (actor !== undefined)
      camera.value = { x: actor.x, y: actor.y, scale: Math.max(camera.peek().scale, 0.5) };
  }

  function fit(): void {
    const bounds = boundsOf(shown.peek());
    if (bounds !== undefined) camera.value = fitted(bounds, size.peek(), 1, 60);
  }
}
