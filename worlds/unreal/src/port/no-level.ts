import { UnrealError } from './unreal-error.js';

const WHERE = 'list_assets with class "World" gives the levels.';

/** For actors of something that has none: an empty list would say that it is a level. */
export function noLevel(path: string, className: string): UnrealError {
  return new UnrealError('invalid', `${path} has the class ${className} and is no level.`, WHERE);
}

/** For actors of a folder, or of what is not there at all. */
export function missingLevel(path: string): UnrealError {
  return new UnrealError('not-found', `There is no level ${path}.`, WHERE);
}
