import { enginePackageOf } from './package-of.js';

/** The path of an object: the main object of a package has the package's name. */
export function objectOf(path: string): string {
  const packagePath = enginePackageOf(path);
  return packagePath === path ? `${path}.${nameOf(path)}` : path;
}

/** "/Game/Doors/BP_Door" for its main object "/Game/Doors/BP_Door.BP_Door"; another object keeps its path. */
export function assetOf(path: string): string {
  const packagePath = enginePackageOf(path);
  return objectOf(packagePath).toLowerCase() === path.toLowerCase() ? packagePath : path;
}

/** The last name in a path. */
export function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf('/'), path.lastIndexOf(':')) + 1);
}

/** "/Script/Engine.PointLight", "Class'/Script/Engine.PointLight'" and "PointLight" are all a PointLight. */
export function shortClass(name: string): string {
  return nameOf(unquoted(name));
}

/** "/Script/Engine.PointLight" of "Class'/Script/Engine.PointLight'". */
export function unquoted(path: string): string {
  const open = /^[\w/.]*'/.exec(path)?.[0].length ?? 0;
  const start = path[open] === '"' ? open + 1 : open;
  let end = path.length;
  while (end > start && (path[end - 1] === '"' || path[end - 1] === "'")) end--;
  return path.slice(start, end);
}

/** A folder without the slashes at its end. */
export function withoutSlashes(folder: string): string {
  let end = folder.length;
  while (folder[end - 1] === '/') end--;
  return folder.slice(0, end);
}

/** The class of a default object; undefined for other objects. */
export function classOfDefault(path: string): string | undefined {
  const found = /^(.*\.)Default__([^.:]+)$/.exec(path);
  return found === null ? undefined : `${found[1]}${found[2]}`;
}

/** The class path for a short name, a class path or the path of a Blueprint. */
export function spawnableClass(name: string): string {
  if (!name.includes('/')) return `/Script/Engine.${name}`;
  if (name.startsWith('/Script/')) return name;
  const object = objectOf(name);
  return object.endsWith('_C') ? object : `${object}_C`;
}

/** The default object of a Blueprint: "/Game/Doors/BP_Door.Default__BP_Door_C". */
export function blueprintDefaults(path: string): string {
  const packagePath = enginePackageOf(path);
  return `${packagePath}.Default__${nameOf(packagePath)}_C`;
}

/** Whether the path is inside a level. */
export function isInLevel(path: string): boolean {
  return path.includes(':');
}

/** Whether the object is directly in a level. Components are inside actors. */
export function isActor(path: string): boolean {
  return /^[^:]+:[^.:]+\.[^.:]+$/.test(path);
}

/** The known path that differs only in case: Unreal ignores the case of names. */
export function spelledAs(path: string, known: readonly string[]): string | undefined {
  if (known.includes(path)) return path;
  const folded = path.toLowerCase();
  return known.find(each => each.toLowerCase() === folded);
}
