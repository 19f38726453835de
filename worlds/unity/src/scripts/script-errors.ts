import { WorldError } from '@worldwire/server';
import { cutText, nearMatches } from '@worldwire/server/kit';

const LISTED = 'The resource unity://console/scripts lists them.';

/** A script that does not exist. */
export class MissingScript extends WorldError {
  constructor(readonly path: string) {
    super('NotFound', `There is no script "${cutText(path, 200)}".`, LISTED);
  }

  /** The same, with the nearest of the known names. */
  among(names: readonly string[]): WorldError {
    const near = nearMatches(this.path, names).map(name => cutText(name, 200));
    const hint = near.length === 0 ? LISTED : `Did you mean ${near.join(' or ')}? ${LISTED}`;
    return new WorldError(this.kind, this.message, hint);
  }
}

/** Folders are not created: a typing mistake in a path would leave them behind. */
export function noFolder(part: string, name: string, path: string): WorldError {
  return new WorldError(
    'NotFound',
    `There is no folder "${cutText(part, 100)}" for the script "${cutText(path, 200)}".`,
    `Use a path without it, such as "${cutText(name, 100)}", or ask the operator to create it in the Scripts folder.`,
  );
}

export function notAScript(path: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `"${cutText(path, 200)}" is not a script: it is a folder or a link, a folder of the path is a link, or the file has a hard link.`,
    'Ask the operator to put a regular file without hard links into the Scripts folder.',
  );
}
