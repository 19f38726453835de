import { effect, useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { boundsOf, cameraKey, fitted, toPlane, toScreen } from '../explorer/camera-2d.js';
import { Failure } from '../explorer/failure.js';
import { placeLabels } from '../explorer/label-layout.js';
import type { Mark } from '../explorer/marks.js';
import { followPlane } from '../explorer/plane.js';
import { place } from '../state/place.js';
import { Untrusted } from '../text/untrusted.js';
import { visibleText } from '../text/visible-text.js';
import { Empty } from '../ui/empty.js';
import { classesOf, gridStep, hueOf, lengthText, type MapActor, mapActors } from './actor-map.js';
import { nameOf } from './asset-rows.js';
import { showActor } from './unreal-place.js';
import type { UnrealStore } from './unreal-store.js';

const PICK_PIXELS = 12;
const MAX_LABELS = 150;

interface Props {
  readonly store: UnrealStore;
  readonly marks: readonly Mark[];
  /** Where an approval would put an actor, in the units of the level. */
  readonly ghost: { readonly from: Spot; readonly to: Spot } | undefined;
  readonly focus: { current: ((path: string) => void) | undefined };
}

interface Spot {
  readonly x: number;
  readonly y: number;
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
      drawMap(context);
      element.dataset.actors = String(shown.peek().length);
      element.dataset.selected = place.peek().sel ?? '';
    }

    function drawMap(context: CanvasRenderingContext2D): void {
      const style = getComputedStyle(element);
      const colour = (name: string) => style.getPropertyValue(name).trim();
      const [view, area] = [camera.peek(), size.peek()];
      context.clearRect(0, 0, area.width, area.height);
      const step = gridStep(view.scale, 60);
      drawGrid(context, step, colour('--line'));
      context.font = '12px system-ui, sans-serif';
      context.fillStyle = colour('--muted');
      context.fillRect(12, area.height - 14, step * view.scale, 2);
      context.fillText(lengthText(step), 12, area.height - 20);
      context.fillText('N ↑ (x)', area.width - 54, area.height - 10);
      const dark = document.documentElement.dataset.theme !== 'light';
      const { sel } = place.peek();
      const labels: { actor: MapActor; x: number; y: number; first: number }[] = [];
      for (const actor of shown.peek()) {
        const spot = toScreen(view, area, actor.x, actor.y);
        if (spot.x < -40 || spot.y < -40 || spot.x > area.width + 40 || spot.y > area.height + 40) continue;
        const mark = facts.current.marks.find(({ id }) => id === actor.path);
        drawActor(context, actor, spot, dark);
        if (mark !== undefined || actor.path === sel) {
          context.strokeStyle = mark?.colour ?? colour('--accent');
          context.lineWidth = 2.5;
          context.beginPath();
          context.arc(spot.x, spot.y, 12, 0, 2 * Math.PI);
          context.stroke();
        }
        labels.push({ actor, ...spot, first: actor.path === sel ? 0 : mark !== undefined ? 1 : 2 });
      }
      const ranked = labels.sort((a, b) => a.first - b.first).slice(0, MAX_LABELS);
      const texts = new Map(
        ranked.map(({ actor }) => {
          const mark = facts.current.marks.find(({ id }) => id === actor.path);
          const by = mark === undefined ? '' : ` · ${visibleText(mark.name, 20)}`;
          return [actor.path, `${visibleText(actor.label, 32)}${by}`] as const;
        }),
      );
      const boxes = ranked.map(({ actor, x, y }) => ({
        id: actor.path,
        x,
        y,
        width: context.measureText(texts.get(actor.path)!).width + 8,
        height: 15,
      }));
      context.fillStyle = colour('--text');
      context.strokeStyle = colour('--background');
      context.lineWidth = 3;
      context.lineJoin = 'round';
      for (const { id, x, y } of placeLabels(boxes, area)) {
        context.strokeText(texts.get(id)!, x + 4, y + 11.5);
        context.fillText(texts.get(id)!, x + 4, y + 11.5);
      }
      drawGhost(context, colour('--accent'));
    }

    function drawGrid(context: CanvasRenderingContext2D, step: number, colour: string): void {
      const [view, area] = [camera.peek(), size.peek()];
      const start = toPlane(view, area, 0, 0);
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.beginPath();
      for (let x = Math.ceil(start.x / step) * step; ; x += step) {
        const at = toScreen(view, area, x, 0).x;
        if (at > area.width) break;
        context.moveTo(at, 0);
        context.lineTo(at, area.height);
      }
      for (let y = Math.ceil(start.y / step) * step; ; y += step) {
        const at = toScreen(view, area, 0, y).y;
        if (at > area.height) break;
        context.moveTo(0, at);
        context.lineTo(area.width, at);
      }
      context.stroke();
    }

    function drawGhost(context: CanvasRenderingContext2D, colour: string): void {
      const planned = facts.current.ghost;
      if (planned === undefined) return;
      const [view, area] = [camera.peek(), size.peek()];
      const from = toScreen(view, area, planned.from.y, -planned.from.x);
      const to = toScreen(view, area, planned.to.y, -planned.to.x);
      context.strokeStyle = colour;
      context.lineWidth = 2;
      context.setLineDash([5, 4]);
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(to.x, to.y);
      context.stroke();
      context.beginPath();
      context.arc(to.x, to.y, 10, 0, 2 * Math.PI);
      context.stroke();
      context.setLineDash([]);
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

function drawActor(context: CanvasRenderingContext2D, actor: MapActor, { x, y }: Spot, dark: boolean): void {
  const { symbol, yaw, size, kind } = actor;
  context.save();
  context.translate(x, y);
  context.rotate(yaw);
  context.fillStyle =
    symbol === 'light' ? (dark ? '#ffd35c' : '#a86d00') : `hsl(${hueOf(kind)} 55% ${dark ? 65 : 38}%)`;
  context.strokeStyle = context.fillStyle;
  context.lineWidth = 1.5;
  context.beginPath();
  if (symbol === 'light') {
    context.arc(0, 0, 4, 0, 2 * Math.PI);
    context.fill();
    for (let ray = 0; ray < 8; ray++) {
      context.rotate(Math.PI / 4);
      context.moveTo(0, -6);
      context.lineTo(0, -9);
    }
    context.stroke();
  } else if (symbol === 'camera' || symbol === 'start') {
    context.moveTo(0, -9);
    context.lineTo(6, 7);
    context.lineTo(0, symbol === 'start' ? 3 : 7);
    context.lineTo(-6, 7);
    context.closePath();
    context.fill();
  } else if (symbol === 'volume') {
    context.strokeRect(-6, -6, 12, 12);
  } else if (symbol === 'mesh') {
    const half = Math.min(4 + Math.log2(Math.max(size, 1)) * 1.5, 10);
    context.fillRect(-half, -half, half * 2, half * 2);
  } else {
    context.arc(0, 0, 5, 0, 2 * Math.PI);
    context.fill();
    context.moveTo(0, 0);
    context.lineTo(0, -10);
    context.stroke();
  }
  context.restore();
}
