import { WorldError } from '@worldwire/server';

export function missing(asked: string): WorldError {
  return new WorldError(
    'NotFound',
    `There is no script "${asked.slice(0, 200)}".`,
    'unity://console/scripts lists them.',
  );
}

/** No folders are made on the way: a slip in a path would leave them behind. */
export function noFolder(part: string, name: string, asked: string): WorldError {
  return new WorldError(
    'NotFound',
    `There is no folder "${part.slice(0, 100)}" for the script "${asked.slice(0, 200)}".`,
    `Leave the folder out, as in "${name.slice(0, 100)}", or have it made in the Scripts folder.`,
  );
}

export function notAScript(asked: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `"${asked.slice(0, 200)}" is not a script: it is a link or a folder, a folder on its way is a link, or the file has a second name.`,
    'Have the operator put a plain file with one name (no hard links) into the Scripts folder.',
  );
}
