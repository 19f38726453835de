import { types } from 'node:util';
import { createContext, Script } from 'node:vm';
import { EngineError } from '../../port/engine-error.js';
import type { Value } from '../../port/value.js';
import { type Inside, type Outcome, prelude } from './prelude.js';
import { makeObjects } from './prelude-objects.js';
import { makeValues } from './prelude-values.js';

/** Characters of a result. */
const MAX_RESULT = 4_000_000;
/** Characters of an error of a script. */
const MAX_MESSAGE = 4_000;
const UNSHOWABLE = 'threw something that cannot be shown';
/**
 * After its time limit a script gets no more answers from the scene, and after this further time it is stopped. So it is stopped in its own
 * code, and not in the middle of a change to the scene.
 */
const GRACE_MS = 250;
/** A patch runs inside of calls, and must end before the script that made the call is stopped. */
const PATCH_GRACE_MS = 100;

const PRELUDE = new Script(
  `'use strict';(host => (${prelude})(host, { makeObjects: ${makeObjects}, makeValues: ${makeValues} }))`,
  { filename: 'prelude' },
);
const SETTLE = new Script('__worldwire.settle()', { filename: 'prelude' });
const DESCRIBE = new Script('__worldwire.describe()', { filename: 'prelude' });
const INSIDE = new Script('__worldwire', { filename: 'prelude' });

/** Options for running a script: its time limit, and that its error is not read. */
interface Hard {
  readonly timeout: number;
  readonly displayErrors: false;
}

/** The scene's side of a sandbox: takes and returns strings, and never throws. */
export interface ScriptHost {
  /** It answers until this time of `performance.now()`. */
  until: number;
  /** Running calls. If it is not zero after a script was stopped, the script was stopped during a call. */
  depth: number;
  answer(request: string): string;
  /** The scene was stopped during a change, and may be inconsistent. */
  abort(reason: string): never;
}

/**
 * A context for scripts without access to the host. It cannot compile text, so that all code is checked before; and microtasks run within the
 * time limit of the script that created them.
 */
export class Sandbox {
  readonly #context = createContext(Object.create(null), {
    microtaskMode: 'afterEvaluate',
    codeGeneration: { strings: false, wasm: false },
  });
  readonly #host: ScriptHost;
  readonly #inside: Inside;

  constructor(host: ScriptHost) {
    this.#host = host;
    const start = PRELUDE.runInContext(this.#context) as (host: (request: string) => string) => void;
    start(request => host.answer(request));
    this.#inside = INSIDE.runInContext(this.#context) as Inside;
  }

  /** Runs code and returns its outcome. */
  run(code: string, name: string, budget: number): Outcome {
    const script = compileCode(code, name);
    return this.#limited(budget, GRACE_MS, hard => {
      this.#evaluate(script, hard);
      SETTLE.runInContext(this.#context, hard());
      return outcomeOf(DESCRIBE.runInContext(this.#context, hard()));
    });
  }

  /** Compiles the source of a patch: the body of a function, or the function itself. */
  define(source: string, name: string, budget: number): void {
    const script = compilePatch(source, name);
    const { error } = this.#limited(budget, PATCH_GRACE_MS, hard => {
      if (this.#evaluate(script, hard)) return {};
      return outcomeOf(DESCRIBE.runInContext(this.#context, hard()));
    });
    if (error !== undefined)
      throw new EngineError('failed', `${name}: ${error}`, 'correct the code and send it again');
  }

  /** Runs the patch for a call, given by its number. */
  invoke(call: number, budget: number): Outcome {
    const script = new Script(`__worldwire.invoke(${Number(call)})`, { filename: 'prelude' });
    return this.#limited(budget, PATCH_GRACE_MS, hard =>
      outcomeOf(script.runInContext(this.#context, hard())),
    );
  }

  /** Keeps the result or error of the script. False if it threw: only code with the time limit may read the error. */
  #evaluate(script: Script, hard: () => Hard): boolean {
    try {
      this.#inside.hold(script.runInContext(this.#context, hard()), false);
      return true;
    } catch (thrown) {
      if (isTimeout(thrown)) throw thrown;
      this.#inside.hold(thrown, true);
      return false;
    }
  }

  #limited(budget: number, grace: number, work: (hard: () => Hard) => Outcome): Outcome {
    const { until, depth } = this.#host;
    const own = Math.min(until, performance.now() + budget);
    this.#host.until = own;
    try {
      // Node would read the stack of an error outside of the time limit, and that may run code of the script.
      const outcome = work(() => ({
        timeout: Math.max(1, Math.ceil(own + grace - performance.now())),
        displayErrors: false,
      }));
      if (outcome.error === undefined || performance.now() < own) return outcome;
    } catch (thrown) {
      // Thrown by the script while it was described. Reading it may run code of the script without a limit.
      if (!isTimeout(thrown)) return { error: UNSHOWABLE };
      if (this.#host.depth !== depth) this.#host.abort('a script was stopped in the midst of a change');
    } finally {
      this.#host.until = until;
    }
    const about = `the script was stopped after ${budget} ms; the scene continues`;
    throw new EngineError('timeout', about, 'make its loops end sooner');
  }
}

/** The text before and after the code. */
type Wrapping = readonly [before: string, behind: string];

/** Unchanged, for its last value; in a function, for `return`; in an async function, for `await`. */
const RUN: readonly Wrapping[] = [
  ['', ''],
  ['(function () {', '\n})()'],
  ['(async () => (', '\n))()'],
  ['(async function () {', '\n})()'],
];
const EXPRESSION: readonly Wrapping[] = [['(', '\n)']];
const BODY: readonly Wrapping[] = [['(function (self, args, original) {', '\n})']];

/** Code for `run`. Throws if it is not valid. */
export function compileCode(code: string, name: string): Script {
  return compile(code, RUN, name);
}

/** The source of a patch: the body of a function, or the function itself. Throws if it is not valid. */
export function compilePatch(source: string, name: string): Script {
  const isFunction = /^\s*(function\b|\([^()]*\)\s*=>|\w+\s*=>)/.test(source);
  return compile(source, isFunction ? EXPRESSION : BODY, name);
}

function compile(code: string, wrappings: readonly Wrapping[], name: string): Script {
  // An import would return a promise of the host.
  if (/\bimport\b/.test(code)) {
    throw new EngineError(
      'invalid',
      'scripts cannot import',
      'do not use the word "import", also in strings',
    );
  }
  let first: unknown;
  for (const [before, behind] of wrappings) {
    try {
      // Columns of the first line are counted without the text before the code.
      const columnOffset = -before.length;
      return new Script(`${before}${code}${behind}`, { filename: `script:${name}`, columnOffset });
    } catch (thrown) {
      first ??= thrown;
    }
  }
  const about = `${name}: ${first instanceof Error ? first.message : 'not JavaScript'}`;
  throw new EngineError('invalid', about, 'correct the code and send it again');
}

/** Checks what was thrown without reading its members, which may run code of the script. */
function isTimeout(thrown: unknown): boolean {
  return (
    types.isNativeError(thrown) &&
    !types.isProxy(thrown) &&
    Object.getOwnPropertyDescriptor(thrown, 'code')?.value === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

/** A script can change JSON inside of its context, so only strings are accepted. */
function outcomeOf(text: unknown): Outcome {
  if (typeof text !== 'string') return {};
  if (text.length > MAX_RESULT) return { error: `came to ${text.length} characters, which is too much` };
  const { value, json, error, stack } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
  if (error !== undefined) {
    const place = typeof stack === 'string' ? { stack: bounded(stack) } : {};
    return { error: typeof error === 'string' ? bounded(error) : UNSHOWABLE, ...place };
  }
  return { ...(isValue(value) && { value }), ...(json !== undefined && { json }) };
}

function bounded(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}

function isValue(value: unknown): value is Value {
  if (typeof value !== 'object' || value === null) return false;
  const { type, text, ref } = value as Record<string, unknown>;
  return (
    typeof type === 'string' && typeof text === 'string' && (ref === undefined || typeof ref === 'string')
  );
}
