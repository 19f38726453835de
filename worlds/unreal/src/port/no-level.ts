import { UnrealError } from './unreal-error.js';

const LEVELS = 'list_assets with class "World" returns the levels.';

/** For a list of actors of an asset: an empty list would say that it is a level. */
export function noLevel(path: string, className: string): UnrealError {
  return new UnrealError('invalid', `${path} is not a level: its class is ${className}.`, LEVELS);
}

export function missingLevel(path: string): UnrealError {
  return new UnrealError('not-found', `There is no level ${path}.`, LEVELS);
}

export function notAnActor(path: string): UnrealError {
  return new UnrealError(
    'not-found',
    `${path} is not an actor.`,
    'Actors are directly in a level, such as "/Game/Maps/Hall.Hall:PersistentLevel.Door_1".',
  );
}
