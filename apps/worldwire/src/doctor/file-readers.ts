import { type Finding, fail, warn } from '../findings/finding.js';
import { furtherReaders } from '../serving/credentials.js';

/** Whether others can read a secret. A group may be meant to. */
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
