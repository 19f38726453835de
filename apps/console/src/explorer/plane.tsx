import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Camera2d, cameraKey, movedBy, type Size, zoomAt } from './camera-2d.js';

const CLICK_PIXELS = 4;

interface Input {
  readonly camera: Signal<Camera2d>;
  readonly size: Signal<Size>;
  readonly onClick?: (x: number, y: number) => void;
}

/** Moves a plane by dragging, zooms it by the wheel or two fingers. Returns the function that ends it. */
export function followPlane(element: HTMLElement | SVGElement, { camera, size, onClick }: Input): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const stop = new AbortController();
  const { signal } = stop;
  const at = (event: MouseEvent) => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const on = <Name extends 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'>(
    name: Name,
    work: (event: PointerEvent) => void,
  ) => (element as HTMLElement).addEventListener(name, work, { signal });
  on('pointerdown', event => {
    if (pointers.size === 0) moved = 0;
    pointers.set(event.pointerId, at(event));
  });
  on('pointermove', event => {
    const before = pointers.get(event.pointerId);
    if (before === undefined) return;
    const now = at(event);
    moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
    // A click on a part of the picture stays one: the pointer is taken when it is dragged.
    if (moved > CLICK_PIXELS && !element.hasPointerCapture(event.pointerId))
      element.setPointerCapture(event.pointerId);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other === undefined) camera.value = movedBy(camera.peek(), now.x - before.x, now.y - before.y);
    else {
      const [was, is] = [before, now].map(each => Math.hypot(each.x - other.x, each.y - other.y)) as [
        number,
        number,
      ];
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      const zoomed = zoomAt(camera.peek(), size.peek(), middle.x, middle.y, is / Math.max(was, 1));
      camera.value = movedBy(zoomed, (now.x - before.x) / 2, (now.y - before.y) / 2);
    }
  });
  on('pointerup', event => {
    const was = pointers.delete(event.pointerId);
    if (!was || pointers.size > 0 || moved > CLICK_PIXELS) return;
    const { x, y } = at(event);
    onClick?.(x, y);
  });
  on('pointercancel', event => void pointers.delete(event.pointerId));
  (element as HTMLElement).addEventListener(
    'wheel',
    event => {
      event.preventDefault();
      const { x, y } = at(event);
      const factor = Math.exp(-Math.min(Math.max(event.deltaY, -200), 200) * 0.0016);
      camera.value = zoomAt(camera.peek(), size.peek(), x, y, factor);
    },
    { signal, passive: false },
  );
  return () => stop.abort();
}

interface Props {
  readonly label: string;
  readonly testid: string;
  readonly camera: Signal<Camera2d>;
  readonly size: Signal<Size>;
  readonly onFit: () => void;
  readonly children: ComponentChildren;
  readonly tools?: ComponentChildren;
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** An SVG plane that can be moved and zoomed. Its parts are buttons of their own. */
export function Plane({ label, testid, camera, size, onFit, children, tools, facts }: Props) {
  const svg = useRef<SVGSVGElement>(null);
  const isFirst = useSignal(true);
  useEffect(() => {
    const element = svg.current!;
    const watch = new ResizeObserver(() => {
      if (element.clientWidth === 0) return;
      size.value = { width: element.clientWidth, height: element.clientHeight };
      if (isFirst.peek()) onFit();
      isFirst.value = false;
    });
    watch.observe(element);
    const stop = followPlane(element, { camera, size });
    const onFocus = ({ target }: FocusEvent) => target !== element && bringIn(target as Element);
    element.addEventListener('focusin', onFocus);
    return () => {
      watch.disconnect();
      element.removeEventListener('focusin', onFocus);
      stop();
    };
  }, []);
  /** Moves the plane so that a part which gets the focus is seen. */
  function bringIn(part: Element): void {
    const [box, area] = [part.getBoundingClientRect(), svg.current!.getBoundingClientRect()];
    const by = (start: number, end: number, from: number, to: number) =>
      start < from ? from - start + 20 : end > to ? to - end - 20 : 0;
    const dx = by(box.left, box.right, area.left, area.right);
    const dy = by(box.top, box.bottom, area.top, area.bottom);
    if (dx !== 0 || dy !== 0) camera.value = movedBy(camera.peek(), dx, dy);
  }
  const { x, y, scale } = camera.value;
  const { width, height } = size.value;
  return (
    <div class="explorer-plane">
      <div class="explorer-plane-tools">
        <button type="button" class="ui-button" onClick={onFit}>
          Fit
        </button>
        {tools}
      </div>
      <svg
        ref={svg}
        class="explorer-plane-svg"
        role="application"
        aria-label={`${label}. Arrow keys move it, plus and minus zoom.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the plane has keys of its own
        tabIndex={0}
        data-testid={testid}
        {...Object.fromEntries(Object.entries(facts ?? {}).map(([name, value]) => [`data-${name}`, value]))}
        onKeyDown={event => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const next = cameraKey(camera.peek(), size.peek(), event.key);
          if (next === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          camera.value = next;
        }}
      >
        <g transform={`translate(${width / 2 - x * scale} ${height / 2 - y * scale}) scale(${scale})`}>
          {children}
        </g>
      </svg>
    </div>
  );
}
