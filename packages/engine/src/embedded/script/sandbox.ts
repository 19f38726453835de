import { types } from 'node:util';
import { createContext, Script } from 'node:vm';
import { EngineError } from '../../engine-error.js';
import { type Inside, type Outcome, prelude } from './prelude.js';
import { makeObjects } from './prelude-objects.js';
import { makeValues } from './prelude-values.js';

/** A result larger than this many characters helps nobody. */
const MOST_RESULT = 4_000_000;
/**
 * After its time a script gets no more answers from the scene, and so much later it is stopped: then it is stopped
 * in its own code, and not in the middle of a change to the scene.
 */
const GRACE_MS = 250;
/** A patch runs inside of calls, and must be over before the script that made one is stopped. */
const PATCH_GRACE_MS = 100;

const PRELUDE = new Script(
  `'use strict';(host => (${prelude})(host, { makeObjects: ${makeObjects}, makeValues: ${makeValues} }))`,
  { filename: 'prelude' },
);
const SETTLE = new Script('__worldwire.settle()', { filename: 'prelude' });
const DESCRIBE = new Script('__worldwire.describe()', { filename: 'prelude' });
const INSIDE = new Script('__worldwire', { filename: 'prelude' });

/** The scene's side of a sandbox: takes and gives strings, and never throws. */
export interface ScriptHost {
  /** Until when, in the time of `performance.now()`, it answers. */
  until: number;
  /** Calls at work. Not zero after a script was stopped: it was stopped in the midst of one. */
  depth: number;
  answer(request: string): string;
  /** The scene was stopped half way through a change, and can no longer be trusted. */
  giveUp(reason: string): never;
}

/**
 * A context of its own for scripts, without a way to the host. Text cannot become code in it, so that code is what was
 * looked at before; and microtasks run within the limit of the script that made them.
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

  /** Runs code to its end, and says what it came to. */
  run(code: string, name: string, budget: number): Outcome {
    const script = compile(candidates(code), name);
    return this.#limited(budget, GRACE_MS, hard => {
      try {
        this.#inside.hold(script.runInContext(this.#context, { timeout: hard() }), false);
      } catch (thrown) {
        if (isTimeout(thrown)) throw thrown;
        this.#inside.hold(thrown, true);
      }
      SETTLE.runInContext(this.#context, { timeout: hard() });
      return outcomeOf(DESCRIBE.runInContext(this.#context, { timeout: hard() }));
    });
  }

  /** Takes the source of a patch: the body of a function, or the function itself. */
  define(source: string, name: string, budget: number): void {
    const arrow = /^\s*(function\b|\([^()]*\)\s*=>|\w+\s*=>)/.test(source);
    const script = compile(
      arrow ? [`(${source}\n)`] : [`(function (self, args, original) {${source}\n})`],
      name,
    );
    this.#limited(budget, PATCH_GRACE_MS, hard => {
      this.#inside.hold(script.runInContext(this.#context, { timeout: hard() }), false);
      return {};
    });
  }

  /** Calls the patch for a call that the host knows by its number. */
  invoke(call: number, budget: number): Outcome {
    const script = new Script(`__worldwire.invoke(${Number(call)})`, { filename: 'prelude' });
    return this.#limited(budget, PATCH_GRACE_MS, hard =>
      outcomeOf(script.runInContext(this.#context, { timeout: hard() })),
    );
  }

  #limited(budget: number, grace: number, work: (hard: () => number) => Outcome): Outcome {
    const { until, depth } = this.#host;
    const own = Math.min(until, performance.now() + budget);
    this.#host.until = own;
    try {
      const outcome = work(() => Math.max(1, Math.ceil(own + grace - performance.now())));
      if (outcome.error === undefined || performance.now() < own) return outcome;
    } catch (thrown) {
      if (!isTimeout(thrown)) throw thrown;
      if (this.#host.depth !== depth) this.#host.giveUp('a script was stopped in the midst of a change');
    } finally {
      this.#host.until = until;
    }
    throw new EngineError('timeout', `the script was stopped after ${budget} ms; the scene goes on`);
  }
}

/** As it stands, for its last value; in a function, for its `return`; in an asynchronous one, for its `await`. */
function candidates(code: string): string[] {
  return [
    code,
    `(function () {${code}\n})()`,
    `(async () => (${code}\n))()`,
    `(async function () {${code}\n})()`,
  ];
}

function compile(texts: readonly string[], name: string): Script {
  // An import would hand out a promise of the host's.
  if (texts.some(text => /\bimport\b/.test(text))) {
    throw new EngineError('invalid', 'scripts cannot import', 'leave out the word "import", in texts too');
  }
  let first: unknown;
  for (const text of texts) {
    try {
      return new Script(text, { filename: `script:${name}` });
    } catch (thrown) {
      first ??= thrown;
    }
  }
  throw new EngineError('invalid', `${name}: ${first instanceof Error ? first.message : 'not JavaScript'}`);
}

/** Looks at what was thrown without touching it: it may be a trap. */
function isTimeout(thrown: unknown): boolean {
  return (
    types.isNativeError(thrown) &&
    !types.isProxy(thrown) &&
    Object.getOwnPropertyDescriptor(thrown, 'code')?.value === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}

function outcomeOf(text: unknown): Outcome {
  if (typeof text !== 'string') return {};
  if (text.length > MOST_RESULT) return { error: `came to ${text.length} characters, which is too much` };
  return JSON.parse(text) as Outcome;
}
