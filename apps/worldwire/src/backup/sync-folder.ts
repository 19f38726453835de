import { open } from 'node:fs/promises';
import { codeOf } from '../errors/problem.js';

/** What file systems say that cannot sync a folder, some network disks among them. */
const CANNOT_SYNC = new Set<string | undefined>(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** A name is on the disk when its folder is. Windows opens no folders, and needs it not. */
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
