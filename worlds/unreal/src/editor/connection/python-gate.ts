import type { Gate } from '../../port/unreal-source.js';
import type { EngineVersion } from '../gates/engine-version.js';
import { allowLine, opens, PYTHON_PLUGIN } from '../gates/gates.js';
import type { EditorCalls } from '../remote/editor-calls.js';
import { field } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused, refusalIn } from '../remote/refusal.js';

export const PYTHON_LIBRARY = '/Script/PythonScriptPlugin.Default__PythonScriptLibrary';
export const PYTHON_CLASS = '/Script/PythonScriptPlugin.PythonScriptLibrary';
export const EXECUTE = 'ExecutePythonCommandEx';

/** Whether Python is available, or the refusal. */
export type PythonEvidence = boolean | Refused;

/** Evaluates only the number 1, and only where the direct question is refused. */
export async function askPython(calls: EditorCalls, job: Job): Promise<PythonEvidence> {
  const asked = await evidence(calls.ask(job, PYTHON_LIBRARY, 'IsPythonAvailable'));
  if (!(asked instanceof Refused) || asked.why === 'python' || asked.why === 'object') return asked;
  return evidence(
    calls.ask(job, PYTHON_LIBRARY, EXECUTE, {
      PythonCommand: '1',
      ExecutionMode: 'EvaluateStatement',
      FileExecutionScope: 'Private',
    }),
  );
}

export function pythonGate(
  evidence: PythonEvidence,
  flag: boolean | undefined,
  version: EngineVersion | undefined,
): Gate {
  const closed = (reason: string, where: Gate['opens']): Gate => ({
    name: 'python',
    state: 'closed',
    reason,
    opens: where,
  });
  const place = opens('python', version);
  if (flag === false) return closed('bEnableRemotePythonExecution is off.', place);
  if (evidence === true) return { name: 'python', state: 'open', opens: place };
  if (evidence === false) return closed('Python is not available in this editor.', PYTHON_PLUGIN);
  switch (evidence.why) {
    case 'python':
      return closed(evidence.message, place);
    case 'object':
      return closed('The PythonScriptPlugin is not enabled.', PYTHON_PLUGIN);
    case 'functions':
      return closed(evidence.message, { ...place, line: allowLine(PYTHON_CLASS, EXECUTE) });
    default:
      return { name: 'python', state: 'unknown', reason: evidence.message, opens: place };
  }
}

async function evidence(answer: Promise<Parameters<typeof field>[0]>): Promise<PythonEvidence> {
  try {
    return field(await answer, 'ReturnValue') === true;
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal === undefined) throw thrown;
    return refusal;
  }
}
