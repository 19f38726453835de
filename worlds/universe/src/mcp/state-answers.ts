import { type Context, SerializedJson, type Steps, ToolAnswer, text, WorldError } from '@worldwire/server';
import { characterEnd, META_REVISION } from '@worldwire/server/kit';
import { type Part, viewedParts } from '../domain/index.js';
import { type Committed, SMALL_ENTITIES } from '../service/committed-states.js';
import type { LoadedUniverse } from '../service/loaded-universe.js';
import type { SharedWork } from '../service/shared-work.js';
import { fits } from './result-budget.js';

/** Escaped in one step. */
const STEP_CHARACTERS = 64 * 1024;

interface Sized<Answer> {
  readonly answer: Answer;
  readonly bytes: number;
}

/** Answers with whole states or whole parts of them, written in steps and once per revision. */
export class StateAnswers {
  constructor(readonly work: SharedWork) {}

  /** For the tool: the whole state, or the named parts. */
  answer(
    loaded: LoadedUniverse,
    include: readonly Part[] | undefined,
    context: Context,
  ): Promise<ToolAnswer> {
    const parts = include === undefined ? undefined : viewedParts(include);
    return this.#make(loaded, context, ['tool', parts ?? 'all'], function* ({ capture, revision, head }) {
      const written = yield* capture.text(parts);
      if (!fits(written.length, context)) throw tooLarge(head.id, written.length);
      const content = [text(new SerializedJson(yield* escapeJson(written)))];
      const options = {
        structured: new SerializedJson(written),
        meta: { [META_REVISION]: revision },
        kept: true,
      };
      // The text, the text of the result, and the kernel's copies of both.
      return { answer: new ToolAnswer(content, options), bytes: 5 * written.length };
    });
  }

  /** For the resource. */
  resource(loaded: LoadedUniverse, context: Context): Promise<SerializedJson> {
    return this.#make(loaded, context, ['resource'], function* ({ capture }) {
      const answer = new SerializedJson(yield* escapeJson(yield* capture.text()));
      return { answer, bytes: answer.text.length };
    });
  }

  async #make<Answer>(
    loaded: LoadedUniverse,
    context: Context,
    what: readonly unknown[],
    write: (committed: Committed) => Steps<Sized<Answer>>,
  ): Promise<Answer> {
    const share = (committed: Committed) => {
      const { head, revision } = committed;
      const name = JSON.stringify([...what, head.id, head.incarnation, revision]);
      return this.work.share(
        name,
        () => write(committed),
        ({ bytes }) => bytes,
      );
    };
    return (await loaded.states.make(context, share, SMALL_ENTITIES)).answer;
  }
}

export function tooLarge(id: string, characters: number): WorldError {
  return new WorldError(
    'Unsupported',
    `The state of universe "${id}" is too large for one answer: ${characters} characters.`,
    'Name parts with include, such as ["rootIds","time"], or entities with ids.',
  );
}

/** Writes a text as a JSON string. */
function* escapeJson(value: string): Steps<string> {
  const written: string[] = [];
  for (let start = 0; start < value.length; ) {
    const end = characterEnd(value, start + STEP_CHARACTERS);
    written.push(JSON.stringify(value.slice(start, end)).slice(1, -1));
    start = end;
    yield;
  }
  return `"${written.join('')}"`;
}
