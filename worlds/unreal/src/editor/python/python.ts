import { randomUUID } from 'node:crypto';
import { type JsonObject, type JsonValue, parseJson } from '@worldwire/protocol';
import { UnrealError } from '../../port/unreal-error.js';
import { EXECUTE, PYTHON_LIBRARY } from '../connection/python-gate.js';
import { asInstruction, PYTHON_PLUGIN } from '../gates/gates.js';
import type { EditorCalls } from '../remote/editor-calls.js';
import { field, listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import { type ScriptName, scriptText } from './scripts.js';

const MAX_TRACEBACK = 8_000;
/** Scripts that change something. */
const WRITING: ReadonlySet<ScriptName> = new Set(['log']);

export type PythonMode = 'ExecuteFile' | 'ExecuteStatement' | 'EvaluateStatement';

export interface PythonAnswer {
  readonly result: string;
  readonly output: readonly { readonly type: string; readonly text: string }[];
}

/** Python inside the editor. */
export class Python {
  readonly #calls: EditorCalls;
  readonly #deadlineMs: number;

  constructor(calls: EditorCalls, deadlineMs: number) {
    this.#calls = calls;
    this.#deadlineMs = deadlineMs;
  }

  /** The caller's code, which may change anything. */
  run(job: Job, code: string, mode: PythonMode): Promise<PythonAnswer> {
    return this.#execute(job, code, mode, true);
  }

  /** The bytes that one of our scripts prints. */
  async bytes(job: Job, script: ScriptName, given: JsonObject): Promise<Buffer> {
    const mark = `worldwire-${randomUUID()}`;
    const text = scriptText(script, { ...given, mark });
    const { output } = await this.#execute(job, text, 'ExecuteFile', WRITING.has(script));
    return collect(
      mark,
      output.map(each => each.text),
    );
  }

  /** The same, for those that tell JSON. */
  async json(job: Job, script: ScriptName, given: JsonObject): Promise<JsonValue> {
    const parsed = parseJson((await this.bytes(job, script, given)).toString('utf8'));
    if (parsed.ok) return parsed.value;
    throw new UnrealError('failed', `The output of the script "${script}" cannot be read: ${parsed.reason}`);
  }

  async #execute(job: Job, code: string, mode: PythonMode, write: boolean): Promise<PythonAnswer> {
    const parameters = { PythonCommand: code, ExecutionMode: mode, FileExecutionScope: 'Private' };
    const deadlineMs = this.#deadlineMs;
    // Not one undoable step: a script opens the transactions that it wants.
    const sent = write
      ? this.#calls.act(job, PYTHON_LIBRARY, EXECUTE, parameters, { undoable: false, deadlineMs })
      : this.#calls.ask(job, PYTHON_LIBRARY, EXECUTE, parameters, { deadlineMs });
    const answer = await sent.catch(thrown => {
      throw withoutPlugin(thrown) ?? thrown;
    });
    const result = textField(answer, 'CommandResult') ?? '';
    const output = listField(answer, 'LogOutput').map(each => ({
      type: textField(each, 'Type') ?? 'Info',
      text: textField(each, 'Output') ?? '',
    }));
    // The status is 200 also for an exception.
    if (field(answer, 'ReturnValue') === true) return { result, output };
    const errors = output.filter(({ type }) => type === 'Error').map(({ text }) => text);
    const traceback = [result, ...errors].find(text => text.trim() !== '' && text !== 'None');
    const reason = (traceback ?? 'no traceback.').slice(-MAX_TRACEBACK);
    throw new UnrealError('failed', `Python failed: ${reason}`, 'Correct code and try again.');
  }
}

/** The library object is missing where the plugin is disabled. */
function withoutPlugin(thrown: unknown): Refused | undefined {
  if (!(thrown instanceof Refused) || thrown.why !== 'object') return undefined;
  return new Refused(
    'python',
    'closed',
    'The PythonScriptPlugin is not enabled.',
    asInstruction(PYTHON_PLUGIN),
  );
}

/** The pieces that a script printed, among other output. */
function collect(mark: string, output: readonly string[]): Buffer {
  const pieces = new Map<number, string>();
  let count: number | undefined;
  for (const line of output.flatMap(text => text.split('\n'))) {
    const at = line.lastIndexOf(mark);
    // The mark is also in the script, which an editor may print.
    const found = at === -1 ? null : /^ (\d+) (\d+) ([\w+/=]*)\s*$/.exec(line.slice(at + mark.length));
    if (found === null) continue;
    pieces.set(Number(found[1]), found[3] as string);
    count = Number(found[2]);
  }
  if (count === undefined || pieces.size !== count) {
    throw new UnrealError(
      'failed',
      `${pieces.size} of ${count ?? 'the'} pieces of the script's output arrived.`,
      'Check the log of the editor.',
    );
  }
  const text = Array.from({ length: count }, (_, number) => pieces.get(number) ?? '').join('');
  return Buffer.from(text, 'base64');
}
