import { packageOf } from '../../port/package-of.js';

/** The path in a reference as Unreal copies it: /Script/Engine.Blueprint'/Game/Doors/BP_Door.BP_Door'. */
export function barePath(spelling: string): string {
  return /'"?([^'"]+)"?'$/.exec(spelling)?.[1] ?? spelling;
}

/** The path after the package: "Hall:PersistentLevel.Door_1"; empty for a package alone. */
export function insideOf(spelling: string): string {
  const path = barePath(spelling);
  return path.slice(packageOf(path).length + 1);
}

/** The last name in a path. */
export function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('.'), path.lastIndexOf(':')) + 1);
}

/** The main object of a package: "/Game/Doors/BP_Door.BP_Door". */
export function objectPath(packagePath: string): string {
  return `${packagePath}.${nameOf(packagePath)}`;
}

/** The class of a Blueprint: "/Game/Doors/BP_Door.BP_Door_C". */
export function classPath(packagePath: string): string {
  return `${objectPath(packagePath)}_C`;
}
