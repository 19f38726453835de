import { open } from 'node:fs/promises';
import { codeOf } from '../errors/problem.js';

/** Errors of file systems that cannot sync a folder, such as network disks. */
const CANNOT_SYNC = new Set<string | undefined>(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Makes a new name in the folder durable. Windows neither supports nor needs it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } catch (thrown) {
    if (!CANNOT_SYNC.has(codeOf(thrown))) throw thrown;
  } finally {
    await folder.close();
  }
}
