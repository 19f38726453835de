import { realpath } from 'node:fs/promises';
import { gainedLines, newestLog } from '../../files/log-file.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import type { Editor, Operation } from './editor.js';

type Run = Operation<ParamsOf<'console.run'>, ResultOf<'console.run'>>;

const SYSTEM_LIBRARY = '/Script/Engine.Default__KismetSystemLibrary';
const MAX_COMMAND = 4_000;
const MAX_OUTPUT = 256 * 1024;
const NO_LOG =
  'The editor ran the command. Its output is unknown, because the log of the project is not available.';

/** The editor does not return the output of a command. It is read from the log, where that is available. */
export const runConsole: Run = async (editor, { command }, job) => {
  requireCommand(command);
  const { projectFolder } = editor;
  const log = projectFolder === undefined ? undefined : await newestLog(await realpath(projectFolder));
  const world = await worldObject(editor, job);
  const parameters = { Command: command, ...(world === '' ? {} : { WorldContextObject: world }) };
  const acting = { undoable: false };
  await editor.calls.act(job, SYSTEM_LIBRARY, 'ExecuteConsoleCommand', parameters, acting);
  if (log === undefined) return { output: [], note: NO_LOG };
  const gained = await gainedLines(log, MAX_OUTPUT, job.signal);
  return { output: gained.map(({ text }) => text) };
};

export function requireCommand(command: string): void {
  if (command.trim() !== '' && command.length <= MAX_COMMAND && !/[\r\n]/.test(command)) return;
  throw new UnrealError(
    'invalid',
    `command must be one line of 1 to ${MAX_COMMAND} characters.`,
    'Send each command in a call of its own.',
  );
}

/** UE 4 runs commands only with a world. */
async function worldObject(editor: Editor, job: Job): Promise<string> {
  try {
    return textField(await editor.functions.ask(job, 'GetEditorWorld'), 'ReturnValue') ?? '';
  } catch (thrown) {
    if (thrown instanceof UnrealError && ['closed', 'unsupported', 'failed'].includes(thrown.kind)) return '';
    throw thrown;
  }
}
