import { WorldError } from '@worldwire/server';
import { actorOf, actorPath, packageOf, packagePath } from '../../port/given-path.js';

export const PROJECT = 'unreal://project';
export const EDITOR_STATE = 'unreal://editor/state';
export const LOG = 'unreal://log';
export const ASSETS = 'unreal://assets';
export const JOURNAL = 'unreal://journal';

export type ObjectKind = 'asset' | 'blueprint' | 'texture' | 'level' | 'actor';

const OBJECT = /^unreal:\/\/(asset|blueprint|texture|level|actor)\/(.+)$/;

/** The one spelling of an address that we write ourselves: unreal://asset/Game/Doors/BP_Door. */
export function uriOf(kind: ObjectKind, path: string): string {
  const sound = path.replace(/\p{Cs}/gu, '\ufffd');
  return `unreal://${kind}${encodeURI(sound).replace(/[?#]/g, encodeURIComponent)}`;
}

export function promptUri(name: string): string {
  return `unreal://prompt/${name}`;
}

/** Every address under which an asset or an object of a level may have been read. */
export function urisOf(path: string): readonly string[] {
  const asset = packageOf(path);
  const actor = actorOf(path);
  const level = uriOf('level', asset);
  if (actor !== undefined) return [uriOf('actor', actor), level];
  return [uriOf('asset', asset), uriOf('blueprint', asset), uriOf('texture', asset), level];
}

/** What an address is about: for objects the address as we write it, and for lists without what narrows them down. */
export function subjectOf(uri: string): { readonly uri: string; readonly path?: string } {
  const [, kind, rest = ''] = OBJECT.exec(uri) ?? [];
  if (kind === undefined) return { uri: uri.split('?', 1)[0] as string };
  const path = pathIn(kind as ObjectKind, rest);
  return path === undefined ? { uri } : { uri: uriOf(kind as ObjectKind, path), path };
}

/** Undefined where nothing can be at the address: it is read like any other, and not found. */
function pathIn(kind: ObjectKind, rest: string): string | undefined {
  try {
    const text = decodeURIComponent(rest);
    return kind === 'actor' ? actorPath(text) : packagePath(text);
  } catch (thrown) {
    if (thrown instanceof WorldError || thrown instanceof URIError) return undefined;
    throw thrown;
  }
}
