import { WorldError } from '@worldwire/server';
import { cutText } from '@worldwire/server/kit';

export function missing(path: string): WorldError {
  return new WorldError(
    'NotFound',
    `There is no script "${cutText(path, 200)}".`,
    'The resource unity://console/scripts lists them.',
  );
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
