import type { JsonValue } from '@worldwire/protocol';
import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf, Transform } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { spawnableClass, spelledAs } from '../../port/unreal-paths.js';
import { movedParts } from '../../port/write-plan.js';
import { field, textField } from '../remote/fields.js';
import type { Job } from '../remote/job.js';
import { actorInfo, allActors } from './actor-info.js';
import type { Editor, Operation } from './editor.js';
import { noActors, noClass, onActor } from './missing-names.js';
import { readTransform, requireTransform, rotatorJson, vectorJson, writeTransform } from './transforms.js';
import { laterStep, readBack } from './write-steps.js';

type Spawn = Operation<ParamsOf<'actor.spawn'>, ResultOf<'actor.spawn'>>;
type Destroy = Operation<ParamsOf<'actor.destroy'>, ResultOf<'actor.destroy'>>;
type Move = Operation<ParamsOf<'actor.transform'>, ResultOf<'actor.transform'>>;

export const ORIGIN: Transform = {
  location: { x: 0, y: 0, z: 0 },
  rotation: { pitch: 0, yaw: 0, roll: 0 },
  scale: { x: 1, y: 1, z: 1 },
};

export const spawnActor: Spawn = async (editor, params, job) => {
  const { functions } = editor;
  requireTransform(params);
  const { location = ORIGIN.location, rotation = ORIGIN.rotation, scale, name } = params;
  const actorClass = requirePath(spawnableClass(params.class));
  const answer = await functions.act(job, 'SpawnActorFromClass', {
    ActorClass: actorClass,
    Location: vectorJson(location),
    Rotation: rotatorJson(rotation),
  });
  const path = textField(answer, 'ReturnValue');
  if (path === undefined) {
    const message = 'The editor did not return the path of the spawned actor.';
    throw new UnrealError('failed', message, 'Call list_actors before you try again.', true);
  }
  if (path === '' || path === 'None') throw await noClass(editor, actorClass, job);
  editor.actorLists.clear();
  const spawned = `The actor ${path} was spawned.`;
  if (scale !== undefined) {
    await laterStep(spawned, () => writeTransform(editor, path, { scale }, ORIGIN, job));
  }
  if (name !== undefined) {
    await laterStep(spawned, () => functions.actOnObject(job, path, 'rename', { NewActorLabel: name }));
  }
  return readBack(() => actorInfo(editor, path, job));
};

export const destroyActor: Destroy = async (editor, { path: asked }, job) => {
  const path = await presentActor(editor, asked, job);
  const destroyed = await actorInfo(editor, path, job);
  editor.actorLists.clear();
  const answer = await editor.functions.act(job, 'DestroyActor', { ActorToDestroy: path });
  const left = await readBack(() => allActors(editor, job));
  if (!left.includes(path)) return { destroyed };
  const reply = field(answer, 'ReturnValue') === false ? 'refused' : 'confirmed';
  throw new UnrealError(
    'failed',
    `The editor ${reply} the call, and ${path} still exists.`,
    'The actor may be locked. get_actor shows its properties.',
  );
};

export const moveActor: Move = async (editor, { path, ...asked }, job) => {
  requireMove(path, asked);
  const before = await onActor(editor, path, job, () => readTransform(editor, path, job));
  await writeTransform(editor, path, movedParts(asked, before), before, job);
  return { before, after: await readBack(() => readTransform(editor, path, job)) };
};

/** The transform that a move would find and leave. */
export async function plannedMove(
  editor: Editor,
  { path, ...asked }: ParamsOf<'actor.transform'>,
  job: Job,
): Promise<{ readonly before: JsonValue; readonly after: JsonValue }> {
  requireMove(path, asked);
  const before = await onActor(editor, path, job, () => readTransform(editor, path, job));
  const after = { ...before, ...movedParts(asked, before) };
  return { before, after } as unknown as { before: JsonValue; after: JsonValue };
}

/** The path of an actor of the open levels, as the editor spells it. */
export async function presentActor(editor: Editor, asked: string, job: Job): Promise<string> {
  const there = await allActors(editor, job);
  const path = spelledAs(requirePath(asked), there);
  if (path === undefined) throw noActors([asked], there);
  return path;
}

function requireMove(path: string, { by = {}, ...parts }: Omit<ParamsOf<'actor.transform'>, 'path'>): void {
  requirePath(path);
  requireTransform(parts);
  requireTransform(by);
}
