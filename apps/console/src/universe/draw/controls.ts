const ROTATE = 0.0055;
const WHEEL = 0.0011;
const KEY_TURN = 0.06;
const KEY_ZOOM = 1.18;
const MAX_CLICK_PX = 5;
const DOUBLE_CLICK_MS = 350;

/** A drag that moves something else than the camera. */
export interface Grabbed {
  move(x: number, y: number): void;
  drop(): void;
  cancel(): void;
}

export interface ControlTarget {
  rotate(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  /** Pixels. */
  pan(x: number, y: number): void;
  click(x: number, y: number, twice: boolean): void;
  hover(x: number, y: number): void;
  home(): void;
  /** What a drag that begins here moves, if it is not the camera. */
  grab(x: number, y: number): Grabbed | undefined;
}

/** Mouse, touch and keyboard on the canvas. Returns what removes the listeners. */
export function controlCamera(canvas: HTMLCanvasElement, target: ControlTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const pointers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  let grabbed: Grabbed | undefined;
  let lastClick = { at: 0, x: 0, y: 0 };
  const at = (event: PointerEvent | MouseEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.addEventListener(
    'pointerdown',
    event => {
      canvas.setPointerCapture(event.pointerId);
      const here = at(event);
      pointers.set(event.pointerId, here);
      if (pointers.size > 1) return;
      travelled = 0;
      grabbed = event.button === 0 && !event.shiftKey ? target.grab(here.x, here.y) : undefined;
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    event => {
      const here = at(event);
      const before = pointers.get(event.pointerId);
      if (before === undefined) return target.hover(here.x, here.y);
      const [dx, dy] = [here.x - before.x, here.y - before.y];
      const spread = spreadOf(pointers);
      pointers.set(event.pointerId, here);
      travelled += Math.hypot(dx, dy);
      if (grabbed !== undefined) return grabbed.move(here.x, here.y);
      if (pointers.size > 1) {
        const now = spreadOf(pointers);
        if (spread > 0 && now > 0) target.zoom(spread / now);
        target.pan(dx / pointers.size, dy / pointers.size);
      } else if (event.buttons & 2 || event.buttons & 4 || event.shiftKey) target.pan(dx, dy);
      else if (travelled > MAX_CLICK_PX) target.rotate(-dx * ROTATE, dy * ROTATE);
    },
    { signal },
  );
  const release = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    const held = grabbed;
    grabbed = undefined;
    if (held !== undefined && travelled > MAX_CLICK_PX && event.type === 'pointerup') return held.drop();
    held?.cancel();
    if (event.type !== 'pointerup' || travelled > MAX_CLICK_PX || event.button > 0) return;
    const { x, y } = at(event);
    const twice =
      event.timeStamp - lastClick.at < DOUBLE_CLICK_MS && Math.hypot(x - lastClick.x, y - lastClick.y) < 12;
    lastClick = { at: event.timeStamp, x, y };
    target.click(x, y, twice);
  };
  canvas.addEventListener('pointerup', release, { signal });
  canvas.addEventListener('pointercancel', release, { signal });
  canvas.addEventListener('contextmenu', event => event.preventDefault(), { signal });
  canvas.addEventListener(
    'wheel',
    event => {
      event.preventDefault();
      const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
      target.zoom(Math.exp(Math.max(-300, Math.min(300, pixels)) * WHEEL));
    },
    { signal, passive: false },
  );
  canvas.addEventListener(
    'keydown',
    event => {
      if (event.key === 'Escape' && grabbed !== undefined) {
        grabbed.cancel();
        grabbed = undefined;
        event.stopPropagation();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !press(event.key, event.shiftKey, target)) return;
      event.preventDefault();
    },
    { signal },
  );
  return () => stop.abort();
}

function press(key: string, shift: boolean, target: ControlTarget): boolean {
  const [x, y] = ARROWS[key] ?? [0, 0];
  if (x !== 0 || y !== 0) {
    if (shift) target.pan(-x * 40, -y * 40);
    else target.rotate(x * KEY_TURN, -y * KEY_TURN);
    return true;
  }
  if (key === '+' || key === '=') target.zoom(1 / KEY_ZOOM);
  else if (key === '-' || key === '_') target.zoom(KEY_ZOOM);
  else if (key === 'Home') target.home();
  else return false;
  return true;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function spreadOf(pointers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [one, other] = [...pointers.values()];
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
}
