import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type { BlueprintInfo } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { blueprintDefaults, shortClass } from '../../port/unreal-paths.js';
import { parseT3d } from '../../t3d/t3d-reader.js';
import { TimeSlice } from '../../work/time-slice.js';
import { listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import { blueprintOf } from './blueprint-objects.js';
import type { Editor } from './editor.js';
import { exportedText } from './exported-text.js';
import { typeOf } from './properties.js';

export interface BlueprintFindings {
  readonly blueprint?: BlueprintInfo;
  readonly notes: readonly string[];
}

/** From the exported text, which is complete; without Python, from the description of its default object. */
export async function describeBlueprint(
  editor: Editor,
  path: string,
  tags: Readonly<Record<string, string>> | undefined,
  job: Job,
): Promise<BlueprintFindings> {
  let why: string;
  try {
    const blueprint = blueprintOf(
      await parseT3d(await exportedText(editor, path, job), new TimeSlice(job.signal)),
    );
    if (blueprint !== undefined) return { blueprint, notes: [] };
    why = 'The exported text contains no Blueprint.';
  } catch (thrown) {
    if (job.signal.aborted || !(thrown instanceof UnrealError)) throw thrown;
    if (!['closed', 'failed', 'unsupported'].includes(thrown.kind)) throw thrown;
    why = [thrown.message, thrown.enable].filter(Boolean).join(' ');
  }
  const notes = [`Graphs, components and defaults were not read: ${why}`];
  try {
    const defaults = await editor.calls.describe(job, blueprintDefaults(path));
    notes.push('Variables and functions include those of the parent class.');
    return { blueprint: reflected(defaults, tags), notes };
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return { notes: [...notes, `Its default object was not read: ${thrown.message}`] };
  }
}

function reflected(defaults: JsonObject, tags: Readonly<Record<string, string>> | undefined): BlueprintInfo {
  const named = (each: JsonValue) => textField(each, 'Name') ?? '';
  const parent = tags?.ParentClass;
  const generatedClass = shortClass(textField(defaults, 'Class') ?? '');
  return {
    ...(parent === undefined ? {} : { parent: shortClass(parent) }),
    ...(generatedClass === '' ? {} : { generatedClass }),
    variables: listField(defaults, 'Properties').map(each => ({
      name: named(each),
      type: typeOf(each) ?? 'unknown',
    })),
    functions: listField(defaults, 'Functions').map(each => ({ name: named(each) })),
    components: [],
    graphs: [],
  };
}
