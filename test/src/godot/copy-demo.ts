import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** The demo of a bridge, with its addon. */
export async function copyDemo(bridge: string, project: string): Promise<void> {
  await cp(join(bridge, 'demo'), project, { recursive: true });
  await cp(join(bridge, 'addons'), join(project, 'addons'), { recursive: true });
}
