import { type Context, SerializedJson, type Steps, ToolAnswer, text, WorldError } from '@worldwire/server';
import { type Part, viewedParts } from '../domain/index.js';
import { type Committed, SMALL_ENTITIES } from '../service/committed-states.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { SharedWork } from '../service/shared-work.js';
import { revisionMeta } from './command-answer.js';
import { fits } from './result-budget.js';

/** Characters that are escaped in one step. */
const STEP_CHARACTERS = 64 * 1024;

/** Whole states, or whole parts of them, as answers. They are written in steps, and once for all who ask at one revision. */
export class StateAnswers {
  constructor(readonly work: SharedWork) {}

  /** Of a tool: all of the state, or the parts named. */
  answer(
    loaded: LoadedUniverse,
    include: readonly Part[] | undefined,
    context: Context,
  ): Promise<ToolAnswer> {
    const parts = include === undefined ? undefined : viewedParts(include);
    return loaded
      .make(
        context,
        committed =>
          this.#share(committed, ['tool', parts ?? 'all'], function* () {
            const { capture, revision, head } = committed;
            const written = yield* capture.text(parts);
            if (!fits(written.length, context)) throw tooLarge(head.id, written.length);
            const structured = new SerializedJson(written);
            const content = [text(new SerializedJson(yield* escaped(written)))];
            const answer = new ToolAnswer(content, { structured, meta: revisionMeta(revision), kept: true });
            // As text, as the text of the result, and as what the kernel keeps of both.
            return { answer, bytes: 5 * written.length };
          }),
        SMALL_ENTITIES,
      )
      .then(({ answer }) => answer);
  }

  /** Of a resource. */
  resource(loaded: LoadedUniverse, context: Context): Promise<SerializedJson> {
    return loaded
      .make(
        context,
        committed =>
          this.#share(committed, ['resource'], function* () {
            const answer = new SerializedJson(yield* escaped(yield* committed.capture.text()));
            return { answer, bytes: answer.text.length };
          }),
        SMALL_ENTITIES,
      )
      .then(({ answer }) => answer);
  }

  #share<Answer>(
    { head, revision }: Committed,
    what: readonly unknown[],
    write: () => Steps<{ readonly answer: Answer; readonly bytes: number }>,
  ): Steps<{ readonly answer: Answer; readonly bytes: number }> {
    const name = JSON.stringify([...what, head.id, head.incarnation, revision]);
    return this.work.share(name, write, ({ bytes }) => bytes);
  }
}

export function tooLarge(id: string, characters: number): WorldError {
  return new WorldError(
    'Unsupported',
    `The state of universe "${id}" is too large for one answer: ${characters} characters.`,
    'Name the parts with include, such as ["rootIds","time"], or the entities with ids.',
  );
}

/** A text as a JSON string. */
function* escaped(value: string): Steps<string> {
  const written: string[] = [];
  for (let start = 0; start < value.length; ) {
    let end = start + STEP_CHARACTERS;
    // Both halves of a character go together.
    if (isFirstHalf(value.charCodeAt(end - 1))) end++;
    written.push(JSON.stringify(value.slice(start, end)).slice(1, -1));
    start = end;
    yield;
  }
  return `"${written.join('')}"`;
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
