import { enginePackageOf } from './package-of.js';
import { UnrealError } from './unreal-error.js';

const MAX_PATH = 1_024;

/** A path as it was given, once it can be one. */
export function requirePath(path: string): string {
  if (typeof path === 'string' && path.length <= MAX_PATH && /^\/[^/]/.test(path) && !hasControl(path))
    return path;
  throw new UnrealError(
    'invalid',
    `"${String(path).slice(0, 200)}" is not a path of Unreal.`,
    'Give one such as "/Game/Doors/BP_Door" or "/Game/Maps/Hall.Hall:PersistentLevel.Door_1".',
  );
}

/** The main object of a package has the package's name. */
export function objectOf(path: string): string {
  const packagePath = enginePackageOf(path);
  return packagePath === path ? `${path}.${nameOf(path)}` : path;
}

/** The last part: of an asset, an actor or a component. */
export function nameOf(path: string): string {
  return /[^./:]*$/.exec(path)?.[0] ?? path;
}

/** "/Script/Engine.PointLight", "Class'/Script/Engine.PointLight'" and "PointLight" are all a PointLight. */
export function shortClass(name: string): string {
  return nameOf(name.replace(/^[\w/.]*'|["']+$/g, '').replace(/^"/, ''));
}

/** The class of which this is the default object, where it is one. */
export function classOfDefault(path: string): string | undefined {
  const found = /^(.*\.)Default__([^.:]+)$/.exec(path);
  return found === null ? undefined : `${found[1]}${found[2]}`;
}

/** The class that is meant by a short name, a path of a class, or the path of a Blueprint. */
export function spawnableClass(name: string): string {
  if (!name.includes('/')) return `/Script/Engine.${name}`;
  if (name.startsWith('/Script/')) return name;
  const object = objectOf(name);
  return object.endsWith('_C') ? object : `${object}_C`;
}

/** "/Game/Doors/BP_Door" has its defaults in "/Game/Doors/BP_Door.Default__BP_Door_C". */
export function blueprintDefaults(path: string): string {
  const packagePath = enginePackageOf(path);
  return `${packagePath}.Default__${nameOf(packagePath)}_C`;
}

/** Actors are inside a level, which is inside a world. */
export function isInLevel(path: string): boolean {
  return path.includes(':');
}

/** Directly in a level: what is further inside is a component. */
export function isActor(path: string): boolean {
  return /^[^:]+:[^.:]+\.[^.:]+$/.test(path);
}

/** Unreal takes names in any case; what it has itself is spelled as it spells it. */
export function spelledAs(path: string, known: readonly string[]): string | undefined {
  if (known.includes(path)) return path;
  const folded = path.toLowerCase();
  return known.find(each => each.toLowerCase() === folded);
}

function hasControl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\u0000-\u001f\u007f]/.test(text);
}
