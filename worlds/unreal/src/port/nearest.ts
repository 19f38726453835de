import { nearMatches } from '@worldwire/server/kit';
import { nameOf } from './unreal-paths.js';

const MAX_NAMED = 30;
/** Names that are compared with a mistyped one. The comparison takes time for each. */
const MAX_COMPARED = 5_000;

const LIST = 'list_actors returns the paths of actors; its query finds them by name or label.';

export interface NamedActor {
  readonly path: string;
  readonly label?: string;
}

/** The hint for a path that is not an actor: the actors with the nearest names or labels, and the tool that lists them. */
export function nearestActors(path: string, actors: Iterable<NamedActor>): string {
  const paths = new Map<string, string>();
  for (const actor of actors) {
    if (paths.size >= MAX_COMPARED) break;
    if (actor.label !== undefined && !paths.has(actor.label)) paths.set(actor.label, actor.path);
    paths.set(nameOf(actor.path), actor.path);
  }
  const near = new Set(nearMatches(nameOf(path), paths.keys()).map(name => paths.get(name)));
  return near.size === 0 ? LIST : `Did you mean ${[...near].join(' or ')}? ${LIST}`;
}

/** The hint for a name that does not exist: the nearest ones, and those that exist. */
export function nearestNames(asked: string, names: readonly string[], owner: string): string {
  const near = nearMatches(asked, names.slice(0, MAX_COMPARED));
  const shown = names.slice(0, MAX_NAMED).join(', ') || 'none';
  const has = `${owner} ${shown}${names.length > MAX_NAMED ? ' and others' : ''}.`;
  return near.length === 0 ? has : `Did you mean ${near.join(' or ')}? ${has}`;
}
