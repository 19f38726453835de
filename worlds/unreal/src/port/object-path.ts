import { packageOf } from './package-of.js';
import { UnrealError } from './unreal-error.js';

export const MAX_PATH = 1_024;
/** Dots in the name of a package that is searched for. */
const MAX_DOTS = 8;
const REFERENCE = /^[\w./-]*'("?)(.+)\1'$/;

export interface ObjectPath {
  /** "/Game/Maps/Hall". */
  readonly package: string;
  /** The object in the package, with dots only: "Hall.PersistentLevel.Door_1". */
  readonly object?: string;
}

/** The path in a reference as the editor copies it: Blueprint'"/Game/Doors/BP_Door.BP_Door"'. */
export function unwrapReference(text: string): string {
  return REFERENCE.exec(text)?.[2] ?? text;
}

/** The path, after the check that all sources share. */
export function requirePath(path: string): string {
  if (typeof path !== 'string') throw invalid(String(path), 'It is not a string.');
  if (path.length > MAX_PATH) throw invalid(path.slice(0, 80), `It has more than ${MAX_PATH} characters.`);
  if (!path.startsWith('/')) throw invalid(path, 'It does not begin with "/".');
  if (/\p{Cc}/u.test(path)) throw invalid(path, 'It contains a control character.');
  const names = path.slice(1).split('/');
  if (names.includes('')) throw invalid(path, 'It contains an empty name.');
  if (names.some(name => /^\.+$/.test(name))) throw invalid(path, 'It contains "." or "..".');
  return path;
}

/** The same for paths that lead to files: Windows takes a backslash for a separator. */
function requireContentPath(path: string): string {
  if (path.includes('\\')) throw invalid(path, 'It contains a backslash.');
  return requirePath(path);
}

/** Reads "/Game/Maps/Hall", "/Game/Maps/Hall.Hall" or "/Game/Maps/Hall.Hall:PersistentLevel.Door_1". */
export function readObjectPath(given: string): ObjectPath {
  const path = requireContentPath(unwrapReference(given));
  const colon = path.indexOf(':');
  const head = colon < 0 ? path : path.slice(0, colon);
  const dot = head.indexOf('.', head.lastIndexOf('/'));
  if (dot < 0) {
    if (colon >= 0) throw invalid(given, 'It has an object without its package.');
    return { package: path };
  }
  const object = path.slice(dot + 1).replaceAll(':', '.');
  if (object === '' || object.split('.').includes('')) throw invalid(given, 'It contains an empty name.');
  return { package: path.slice(0, dot), object };
}

/**
 * All readings of a path, the likeliest first. The engine has no dots in package names, but files with such names exist:
 * "/Game/Door.Old" is a package rather than an object of "/Game/Door".
 */
export function readObjectPaths(given: string): readonly ObjectPath[] {
  const usual = readObjectPath(given);
  if (usual.object === undefined) return [usual];
  const names = usual.object.split('.');
  const others = names.slice(0, MAX_DOTS).map((_name, index) => {
    const path = [usual.package, ...names.slice(0, index + 1)].join('.');
    const object = names.slice(index + 1).join('.');
    return object === '' ? { package: path } : { package: path, object };
  });
  const likely = packageOf(unwrapReference(given));
  const isLikely = (reading: ObjectPath) => reading.package === likely;
  const all = [usual, ...others];
  return [...all.filter(isLikely), ...all.filter(reading => !isLikely(reading))];
}

/** A folder or a package without the slash at its end: "/Game/Maps". */
export function readFolderPath(given: string): string {
  return requireContentPath(given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given);
}

function invalid(path: string, reason: string): UnrealError {
  return new UnrealError(
    'invalid',
    `${JSON.stringify(path)} is not an Unreal path. ${reason}`,
    'Give a path such as "/Game/Doors/BP_Door" or "/Game/Maps/Hall.Hall:PersistentLevel.Door_1".',
  );
}
