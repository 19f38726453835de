import type { Value } from '../../port/value.js';
import type { makeObjects, ScriptObject } from './prelude-objects.js';
import type { makeValues } from './prelude-values.js';

/** What the host asks of a sandbox, each under a time limit. Everything that crosses is a string. */
export interface Inside {
  /** Keeps what a script came to. */
  hold(value: unknown, thrown: boolean): void;
  /** Waits for it, where it is a promise. */
  settle(): void;
  /** Says what it is, as JSON of an Outcome. */
  describe(): string;
  /** Calls what is held as the patch of a hook; the call's number says which. */
  invoke(call: number): string;
}

export interface Outcome {
  readonly value?: Value;
  /** As a caller would send it. */
  readonly json?: unknown;
  readonly error?: string;
}

/** What a script asks of the host, as JSON, and its answer. */
export interface HostRequest {
  readonly name: string;
  readonly params: unknown;
}
export type HostAnswer = { readonly result: unknown } | { readonly error: string };

export interface PreludeParts {
  readonly makeObjects: typeof makeObjects;
  readonly makeValues: typeof makeValues;
}

/**
 * Everything that a script can reach, made inside its own context: this function is written out as text and compiled
 * there. Nothing of the host may get into the hands of a script, not even an error or a function, because from any of
 * them a way leads to the host's `Function`. So the host is one function, known to this closure alone, that takes and
 * gives strings, and what it throws is not even looked at.
 */
export function prelude(host: (request: string) => string, { makeObjects, makeValues }: PreludeParts): void {
  const { stringify, parse } = JSON;
  const { apply } = Reflect;
  const { startsWith } = String.prototype;
  const text = String;
  const global = globalThis as unknown as Record<string, unknown>;
  let held: unknown;
  let failed = false;

  function ask(name: string, params: unknown): never | unknown {
    let answer: HostAnswer;
    try {
      answer = parse(host(stringify({ name, params }))) as HostAnswer;
    } catch {
      throw new Error('the scene did not answer');
    }
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  const objects = makeObjects(ask);
  const { Vector3, wrap, listed, from } = objects;
  const { shown, failure } = makeValues(objects);

  const print =
    (level: string) =>
    (...words: unknown[]) => {
      ask('script.log', { level, message: words.map(word => shown(word).text).join(' ') });
    };

  const scene = {
    find: (nameOrPath: string) => {
      const id = ask('script.find', { name: text(nameOrPath) });
      return id === null ? null : wrap(id as string);
    },
    findAll: (type: string) => listed({ type }),
    get: (id: string) => wrap((ask('object.get', { id }) as { id: string }).id),
    create: (name: string, parent?: ScriptObject) =>
      wrap((ask('object.create', { name, ...(parent ? { parent: parent.id } : {}) }) as { id: string }).id),
    destroy: (object: ScriptObject) => object.destroy(),
    load: (name: string, mode = 'single') => (ask('scene.load', { name, mode }) as { id: string }).id,
    log: print('info'),
  };

  interface TimeNow {
    scale: number;
    time: number;
    frame: number;
    delta: number;
  }
  const now = () => ask('script.time', {}) as TimeNow;
  const Time = {
    get timeScale() {
      return now().scale;
    },
    set timeScale(scale: number) {
      ask('script.scale', { scale });
    },
    get time() {
      return now().time;
    },
    get frameCount() {
      return now().frame;
    },
    get deltaTime() {
      return now().delta;
    },
  };

  const inside: Inside = {
    hold(value, thrown) {
      held = value;
      failed = thrown;
    },
    settle() {
      if (!(held instanceof Promise)) return;
      held.then(
        value => {
          held = value;
        },
        thrown => {
          held = thrown;
          failed = true;
        },
      );
    },
    describe() {
      return failed ? stringify({ error: failure(held) }) : stringify({ value: shown(held) });
    },
    invoke(call) {
      try {
        const { self, args } = ask('hook.frame', { call }) as { self: Value; args: Value[] };
        const original = (...given: unknown[]) => from(ask('hook.original', { call, args: given }) as Value);
        const patch = held as (self: unknown, args: unknown[], original: unknown) => unknown;
        const json = patch(from(self), args.map(from), original);
        return stringify(json === undefined ? {} : { json });
      } catch (thrown) {
        return stringify({ error: failure(thrown) });
      }
    },
  };

  // What holds memory outside the heap, runs later without a limit, or waits is not for scripts.
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const kept = !/Array$|ArrayBuffer$|^(DataView|Atomics|WebAssembly|FinalizationRegistry|WeakRef)$/.test(
      name,
    );
    if (!kept && name !== 'Array') delete global[name];
  }
  const locked = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: false });
  // A script's own printer of stacks would be handed frames of the host, and the usual one names the host's files. What
  // is called here is known from before the script ran: it can replace the methods of every prototype.
  locked(Error, 'prepareStackTrace', (error: Error, frames: readonly NodeJS.CallSite[]) => {
    let stack = 'Error';
    try {
      stack = text(error);
    } catch {
      // It does not say what it is.
    }
    for (let at = 0; at < frames.length; at++) {
      const frame = frames[at] as NodeJS.CallSite;
      const file = frame.getFileName();
      if (typeof file !== 'string' || !apply(startsWith, file, ['script:'])) continue;
      stack += `\n    at ${frame.getFunctionName() ?? '<script>'} (${file}:${frame.getLineNumber()}:${frame.getColumnNumber()})`;
    }
    return stack;
  });
  locked(global, 'Error', Error);
  locked(global, '__worldwire', Object.freeze(inside));
  Object.assign(global, {
    scene,
    Time,
    Vector3,
    console: { log: print('info'), info: print('info'), warn: print('warning'), error: print('error') },
  });
}
