// The process of a scene: runs the frame loop, and answers calls between frames.
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
/** The loop is late if it ran less than this part of the frames that were due. */
const LATE = 0.5;
const REJECTION_LOG_MS = 1000;
/** Ids in one message. The engine parses a message at once, and a large one would block it. */
const MAX_IDS = 2000;

let runtime: Runtime | undefined;
let items: FromSceneItem[] = [];
let frames = 0;
let rejectedAt = Number.NEGATIVE_INFINITY;

process.on('message', (message: ToScene) => {
  if ('start' in message) start(message.start);
  else {
    for (const call of message.calls) {
      // The answer first: events during the call may start another list of items.
      const item = answer(call);
      if (item !== undefined) items.push(item);
      // Several runs of code in a row would look like a scene that hangs.
      if (call.name === 'code.run') flush();
    }
  }
  flush();
});
// A scene ends with its engine.
process.on('disconnect', () => process.exit());
// A promise of a script. Its reason is not read, because that may run code of the script. At most one per second is logged.
process.on('unhandledRejection', () => {
  if (performance.now() - rejectedAt < REJECTION_LOG_MS) return;
  rejectedAt = performance.now();
  const message = 'a promise of a script was rejected and not handled';
  items.push({ event: { kind: 'log', level: 'warning', message, source: 'script' } });
});

function start(options: Start): void {
  const made = new Runtime(options, tell, abort);
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

/** Undefined if the answer is sent later. */
function answer({ id, name, params, budget }: CallMessage): FromSceneItem | undefined {
  try {
    const result = (runtime as Runtime).call(name, params, budget);
    if (!(result instanceof Promise)) return { id, result };
    result.then(
      later => answerLater({ id, result: later }),
      thrown => answerLater({ id, error: errorOf(thrown) }),
    );
    return undefined;
  } catch (thrown) {
    return { id, error: errorOf(thrown) };
  }
}

function answerLater(item: FromSceneItem): void {
  items.push(item);
  flush();
}

function errorOf(thrown: unknown): ErrorMessage {
  if (thrown instanceof EngineError) {
    const { kind, message, hint } = thrown;
    return { kind, message, ...(hint === undefined ? {} : { hint }) };
  }
  return { kind: 'failed', message: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** The engine reads the reason from stderr, and starts a new scene. */
function abort(reason: string): never {
  process.stderr.write(`Error: ${reason}\n`);
  process.exit(1);
}

function flush(): void {
  if (items.length === 0) return;
  const message: FromScene = { items, lastNumber: runtime?.world.lastNumber ?? 0 };
  items = [];
  process.send?.(message);
}
