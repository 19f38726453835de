// The process of a scene: the loop, and the calls that arrive between frames.
import { EngineError } from '../port/engine-error.js';
import { Loop } from './loop.js';
import type {
  CallMessage,
  ErrorMessage,
  FromScene,
  FromSceneItem,
  RuntimeEvent,
  Start,
  ToScene,
} from './messages.js';
import { Runtime } from './runtime.js';

const BEAT_MS = 500;
/** Of the frames due between two beats, the part below which the loop counts as late. */
const LATE = 0.5;
const QUIET_MS = 1000;
/** Ids in one message: the engine reads a message in one go, and must not stand still for a scene of any size. */
const MAX_IDS = 2000;

let runtime: Runtime | undefined;
let items: FromSceneItem[] = [];
let frames = 0;
let rejectedAt = Number.NEGATIVE_INFINITY;

process.on('message', (message: ToScene) => {
  if ('start' in message) start(message.start);
  else {
    for (const call of message.calls) {
      // First the answer: what is told while it is made may begin another list of items.
      const item = answer(call);
      items.push(item);
      // Code takes its time, and several in a row would look like silence.
      if (call.name === 'code.run') flush();
    }
  }
  flush();
});
// Without its engine a scene has nothing to live for.
process.on('disconnect', () => process.exit());
// A script's own promise. What it holds is not looked at: it may be anything. One of a million is told.
process.on('unhandledRejection', () => {
  if (performance.now() - rejectedAt < QUIET_MS) return;
  rejectedAt = performance.now();
  const message = 'a promise of a script was rejected, and nobody listened';
  items.push({ event: { kind: 'log', level: 'warning', message, source: 'script' } });
});

function start(options: Start): void {
  const made = new Runtime(options, tell, giveUp);
  runtime = made;
  items.push({ ready: true });
  const loop = new Loop(options.frameMs, (seconds, interval) => {
    frames++;
    made.frame(seconds, interval);
    flush();
  });
  loop.start();
  setInterval(() => {
    const late = frames < (BEAT_MS / options.frameMs) * LATE;
    frames = 0;
    items.push({ beat: { late } });
    flush();
  }, BEAT_MS);
}

function tell(event: RuntimeEvent): void {
  if (event.kind !== 'destroyed') {
    items.push({ event });
    return;
  }
  for (let from = 0; from < event.ids.length; from += MAX_IDS) {
    items.push({ event: { kind: 'destroyed', ids: event.ids.slice(from, from + MAX_IDS) } });
    if (from + MAX_IDS < event.ids.length) flush();
  }
}

function answer({ id, name, params, budget }: CallMessage): FromSceneItem {
  try {
    return { id, result: (runtime as Runtime).call(name, params, budget) };
  } catch (thrown) {
    return { id, error: told(thrown) };
  }
}

function told(thrown: unknown): ErrorMessage {
  if (thrown instanceof EngineError) {
    const { kind, message, hint } = thrown;
    return { kind, message, ...(hint === undefined ? {} : { hint }) };
  }
  return { kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** The engine reads the reason from here, and starts another scene. */
function giveUp(reason: string): never {
  process.stderr.write(`Error: ${reason}\n`);
  process.exit(1);
}

function flush(): void {
  if (items.length === 0) return;
  const message: FromScene = { items, lastNumber: runtime?.world.lastNumber ?? 0 };
  items = [];
  process.send?.(message);
}
