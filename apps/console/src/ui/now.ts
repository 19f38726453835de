import { signal } from '@preact/signals';

const TICK_MS = 1_000;

/** The time, a second exact, while something on the page reads it and the page is visible. */
export const now = signal(Date.now(), { watched: start, unwatched: stop });

let timer: ReturnType<typeof setInterval> | undefined;

function start(): void {
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
}

function stop(): void {
  document.removeEventListener('visibilitychange', onVisibility);
  clearInterval(timer);
  timer = undefined;
}

function onVisibility(): void {
  clearInterval(timer);
  timer = undefined;
  if (document.hidden) return;
  now.value = Date.now();
  timer = setInterval(() => {
    now.value = Date.now();
  }, TICK_MS);
}
