import { type Context, SerializedJson, type Steps, ToolAnswer, text } from '@worldwire/server';
import { characterEnd, META_REVISION, structuredAnswer } from '@worldwire/server/kit';
import { type Capture, KINDS, type Part, viewedParts } from '../domain/index.js';
import type { Committed, Reading } from '../service/committed-states.js';
import type { SharedWork } from '../service/shared-work.js';
import { answerRoom, pageRoom } from './result-budget.js';
import { summaryAnswer } from './summary-answer.js';

/** Escaped in one step. */
const STEP_CHARACTERS = 64 * 1024;
/** The shortest body and the shortest other entity, as JSON. */
const LEAST_BODY = 130;
const LEAST_ENTITY = 14;
const TOO_LARGE = 'The state is larger than the limit of this answer, so this is a summary.';

type Budget = Pick<Context, 'answerBytes' | 'resultBytes'>;

interface Sized<Answer> {
  readonly answer: Answer;
  /** In a result. */
  readonly size: number;
  readonly heldBytes: number;
}

/** Answers with whole states or whole parts of them, written in steps and once per revision; a summary if they are too large. */
export class StateAnswers {
  constructor(readonly work: SharedWork) {}

  /** For the tool: the whole state, or the named parts. */
  answer(read: Reading, include: readonly Part[] | undefined, context: Budget): Promise<ToolAnswer> {
    const parts = include === undefined ? undefined : viewedParts(include);
    return read(committed => this.#answer(committed, parts, context));
  }

  /** For the resource. */
  resource(read: Reading, context: Budget): Promise<SerializedJson | object> {
    return read(committed => this.#resource(committed, context));
  }

  *#answer(committed: Committed, parts: readonly Part[] | undefined, context: Budget): Steps<ToolAnswer> {
    const { capture, revision } = committed;
    if (2 * leastCharacters(capture, parts) <= context.answerBytes) {
      const { answer, size } = yield* this.#written(['tool', parts ?? 'all'], committed, function* () {
        const written = yield* stateText(committed, parts);
        const escaped = yield* escapeJson(written);
        const options = {
          structured: new SerializedJson(written),
          meta: { [META_REVISION]: revision },
          kept: true,
        };
        return {
          answer: new ToolAnswer([text(new SerializedJson(escaped))], options),
          size: Buffer.byteLength(written) + Buffer.byteLength(escaped),
          // The text, the text of the result, and the kernel's copies of both.
          heldBytes: 5 * written.length,
        };
      });
      if (size <= answerRoom(context)) return answer;
    }
    return structuredAnswer(yield* summaryAnswer(committed, context, TOO_LARGE), { revision });
  }

  *#resource(committed: Committed, context: Budget): Steps<SerializedJson | object> {
    if (leastCharacters(committed.capture) <= context.answerBytes) {
      const { answer, size } = yield* this.#written(['resource'], committed, function* () {
        const escaped = yield* escapeJson(yield* stateText(committed));
        const size = Buffer.byteLength(escaped);
        return { answer: new SerializedJson(escaped), size, heldBytes: escaped.length };
      });
      if (size <= pageRoom(context)) return answer;
    }
    return yield* summaryAnswer(committed, context, TOO_LARGE);
  }

  *#written<Answer>(
    what: readonly unknown[],
    { head, revision }: Committed,
    write: () => Steps<Sized<Answer>>,
  ): Steps<Sized<Answer>> {
    const name = JSON.stringify([...what, head.id, head.incarnation, revision]);
    return yield* this.work.share(name, write, ({ heldBytes }) => heldBytes);
  }
}

/** The state as JSON with its revision. */
function* stateText({ capture, revision }: Committed, parts?: readonly Part[]): Steps<string> {
  const written = yield* capture.text(parts);
  return `{"revision":${revision}${written === '{}' ? '' : ','}${written.slice(1)}`;
}

/** A lower bound, so that a state that cannot fit is not written. */
function leastCharacters({ captured }: Capture, parts: readonly Part[] = KINDS): number {
  return KINDS.filter(kind => parts.includes(kind)).reduce(
    (sum, kind) => sum + captured.records[kind].length * (kind === 'stars' ? LEAST_BODY : LEAST_ENTITY),
    0,
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
