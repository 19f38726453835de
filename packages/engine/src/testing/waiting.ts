import type { Engine, EngineEvent } from '../port/engine.js';

const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 10;

/** The next matching event. Call it before the action that causes the event. */
export function eventOf<Kind extends EngineEvent['kind']>(
  engine: Engine,
  kind: Kind,
  test: (event: Extract<EngineEvent, { kind: Kind }>) => boolean = () => true,
): Promise<Extract<EngineEvent, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`no such ${kind} event came`));
    }, PATIENCE_MS);
    const stop = engine.listen(event => {
      if (event.kind !== kind || !test(event as never)) return;
      clearTimeout(timer);
      stop();
      resolve(event as never);
    });
  });
}

/** Polls until `look` returns a value. */
export async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error('the value did not appear in time');
    await new Promise(resolve => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}
