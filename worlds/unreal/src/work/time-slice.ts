/** How long work may hold the event loop before other events are served. */
const SLICE_MS = 4;

/** Resolvers of paused work, in order of arrival. Shared by the whole process. */
const waiting = new Set<() => void>();
let sliceStart = 0;

/**
 * Lets long work yield to the event loop, and ends it when its signal aborts. All work of the process shares one clock: each
 * iteration of the loop resumes one piece of work for SLICE_MS, whatever the number of pieces.
 */
export class TimeSlice {
  constructor(readonly signal: AbortSignal) {}

  /** Callers with small steps check this first, because it allocates no promise. */
  get isOver(): boolean {
    return performance.now() - sliceStart >= SLICE_MS;
  }

  /**
   * The same behind work on so many characters or records. The number has no effect here: tests count by it what is done
   * without a pause.
   */
  isOverAfter(_units: number): boolean {
    return this.isOver;
  }

  async yieldToEventLoop(): Promise<void> {
    if (!this.isOver) return;
    await new Promise<void>(resolve => {
      waiting.add(resolve);
      if (waiting.size === 1) setImmediate(resumeNext);
    });
    this.signal.throwIfAborted();
  }
}

function resumeNext(): void {
  const [first] = waiting;
  if (first === undefined) return;
  waiting.delete(first);
  sliceStart = performance.now();
  first();
  if (waiting.size > 0) setImmediate(resumeNext);
}
