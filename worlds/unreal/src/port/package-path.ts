import { packageOf } from './package-of.js';
import { UnrealError } from './unreal-error.js';

const MAX_LENGTH = 1_024;
/** In the name of a package that is looked for. */
const MAX_DOTS = 8;
/** Class'"/Game/Doors/BP_Door.BP_Door"', as editors copy it. */
const REFERENCE = /^[\w/.-]+'("?)(.+)\1'$/;

/** What a caller names: a package, and perhaps an object within it. */
export interface ObjectPath {
  /** "/Game/Maps/Hall". */
  readonly package: string;
  /** "Hall.PersistentLevel.Door_1", with dots only. */
  readonly object?: string;
}

/**
 * Reads "/Game/Maps/Hall", "/Game/Maps/Hall.Hall" or "/Game/Maps/Hall.Hall:PersistentLevel.Door_1". These are names
 * within mounted content and never paths of the file system: what could be one is refused.
 */
export function readObjectPath(asked: string): ObjectPath {
  const path = packageText(bare(asked));
  const colon = path.indexOf(':');
  const head = colon < 0 ? path : path.slice(0, colon);
  const dot = head.indexOf('.', head.lastIndexOf('/'));
  if (dot < 0) {
    if (colon >= 0) throw invalid(asked, 'It names an object without its package.');
    return { package: path };
  }
  const object = path.slice(dot + 1).replaceAll(':', '.');
  if (object === '' || object.split('.').includes('')) throw invalid(asked, 'It has an empty name.');
  return { package: path.slice(0, dot), object };
}

/**
 * All that a path can mean, the likeliest first. The engine has no dots in the names of packages, but files with such names
 * exist, and are listed: "/Game/Door.Old" is one of those rather than an object of "/Game/Door".
 */
export function readObjectPaths(asked: string): readonly ObjectPath[] {
  const usual = readObjectPath(asked);
  if (usual.object === undefined) return [usual];
  const names = usual.object.split('.');
  const others = names.slice(0, MAX_DOTS).map((_name, index) => {
    const path = [usual.package, ...names.slice(0, index + 1)].join('.');
    const object = names.slice(index + 1).join('.');
    return object === '' ? { package: path } : { package: path, object };
  });
  const likely = packageOf(packageText(bare(asked)));
  const isLikely = (reading: ObjectPath) => reading.package === likely;
  const all = [usual, ...others];
  return [...all.filter(isLikely), ...all.filter(reading => !isLikely(reading))];
}

/** A folder or a package, such as "/Game/Maps", without a slash at its end. */
export function readFolderPath(asked: string): string {
  return packageText(asked.length > 1 && asked.endsWith('/') ? asked.slice(0, -1) : asked);
}

function bare(asked: string): string {
  return REFERENCE.exec(asked)?.[2] ?? asked;
}

function packageText(path: string): string {
  if (path.length > MAX_LENGTH)
    throw invalid(path.slice(0, 80), `It has more than ${MAX_LENGTH} characters.`);
  if (!path.startsWith('/')) throw invalid(path, 'Package paths begin with "/".');
  if (/[\\\p{Cc}]/u.test(path)) throw invalid(path, 'It has a character that package paths do not have.');
  const names = path.slice(1).split('/');
  if (names.includes('')) throw invalid(path, 'It has an empty name.');
  if (names.some(name => /^\.+$/.test(name))) throw invalid(path, 'It has "." or ".." in it.');
  return path;
}

function invalid(path: string, reason: string): UnrealError {
  return new UnrealError(
    'invalid',
    `${JSON.stringify(path)} is no package path. ${reason}`,
    'Give a path as the list of assets shows it, such as "/Game/Doors/BP_Door".',
  );
}
