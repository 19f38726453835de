import { realpath } from 'node:fs/promises';
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
  const folder = requireFolder(editor, 'The editor gives its log to nobody but its file');
  const tail = await tailOf(await realpath(folder), params, job.signal);
  if (tail.file === undefined)
    throw new UnrealError('not-found', 'There is no log in Saved/Logs of the project yet.');
  return tail;
};

/** Python knows the three kinds of lines. Where it is closed, a function prints, and the kind is said in words. */
export const writeLog: Write = async (editor, { message, verbosity }, job) => {
  if (message.length > MAX_MESSAGE) {
    throw new UnrealError('invalid', `A line of the log has at most ${MAX_MESSAGE} characters.`);
  }
  // One message is one line: with breaks in it, it could pass for others.
  const line = message.replace(/[\r\n\u2028\u2029]+/g, ' ');
  try {
    const told = await editor.python.json(job, 'log', { message: line, verbosity });
    if (field(told, 'done') === true) return { line };
    throw new UnrealError('failed', 'The editor did not say that it wrote the line.', undefined, true);
  } catch (thrown) {
    if (!(thrown instanceof UnrealError) || thrown.kind !== 'closed') throw thrown;
    return { line: await printed(editor, `${WORDS[verbosity]}${line}`, job, thrown) };
  }
};

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
    // Both ways are shut: the first is the one worth opening.
    throw thrown instanceof UnrealError && thrown.kind === 'closed' ? closed : thrown;
  }
}

export function requireFolder(editor: Editor, why: string): string {
  if (editor.projectFolder !== undefined) return editor.projectFolder;
  throw new UnrealError(
    'unsupported',
    `${why}, and where the project lies is not known.`,
    'Run on the same machine as the editor and name the folder of the project.',
  );
}
