import { packageOf } from '../port/package-of.js';

/** The path in what Unreal copies to the clipboard: /Script/Engine.Blueprint'/Game/Doors/BP_Door.BP_Door'. */
export function barePath(spelling: string): string {
  return /'"?([^'"]+)"?'$/.exec(spelling)?.[1] ?? spelling;
}

/** What is behind the package: "Hall:PersistentLevel.Door_1"; empty where only the package is named. */
export function insideOf(spelling: string): string {
  const path = barePath(spelling);
  return path.slice(packageOf(path).length + 1);
}

/** The last part of a path. */
export function bareName(path: string): string {
  return path.slice(path.search(/[^/.:]*$/));
}
