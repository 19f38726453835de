import { type Finding, fail, warn } from '../findings/finding.js';
import { furtherReaders } from '../serving/credentials.js';

/** Whether other users can read a secret. A group is only a warning. */
export async function checkReaders(
  check: string,
  path: string,
  platform: NodeJS.Platform,
): Promise<Finding | undefined> {
  const readers = await furtherReaders(path, platform);
  if (readers === undefined) return undefined;
  const find = readers === 'its group' ? warn : fail;
  return find(check, `${path} can be read by ${readers}.`, `chmod 600 ${path}`);
}
