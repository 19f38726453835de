import { isObject, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Asker, QuestionMethod } from './asker.js';
import type { RequestState } from './request-state.js';

/** Unwinds a handler whose question the client has yet to answer. It never leaves the kernel. */
export class InputRequired extends Error {
  override readonly name = 'InputRequired';
}

/**
 * Since 2026-07-28: the questions become the result, the client sends the request again with the answers,
 * and the handler runs anew. Earlier answers travel in the signed requestState, and so do the keys of what was asked.
 */
export class RoundTripAsker implements Asker {
  readonly #answers: JsonObject;
  readonly #questions = new Map<string, JsonObject>();
  #unwound: Promise<never> | undefined;

  /** `changes` for a request that may change the world: what was never asked has no answer, and a yes counts once. */
  constructor(
    params: JsonObject,
    readonly state: RequestState,
    changes: boolean,
  ) {
    this.#answers = readAnswers(params, state, changes);
  }

  /** Whether a question had no answer. */
  get asks(): boolean {
    return this.#questions.size > 0;
  }

  /** The result that asks, or undefined when every question had its answer. */
  get result(): JsonObject | undefined {
    if (!this.asks) return undefined;
    return {
      resultType: 'input_required',
      inputRequests: Object.fromEntries(this.#questions),
      requestState: this.state.seal({ answers: this.#answers, asked: [...this.#questions.keys()] }),
    };
  }

  ask(key: string, method: QuestionMethod, params: JsonObject): Promise<JsonValue> {
    const answer = Object.hasOwn(this.#answers, key) ? this.#answers[key] : undefined;
    if (answer !== undefined) return Promise.resolve(answer);
    this.#questions.set(key, { method, params });
    // Questions asked side by side belong in one result: unwind only after the others had their turn.
    this.#unwound ??= new Promise((_, reject) => setImmediate(() => reject(new InputRequired())));
    this.#unwound.catch(() => {});
    return this.#unwound;
  }
}

function readAnswers(params: JsonObject, state: RequestState, changes: boolean): JsonObject {
  const { inputResponses, requestState } = params;
  if (inputResponses !== undefined && !isObject(inputResponses)) {
    throw WireError.of('InvalidParams', 'params.inputResponses must be an object of answers by key.');
  }
  if (requestState !== undefined && typeof requestState !== 'string') {
    throw WireError.of('InvalidParams', 'params.requestState must be the string the server gave.');
  }
  const given = inputResponses ?? {};
  if (requestState === undefined) return changes ? {} : given;
  const { answers, asked } = state.open(requestState, changes);
  const fresh = asked.filter(key => Object.hasOwn(given, key)).map(key => [key, given[key]]);
  return { ...answers, ...Object.fromEntries(fresh) };
}
