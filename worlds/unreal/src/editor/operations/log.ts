import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { tailLog as tailOf } from '../../files/log-file.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { field } from '../remote/fields.js';
import type { Editor, Operation } from './editor.js';

type Tail = Operation<ParamsOf<'log.tail'>, ResultOf<'log.tail'>>;
type Write = Operation<ParamsOf<'log.write'>, ResultOf<'log.write'>>;

const MAX_MESSAGE = 16_000;
const SYSTEM_LIBRARY = '/Script/Engine.Default__KismetSystemLibrary';
const WORDS = { log: '', warning: 'Warning: ', error: 'Error: ' } as const;

export const tailLog: Tail = async (editor, params, job) => {
  const folder = requireFolder(editor, 'The editor writes its log to a file of the project');
  const tail = await tailOf(await realpath(folder), params, job.signal);
  if (tail.file === undefined)
    throw new UnrealError(
      'not-found',
      `There is no log file: no file *.log is in ${join(folder, 'Saved', 'Logs')}.`,
      'The editor writes one unless it runs with -nolog. If that is not its project, ask the operator for the right --project.',
    );
  return tail;
};

/** Python knows the three verbosities. Where it is closed, PrintString writes the verbosity as text. */
export const writeLog: Write = async (editor, params, job) => {
  const { verbosity } = params;
  const line = oneLine(params);
  try {
    const answer = await editor.python.json(job, 'log', { message: line, verbosity });
    if (field(answer, 'done') === true) return { line };
    throw new UnrealError(
      'failed',
      'The editor did not confirm that it wrote the line.',
      'tail_log shows whether it did.',
      true,
    );
  } catch (thrown) {
    if (!(thrown instanceof UnrealError) || thrown.kind !== 'closed') throw thrown;
    return { line: await printed(editor, `${WORDS[verbosity]}${line}`, job, thrown) };
  }
};

/** Line breaks could forge further lines. */
export function oneLine({ message }: Pick<ParamsOf<'log.write'>, 'message'>): string {
  if (message.length <= MAX_MESSAGE) return message.replace(/[\r\n\u2028\u2029]+/g, ' ');
  throw new UnrealError(
    'invalid',
    `message has ${message.length} characters; the limit is ${MAX_MESSAGE}.`,
    'Split message into several.',
  );
}

async function printed(
  editor: Editor,
  line: string,
  job: Parameters<Write>[2],
  closed: UnrealError,
): Promise<string> {
  try {
    await editor.calls.act(
      job,
      SYSTEM_LIBRARY,
      'PrintString',
      { InString: line, bPrintToScreen: false, bPrintToLog: true },
      { undoable: false },
    );
    return line;
  } catch (thrown) {
    // Both gates are closed: the error names the better one.
    throw thrown instanceof UnrealError && thrown.kind === 'closed' ? closed : thrown;
  }
}

export function requireFolder(editor: Editor, why: string): string {
  if (editor.projectFolder !== undefined) return editor.projectFolder;
  throw new UnrealError(
    'unsupported',
    `${why}, and the folder of the project is not known.`,
    'Run the server on the machine of the editor, with the folder of the project as --project.',
  );
}
