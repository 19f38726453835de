import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export interface Polled<T> {
  readonly value: Signal<T | undefined>;
  readonly failure: Signal<Error | undefined>;
  refresh(): Promise<void>;
}

/** Reads a value again and again while the component is shown and the page is visible. For what has no stream. */
export function usePolled<T>(read: () => Promise<T>, ms: number): Polled<T> {
  const value = useSignal<T | undefined>(undefined);
  const failure = useSignal<Error | undefined>(undefined);
  const refresh = async () => {
    try {
      value.value = await read();
      failure.value = undefined;
    } catch (thrown) {
      failure.value = thrown instanceof Error ? thrown : new Error(String(thrown));
    }
  };
  useEffect(() => {
    let ended = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const loop = async () => {
      clearTimeout(timer);
      if (ended || document.hidden) return;
      await refresh();
      if (!ended) timer = setTimeout(loop, ms);
    };
    document.addEventListener('visibilitychange', loop);
    void loop();
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', loop);
    };
  }, []);
  return { value, failure, refresh };
}
