import { join } from 'node:path';

/** The folder of the Unity world. */
export function unityFolder(data: string): string {
  return join(data, 'unity');
}

/** The file with the first object id of the next engine that links. */
export function engineIdsFile(folder: string): string {
  return join(folder, 'next-engine-id');
}

/** The journal of writes. */
export function writesFile(folder: string): string {
  return join(folder, 'writes.sqlite');
}
