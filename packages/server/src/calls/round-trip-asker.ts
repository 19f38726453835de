import { isObject, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Asker, QuestionMethod } from './asker.js';
import type { RequestState } from './request-state.js';

/** Thrown through a handler whose question has no answer yet. The kernel catches it. */
export class InputRequired extends Error {
  override readonly name = 'InputRequired';
}

/**
 * Since 2026-07-28: the result contains the questions, the client sends the request again with the answers, and the handler
 * runs again. The signed requestState contains earlier answers and the keys of the open questions.
 */
export class RoundTripAsker implements Asker {
  readonly #answers: JsonObject;
  readonly #questions = new Map<string, JsonObject>();
  #unwound: Promise<never> | undefined;

  /** `changes` for writes: only answers to questions of the requestState count, and each requestState once. */
  constructor(
    params: JsonObject,
    readonly state: RequestState,
    changes: boolean,
  ) {
    this.#answers = readAnswers(params, state, changes);
  }

  /** Whether a question has no answer. */
  get asks(): boolean {
    return this.#questions.size > 0;
  }

  /** The `input_required` result, or undefined when every question has its answer. */
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
    // Concurrent questions belong in one result, so reject only after all of them were asked.
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
    throw WireError.of('InvalidParams', 'params.requestState must be the string that the server sent.');
  }
  const given = inputResponses ?? {};
  if (requestState === undefined) return changes ? {} : given;
  const { answers, asked } = state.open(requestState, changes);
  const fresh = asked.filter(key => Object.hasOwn(given, key)).map(key => [key, given[key]]);
  return { ...answers, ...Object.fromEntries(fresh) };
}
