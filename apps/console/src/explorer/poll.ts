const FAILED_PAUSE_MS = 3_000;

/** Repeats work with pauses while the page is visible. `work` returns the pause before the next time. Returns the function that ends it. */
export function pollVisible(work: () => Promise<number>): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  document.addEventListener('visibilitychange', start);
  start();
  return () => {
    ended = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', start);
  };

  function start(): void {
    clearTimeout(timer);
    if (!ended && !running && !document.hidden) void run();
  }

  async function run(): Promise<void> {
    running = true;
    const pause = await work().catch(() => FAILED_PAUSE_MS);
    running = false;
    if (!ended && !document.hidden) timer = setTimeout(start, pause);
  }
}
