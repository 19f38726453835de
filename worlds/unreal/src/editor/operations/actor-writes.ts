import { requirePath } from '../../port/object-path.js';
import type { ParamsOf, ResultOf, Transform } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { spawnableClass, spelledAs } from '../../port/unreal-paths.js';
import { field, textField } from '../remote/fields.js';
import { actorInfo, allActors } from './actor-info.js';
import type { Operation } from './editor.js';
import { readTransform, requireTransform, rotatorJson, vectorJson, writeTransform } from './transforms.js';
import { laterStep, readBack } from './write-steps.js';

type Spawn = Operation<ParamsOf<'actor.spawn'>, ResultOf<'actor.spawn'>>;
type Destroy = Operation<ParamsOf<'actor.destroy'>, ResultOf<'actor.destroy'>>;
type Move = Operation<ParamsOf<'actor.transform'>, ResultOf<'actor.transform'>>;

const ORIGIN: Transform = {
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
  if (path === '' || path === 'None') {
    throw new UnrealError(
      'not-found',
      `The editor spawned no actor: ${actorClass} is not an actor class that it knows.`,
      'Give a class such as "/Script/Engine.PointLight", or the path of a Blueprint.',
    );
  }
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
  const path = spelledAs(requirePath(asked), await allActors(editor, job));
  if (path === undefined) throw noActor(asked);
  const destroyed = await actorInfo(editor, path, job);
  editor.actorLists.clear();
  const answer = await editor.functions.act(job, 'DestroyActor', { ActorToDestroy: path });
  const left = await readBack(() => allActors(editor, job));
  if (!left.includes(path)) return { destroyed };
  const reply = field(answer, 'ReturnValue') === false ? 'refused' : 'confirmed';
  throw new UnrealError('failed', `The editor ${reply} the call, and ${path} still exists.`);
};

export const moveActor: Move = async (editor, { path, ...wanted }, job) => {
  requirePath(path);
  requireTransform(wanted);
  const before = await readTransform(editor, path, job);
  await writeTransform(editor, path, wanted, before, job);
  return { before, after: await readBack(() => readTransform(editor, path, job)) };
};

export function noActor(path: string): UnrealError {
  return new UnrealError(
    'not-found',
    `The open levels have no actor ${path}.`,
    'list_actors returns the actors of the open level.',
  );
}
