import { type Orbit, panned, turned, zoomed } from './orbit.js';

/** Radians per pixel. */
const TURN = 0.006;
/** A press that moves less than this is a click. */
const CLICK_PIXELS = 5;

export interface OrbitInput {
  readonly get: () => Orbit;
  readonly set: (orbit: Orbit) => void;
  /** A click, in parts of the canvas from -1 to 1. */
  readonly onClick: (x: number, y: number) => void;
}

/** Turns with the left button or a finger, moves with the right button, Shift or two fingers, zooms with the wheel or two fingers. */
export function followPointers(canvas: HTMLElement, { get, set, onClick }: OrbitInput): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const stop = new AbortController();
  const { signal } = stop;
  canvas.addEventListener(
    'pointerdown',
    event => {
      canvas.setPointerCapture(event.pointerId);
      if (pointers.size === 0) moved = 0;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    event => {
      const before = pointers.get(event.pointerId);
      if (before === undefined) return;
      const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      moved += Math.abs(dx) + Math.abs(dy);
      const height = Math.max(canvas.clientHeight, 1);
      if (other !== undefined) {
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        set(panned(zoomed(get(), was / Math.max(is, 1)), -dx / height / 2, dy / height / 2));
      } else if (event.shiftKey || (event.buttons & 1) === 0) set(panned(get(), -dx / height, dy / height));
      else set(turned(get(), -dx * TURN, dy * TURN));
    },
    { signal },
  );
  const up = (event: PointerEvent) => {
    const was = pointers.delete(event.pointerId);
    if (
      !was ||
      event.type === 'pointercancel' ||
      pointers.size > 0 ||
      moved > CLICK_PIXELS ||
      event.button !== 0
    )
      return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    onClick(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
  };
  canvas.addEventListener('pointerup', up, { signal });
  canvas.addEventListener('pointercancel', up, { signal });
  canvas.addEventListener(
    'wheel',
    event => {
      event.preventDefault();
      set(zoomed(get(), Math.exp(Math.min(Math.max(event.deltaY, -200), 200) * 0.0015)));
    },
    { signal, passive: false },
  );
  canvas.addEventListener('contextmenu', event => event.preventDefault(), { signal });
  return () => stop.abort();
}

/** Arrows turn, with Shift they move; plus and minus zoom. */
export function orbitKey(orbit: Orbit, key: string, shift: boolean): Orbit | undefined {
  const step = ARROWS[key];
  if (step !== undefined)
    return shift
      ? panned(orbit, step[0] * 0.08, step[1] * 0.08)
      : turned(orbit, step[0] * 0.12, step[1] * 0.08);
  if (key === '+' || key === '=') return zoomed(orbit, 0.85);
  if (key === '-' || key === '_') return zoomed(orbit, 1 / 0.85);
  return undefined;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
