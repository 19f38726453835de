import type { ParamsOf, ResultOf } from '../../source/operations.js';
import { UnrealError } from '../../source/unreal-error.js';
import type { Editor, Operation } from '../editor.js';
import type { Job } from '../job.js';
import { newestLog, readLine, readLog } from '../log-file.js';
import { inWords, opens } from '../probe/gates.js';
import { textField } from '../remote/fields.js';
import { Refused } from '../remote/refusal.js';

type Run = Operation<ParamsOf<'console.run'>, ResultOf<'console.run'>>;

const SYSTEM_LIBRARY = '/Script/Engine.Default__KismetSystemLibrary';
const MOST_COMMAND = 4_000;
const MOST_OUTPUT = 256 * 1024;

/** A command says nothing to whoever sent it; what it printed is what the log gained, where the log can be read. */
export const runConsole: Run = async (editor, { command }, job) => {
  if (command.trim() === '' || command.length > MOST_COMMAND || /[\r\n]/.test(command)) {
    throw new UnrealError('invalid', `A command is one line of at most ${MOST_COMMAND} characters.`);
  }
  const { projectFolder } = editor;
  const before = projectFolder === undefined ? undefined : await newestLog(projectFolder);
  const world = await worldObject(editor, job);
  const parameters = { Command: command, ...(world === '' ? {} : { WorldContextObject: world }) };
  try {
    const acting = { undoable: false };
    await editor.calls.act(job, SYSTEM_LIBRARY, 'ExecuteConsoleCommand', parameters, acting);
  } catch (thrown) {
    throw refusedCommand(editor, thrown);
  }
  if (before === undefined) return { output: [] };
  const gained = await readLog(before.path, before.size, MOST_OUTPUT);
  return {
    output: gained
      .split(/\r?\n/)
      .filter(line => line !== '')
      .map(line => readLine(line).text),
  };
};

/** Older editors run no command without a world. */
async function worldObject(editor: Editor, job: Job): Promise<string> {
  try {
    return textField(await editor.functions.ask(job, 'GetEditorWorld'), 'ReturnValue') ?? '';
  } catch (thrown) {
    if (thrown instanceof UnrealError && ['closed', 'unsupported', 'failed'].includes(thrown.kind)) return '';
    throw thrown;
  }
}

/** In which words the console's own gate refuses is not known: of what the editor can say no to, it is the likeliest. */
function refusedCommand(editor: Editor, thrown: unknown): unknown {
  if (!(thrown instanceof Refused) || ['passphrase', 'busy'].includes(thrown.why)) return thrown;
  if (thrown.why === 'functions' && !editor.connection.isOpen('console')) {
    const both = `${inWords(opens('console', editor.connection.version))} ${thrown.enable ?? ''}`;
    return new UnrealError('closed', thrown.message, both.trim());
  }
  if (!/remote|allowed|console/i.test(thrown.message)) return thrown;
  editor.connection.onClosed('console', thrown.message);
  return new UnrealError('closed', thrown.message, inWords(opens('console', editor.connection.version)));
}
