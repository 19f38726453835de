import { legible, WorldError } from '@worldwire/server';
import { isSettings } from './credentials.js';
import { MAX_PATH, unwrapReference } from './object-path.js';
import { packageOf } from './package-of.js';

export { packageOf };

/** Characters that names do not have, and that mean something to files, URIs or consoles. */
const FORBIDDEN = /[\\"'*?<>|]/;
const EMPTY_NAME = /[/.:](?=[/.:]|$)/;
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** The package of an asset in any spelling: "/Game/Doors/BP_Door". */
export function packagePath(given: string): string {
  return packageOf(noCode('asset', inside(given, 'an asset, such as "/Game/Doors/BP_Door"')));
}

/** An actor: "/Game/Maps/Hall.Hall:PersistentLevel.Door_1". */
export function actorPath(given: string): string {
  return noCode('actor', objectPath(given));
}

/** An actor, a component or any other object: "/Game/Maps/Hall.Hall:PersistentLevel.Door_1". */
export function objectPath(given: string): string {
  const path = inside(given, 'an object, such as "/Game/Maps/Hall.Hall:PersistentLevel.Door_1"');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /[.:]/.test(name) ? path : `${path}.${name}`;
}

/** A folder or a package: "/Game", "/Game/Doors". */
export function folderPath(given: string): string {
  return packageOf(checked(given, 'a folder, such as "/Game/Doors"'));
}

/** A class by its short name or its path: "PointLight", "/Script/Engine.PointLight", "/Game/Doors/BP_Door". */
export function className(given: string): string {
  const name = unwrapped(given);
  if (name.includes('/')) return inside(name, 'a class, such as "PointLight" or "/Game/Doors/BP_Door"');
  if (!isSound(name)) throw invalid(given, 'a class, such as "PointLight" or "/Game/Doors/BP_Door"');
  return name;
}

/** The actor that contains an object of a level; undefined for other objects. */
export function actorOf(path: string): string | undefined {
  return /^[^:]+:[^.:]+\.[^.:]+/.exec(path)?.[0];
}

/** A path below a root: a root alone has no object. */
function inside(given: string, what: string): string {
  const path = checked(given, what);
  if (!path.includes('/', 1)) throw invalid(given, what);
  return path;
}

/** Default objects of code hold settings, credentials among them: only get_property, which masks those, reads them. */
function noCode(what: string, path: string): string {
  if (!isSettings(path)) return path;
  const message = `${legible(path)} is not an ${what}: objects below /Script are code and settings.`;
  throw new WorldError('NotFound', message, 'get_property reads the properties of such an object.');
}

function checked(given: string, what: string): string {
  const bare = unwrapped(given);
  const path = `${bare.startsWith('/') ? '' : '/'}${bare}`.replace(/\/$/, '');
  if (!isSound(path) || EMPTY_NAME.test(path)) throw invalid(given, what);
  return path;
}

function unwrapped(given: string): string {
  return unwrapReference(given.trim());
}

function isSound(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= MAX_PATH &&
    !UNPRINTABLE.test(text) &&
    !FORBIDDEN.test(text) &&
    !text.includes('..')
  );
}

function invalid(given: string, what: string): WorldError {
  const shown = `"${legible(given, 100)}"`;
  const isName = /^\w[\w -]*$/.test(given);
  return new WorldError(
    'InvalidArgument',
    `${shown} is not the path of ${what}.`,
    isName
      ? `list_actors or find_assets with query ${shown} returns the path of something with this name or label.`
      : 'list_assets, find_assets and list_actors return valid paths.',
  );
}
