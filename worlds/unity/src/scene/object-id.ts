import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import type { Scene } from './scene.js';

/** Objects whose paths contain the wanted one. */
const MAX_FOUND = 500;
const MAX_NEAR = 3;

/** The id of an object that is given by its id or by its path. */
export async function idOf(scene: Scene, given: string, argument: string): Promise<string> {
  if (/^obj:-?\d+$/.test(given)) return given;
  const path = given.startsWith('/') ? given : `/${given}`;
  const { items } = await scene.call('object.list', { path, limit: MAX_FOUND });
  const same = items.filter(item => item.path === path);
  const [found, another] = same;
  if (found !== undefined && another === undefined) return found.id;
  const ids = same.slice(0, 5).map(({ id }) => id);
  if (found !== undefined) {
    throw new WorldError(
      'InvalidArgument',
      `${same.length} objects have the path ${path}.`,
      `Give an id as ${argument}: ${ids.join(', ')}.`,
    );
  }
  const near = await nearPaths(scene, path);
  const meant = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  throw new WorldError(
    'NotFound',
    `No object has the path ${path}.`,
    `${meant}SearchObjects finds ids and paths.`,
  );
}

/** Paths of objects with the same name, or else paths that are written almost so. */
async function nearPaths(scene: Scene, path: string): Promise<readonly string[]> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const named = name === '' ? [] : (await scene.call('object.list', { name, limit: MAX_NEAR })).items;
  if (named.length > 0) return named.map(item => item.path);
  const { items } = await scene.call('object.list', { limit: MAX_FOUND });
  const paths = items.map(item => item.path);
  return nearMatches(path, paths, MAX_NEAR);
}
