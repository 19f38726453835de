import type { JsonValue } from '@worldwire/protocol';
import { missingLevel, noLevel } from '../../port/no-level.js';
import { requirePath } from '../../port/object-path.js';
import type { ParamsOf } from '../../port/operations.js';
import { enginePackageOf } from '../../port/package-of.js';
import { UnrealError } from '../../port/unreal-error.js';
import { nameOf, shortClass, spawnableClass } from '../../port/unreal-paths.js';
import { type Planners, planned, type WriteCall, type WritePlan } from '../../port/write-plan.js';
import { asInstruction, type GateName } from '../gates/gates.js';
import { listField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { refusalIn } from '../remote/refusal.js';
import { actorClassPath, actorInfo } from './actor-info.js';
import { ORIGIN, plannedMove, presentActor } from './actor-writes.js';
import { findAsset } from './asset-registry.js';
import { requireCommand } from './console.js';
import type { Editor, Operation } from './editor.js';
import { requireFunctionName } from './functions.js';
import { openLevelPath } from './levels.js';
import { oneLine } from './log.js';
import { functionNames, hasName, noClass } from './missing-names.js';
import { currentValue } from './properties.js';
import { plannedSelection } from './selection.js';
import { requireTransform } from './transforms.js';

const UNKNOWN = { before: null, after: null };
const EXTERNAL_ACTORS = '/__ExternalActors__/';

/** What a write would find and leave. Only questions are sent to the editor. */
export const planWrite: Operation<WriteCall, WritePlan> = (editor, call, job) =>
  planned(PLANNERS, call, editor, job);

const PLANNERS: Planners<[Editor, Job], Promise<WritePlan>> = {
  'actor.destroy': async ({ path: asked }, editor, job) => {
    const path = await presentActor(editor, asked, job);
    const before = (await actorInfo(editor, path, job)) as unknown as JsonValue;
    const classPath = await actorClassPath(editor, path, job);
    const attached = await unlessRefused(() => attachedTo(editor, path, job));
    return {
      before,
      after: null,
      ...(classPath.includes('/') && { classPath }),
      ...(attached && { attached }),
    };
  },
  'actor.spawn': async ({ class: given, name, ...place }, editor, job) => {
    requireTransform(place);
    const classPath = requirePath(spawnableClass(given));
    const isKnown = await unlessRefused(() => isActorClass(editor, classPath, job));
    if (isKnown === false) throw await noClass(editor, classPath, job);
    const label = name !== undefined && { label: name };
    const after = { class: shortClass(classPath), ...label, ...ORIGIN, ...place };
    const notes = [
      'The editor chooses the name and the path.',
      ...(isKnown === undefined ? [`It is unknown whether ${classPath} exists.`] : []),
    ];
    return { before: null, after: after as unknown as JsonValue, notes };
  },
  'actor.transform': (params, editor, job) => plannedMove(editor, params, job),
  'console.run': async ({ command }, editor) => {
    requireCommand(command);
    requireGate(editor, 'console');
    return UNKNOWN;
  },
  'function.call': async (params, editor, job) => {
    const object = requirePath(params.object);
    requireFunctionName(params.function);
    const names = await functionNames(editor, object, job);
    if (hasName(names, params.function)) return UNKNOWN;
    const note = `The editor does not list a function ${params.function} of ${object}.`;
    return { ...UNKNOWN, notes: [note] };
  },
  'level.open': async ({ path }, editor, job) => {
    const wanted = enginePackageOf(requirePath(path));
    const found = await unlessRefused(async () => (await findAsset(editor, wanted, job)) ?? null);
    if (found === null) throw missingLevel(wanted);
    if (found !== undefined && found.class !== 'World') throw noLevel(wanted, found.class);
    const unsaved = await unlessRefused(() => unsavedLevels(editor, job));
    return { before: await openLevelPath(editor, job), after: wanted, ...(unsaved && { unsaved }) };
  },
  'log.write': async params => ({ before: null, after: oneLine(params) }),
  'property.write': async ({ object, property, value }, editor, job) => {
    requirePath(object);
    const before = await currentValue(editor, object, property, job);
    return { before, after: value, ...differentKind(before, value) };
  },
  'python.run': async (_params, editor) => {
    requireGate(editor, 'python');
    return UNKNOWN;
  },
  'selection.set': ({ paths }: ParamsOf<'selection.set'>, editor, job) =>
    plannedSelection(editor, paths, job),
};

async function isActorClass(editor: Editor, classPath: string, job: Job): Promise<boolean> {
  if (!classPath.startsWith('/Script/')) {
    const found = await findAsset(editor, enginePackageOf(classPath), job);
    return found !== undefined && /Blueprint/.test(found.class);
  }
  const dot = classPath.lastIndexOf('.') + 1;
  const defaults = `${classPath.slice(0, dot)}Default__${classPath.slice(dot)}`;
  try {
    await editor.calls.describe(job, defaults);
    return true;
  } catch (thrown) {
    if (refusalIn(thrown)?.why === 'object') return false;
    throw thrown;
  }
}

/** The names of all actors below an actor. */
async function attachedTo(editor: Editor, path: string, job: Job): Promise<string[]> {
  const parameters = { bResetArray: true, bRecursivelyIncludeAttachedActors: true };
  const answer = await editor.functions.askObject(job, path, 'attached', parameters);
  return listField(answer, 'OutActors').map(each => nameOf(String(each)));
}

/** Levels whose map or external actors have unsaved changes. */
async function unsavedLevels(editor: Editor, job: Job): Promise<string[]> {
  const maps = await editor.functions.ask(job, 'GetDirtyMapPackages');
  const contents = await editor.functions.ask(job, 'GetDirtyContentPackages');
  const actors = listField(contents, 'OutDirtyPackages').filter(each =>
    String(each).includes(EXTERNAL_ACTORS),
  );
  const levels = actors.map(each =>
    String(each).replace(EXTERNAL_ACTORS, '/').split('/').slice(0, -3).join('/'),
  );
  return [
    ...new Set([
      ...listField(maps, 'OutDirtyPackages').map(each => enginePackageOf(String(each))),
      ...levels,
    ]),
  ];
}

function requireGate({ connection }: Editor, name: GateName): void {
  const gate = connection.probe?.gates.find(each => each.name === name);
  if (gate?.state !== 'closed') return;
  throw new UnrealError('closed', gate.reason ?? `The editor blocks ${name}.`, asInstruction(gate.opens));
}

/** The editor ignores a value of another kind, or refuses it. */
function differentKind(before: JsonValue, value: JsonValue): { readonly notes?: readonly string[] } {
  const [is, asked] = [kindOf(before), kindOf(value)];
  if (is === asked || is === 'nothing' || asked === 'nothing') return {};
  return { notes: [`The current value is ${is}, and the new one is ${asked}: the editor may refuse it.`] };
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return (
    { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof value as string] ??
    'a structure'
  );
}

/** Undefined where the editor refuses the question. A missing object is an error. */
async function unlessRefused<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (thrown) {
    const refusal = refusalIn(thrown);
    if (refusal === undefined || refusal.why === 'object') throw thrown;
    return undefined;
  }
}
