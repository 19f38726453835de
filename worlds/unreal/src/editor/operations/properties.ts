import type { JsonObject, JsonValue } from '@worldwire/protocol';
import { nearestNames } from '../../port/nearest.js';
import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { listField, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { Refused } from '../remote/refusal.js';
import type { Editor, Operation } from './editor.js';
import { hasName, onMember } from './missing-names.js';
import { readBack } from './write-steps.js';

type Read = Operation<ParamsOf<'property.read'>, ResultOf<'property.read'>>;
type Write = Operation<ParamsOf<'property.write'>, ResultOf<'property.write'>>;

export const readProperty: Read = async (editor, { object, property }, job) => {
  requirePath(object);
  if (property === undefined) return { value: await editor.calls.read(job, object) };
  const value = await currentValue(editor, object, property, job);
  const type = typeIn(await described(editor, object, job), property);
  return { value, ...(type === undefined ? {} : { type }) };
};

/** The value of a property, or the error with the properties that exist. */
export function currentValue(editor: Editor, object: string, property: string, job: Job): Promise<JsonValue> {
  return explained(editor, object, property, job, () => editor.calls.read(job, object, property));
}

export const writeProperty: Write = async (editor, { object, property, value }, job) => {
  requirePath(object);
  const { calls } = editor;
  const read = () => calls.read(job, object, property);
  const before = await currentValue(editor, object, property, job);
  await explained(editor, object, property, job, () => calls.write(job, object, property, value));
  return { before, after: await readBack(read) };
};

/** Replaces a refusal by the list of properties, where the object has no such property. */
function explained<Result>(
  editor: Editor,
  object: string,
  property: string,
  job: Job,
  work: () => Promise<Result>,
): Promise<Result> {
  return onMember(editor, object, job, work, ['member', 'other', 'object'], async () => {
    const found = await described(editor, object, job);
    const names = propertiesOf(found).map(each => textField(each, 'Name') ?? '');
    if (found === undefined || hasName(names, property)) return undefined;
    const hint = nearestNames(property, names, 'It has');
    return new UnrealError('not-found', `${object} has no property ${property}.`, hint);
  });
}

/** The description of an object; undefined where the editor refuses it. */
async function described(editor: Editor, object: string, job: Job): Promise<JsonObject | undefined> {
  try {
    return await editor.calls.describe(job, object);
  } catch (thrown) {
    if (thrown instanceof Refused && thrown.why !== 'object') return undefined;
    throw thrown;
  }
}

function propertiesOf(description: JsonValue | undefined): readonly JsonValue[] {
  return listField(description, 'Properties');
}

function typeIn(description: JsonObject | undefined, property: string): string | undefined {
  const lower = property.toLowerCase();
  const found = propertiesOf(description).find(each => textField(each, 'Name')?.toLowerCase() === lower);
  return found === undefined ? undefined : typeOf(found);
}

/** "float", or "Array<float>", or "Map<FName, float>". */
export function typeOf(property: JsonValue): string | undefined {
  const type = textField(property, 'Type');
  const container = textField(property, 'ContainerType');
  if (type === undefined || container === undefined || container === '' || container === 'None') return type;
  const key = textField(property, 'KeyType');
  return `${container}<${key === undefined || key === '' ? '' : `${key}, `}${type}>`;
}
