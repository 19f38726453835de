import type { Value } from '../../port/value.js';
import type { makeObjects, ScriptObject } from './prelude-objects.js';
import type { makeValues } from './prelude-values.js';

/** What the host calls in a sandbox, each with a time limit. Only strings cross the border. */
export interface Inside {
  /** Keeps the result of a script. */
  hold(value: unknown, thrown: boolean): void;
  /** Waits for the result if it is a promise. */
  settle(): void;
  /** Describes the result as JSON of an Outcome. */
  describe(): string;
  /** Calls the patch of a hook for the call with this number. */
  invoke(call: number): string;
}

export interface Outcome {
  readonly value?: Value;
  /** The value as JSON. */
  readonly json?: unknown;
  readonly error?: string;
  /** Of the error, if it has one. */
  readonly stack?: string;
}

/** A request of a script to the host as JSON, and its answer. */
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
 * All that a script can use. This function is compiled inside the context of the script from its text. A script must not get any object of the
 * host, not even an error or a function, because each of them leads to the `Function` of the host. So the host is one function that only this
 * closure has: it takes and returns strings, and errors that it throws are not read.
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
    findAll: (type: string) => listed({ type }, 'scn:hide'),
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

  const faultOf = (thrown: unknown) => {
    let stack: string | undefined;
    try {
      if (thrown instanceof Error) stack = text(thrown.stack);
    } catch {
      // The script has replaced it.
    }
    return { error: failure(thrown), ...(stack !== undefined && { stack }) };
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
      return failed ? stringify(faultOf(held)) : stringify({ value: shown(held) });
    },
    invoke(call) {
      try {
        const { self, args } = ask('hook.frame', { call }) as { self: Value; args: Value[] };
        const original = (...given: unknown[]) => from(ask('hook.original', { call, args: given }) as Value);
        const patch = held as (self: unknown, args: unknown[], original: unknown) => unknown;
        const json = patch(from(self), args.map(from), original);
        return stringify(json === undefined ? {} : { json });
      } catch (thrown) {
        return stringify(faultOf(thrown));
      }
    },
  };

  // Scripts get nothing that holds memory outside of the heap, runs later without a limit, or blocks.
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const kept = !/Array$|ArrayBuffer$|^(DataView|Atomics|WebAssembly|FinalizationRegistry|WeakRef)$/.test(
      name,
    );
    if (!kept && name !== 'Array') delete global[name];
  }
  const locked = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, writable: false, configurable: false, enumerable: false });
  // A script's own prepareStackTrace would get frames of the host, and the default one names files of the host. Functions used here were
  // saved before the script ran, because it can replace the methods of every prototype.
  locked(Error, 'prepareStackTrace', (error: Error, frames: readonly NodeJS.CallSite[]) => {
    let stack = 'Error';
    try {
      stack = text(error);
    } catch {
      // The value cannot be described.
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
