import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Seconds of the universe for one second of the person. */
const RATE = 86_400 * 10;
const MAX_STEP_MS = 100;

export interface Clock {
  readonly time: Signal<number>;
  readonly runs: Signal<boolean>;
  toggle(): void;
}

/** The time that the view shows: that of the universe, or running from there while the page is visible. */
export function useClock(start: number): Clock {
  const time = useSignal(start);
  const runs = useSignal(false);
  useEffect(() => {
    if (!runs.value) time.value = start;
  }, [start, runs.value, time]);
  useEffect(() => {
    if (!runs.value) return;
    let frame = 0;
    let last = performance.now();
    const step = (now: number) => {
      time.value += (Math.min(now - last, MAX_STEP_MS) / 1_000) * RATE;
      last = now;
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [runs.value, time]);
  return {
    time,
    runs,
    toggle: () => {
      runs.value = !runs.value;
    },
  };
}
