import { openProject } from '@worldwire/unreal';
import { onTestFinished } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import type { DiskProject } from './disk-project.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

export function serveProject({ folder }: DiskProject): Promise<UnrealServer> {
  return startUnreal({
    grants: ALL,
    sources: async log => [await openProject({ folder, log, now: Date.now })],
  });
}

/** A client of a project that exists for one test. */
export async function visitAlone(project: DiskProject): Promise<Visitor> {
  const server = await serveProject(project);
  const [, visit] = ERAS[1] as (typeof ERAS)[number];
  const client = await visit(server.url);
  onTestFinished(async () => {
    await client.close();
    await server.close();
    await project.close();
  });
  return client;
}
