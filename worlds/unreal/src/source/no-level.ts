import { UnrealError } from './unreal-error.js';

/** For actors of something that has none: an empty list would say that it is a level. */
export function noLevel(path: string, className: string): UnrealError {
  return new UnrealError(
    'invalid',
    `${path} has the class ${className} and is no level.`,
    'list_assets with class "World" gives the levels.',
  );
}
