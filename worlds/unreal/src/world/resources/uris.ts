import { WorldError } from '@worldwire/server';
import { actorOf, actorPath, packageOf, packagePath } from '../../port/given-path.js';

export const PROJECT = 'unreal://project';
export const EDITOR_STATE = 'unreal://editor/state';
export const LOG = 'unreal://log';
export const ASSETS = 'unreal://assets';
export const JOURNAL = 'unreal://journal';

export type ObjectKind = 'asset' | 'blueprint' | 'texture' | 'level' | 'actor';

const OBJECT = /^unreal:\/\/(asset|blueprint|texture|level|actor)\/(.+)$/;

/** The canonical URI: unreal://asset/Game/Doors/BP_Door. */
export function uriOf(kind: ObjectKind, path: string): string {
  const sound = path.replace(/\p{Cs}/gu, '\ufffd');
  return `unreal://${kind}${encodeURI(sound).replace(/[?#]/g, encodeURIComponent)}`;
}

export function promptUri(name: string): string {
  return `unreal://prompt/${name}`;
}

/** All URIs of an asset or an object of a level. */
export function urisOf(path: string): readonly string[] {
  const asset = packageOf(path);
  const actor = actorOf(path);
  const level = uriOf('level', asset);
  if (actor !== undefined) return [uriOf('actor', actor), level];
  return [uriOf('asset', asset), uriOf('blueprint', asset), uriOf('texture', asset), level];
}

/** The canonical URI of an object or a list, without its query. */
export function subjectOf(uri: string): { readonly uri: string; readonly path?: string } {
  const bare = uri.split('?', 1)[0] as string;
  const [, kind, rest = ''] = OBJECT.exec(bare) ?? [];
  if (kind === undefined) return { uri: bare };
  const path = pathIn(kind as ObjectKind, rest);
  return path === undefined ? { uri: bare } : { uri: uriOf(kind as ObjectKind, path), path };
}

/** Undefined for an invalid path, which is not found when it is read. */
function pathIn(kind: ObjectKind, rest: string): string | undefined {
  try {
    const text = decodeURIComponent(rest);
    return kind === 'actor' ? actorPath(text) : packagePath(text);
  } catch (thrown) {
    if (thrown instanceof WorldError || thrown instanceof URIError) return undefined;
    throw thrown;
  }
}
