import { join } from 'node:path';

/** Where the Unity world keeps what must last. */
export function unityFolder(data: string): string {
  return join(data, 'unity');
}

/** Which id the first object of the next engine that links gets. */
export function engineIdsFile(folder: string): string {
  return join(folder, 'next-engine-id');
}
