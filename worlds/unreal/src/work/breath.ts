/** How long work may hold the event loop before other events are served. */
const TURN_MS = 4;

/** Resolvers of work that waits for its turn, in the order in which it asked. Shared by the whole process. */
const waiting = new Set<() => void>();
let turnBegan = 0;

/**
 * Lets the event loop serve other events in the middle of long work, and ends the work when its signal aborts. All work of
 * the process shares one clock: each turn of the loop runs one waiting piece for TURN_MS, whatever the number of pieces.
 */
export class Breath {
  constructor(readonly signal: AbortSignal) {}

  /** Whether the turn is over. Callers with small steps ask this first, because it allocates no promise. */
  get due(): boolean {
    return performance.now() - turnBegan >= TURN_MS;
  }

  async take(): Promise<void> {
    if (!this.due) return;
    await new Promise<void>(resolve => {
      waiting.add(resolve);
      if (waiting.size === 1) setImmediate(nextTurn);
    });
    this.signal.throwIfAborted();
  }
}

function nextTurn(): void {
  const [first] = waiting;
  if (first === undefined) return;
  waiting.delete(first);
  turnBegan = performance.now();
  first();
  if (waiting.size > 0) setImmediate(nextTurn);
}
