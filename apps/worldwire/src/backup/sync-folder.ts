import { open } from 'node:fs/promises';

/** A name is on the disk when its folder is. Windows opens no folders, and needs it not. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
