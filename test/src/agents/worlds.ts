import type { Kernel } from '@worldwire/server/internal';
import type { TestServer } from '../harness.js';
import { startUnity } from '../unity/unity-server.js';
import { startUniverse } from '../universe/universe-server.js';
import { startUnreal } from '../unreal/unreal-server.js';

export const WORLD_NAMES = ['universe', 'unity', 'unreal'] as const;
export type AgentWorld = (typeof WORLD_NAMES)[number];

export interface AgentServing {
  /** What the operator allows: all that clients ask for, or reads alone. */
  readonly allows: 'all' | 'nothing';
  readonly compact?: boolean;
}

const ALL = { writes: true, eval: true };
const servers: TestServer[] = [];

/** A world of the product on a free port. `closeWorlds` closes it. */
export async function openWorld(
  world: AgentWorld,
  { allows, compact = false }: AgentServing,
): Promise<TestServer> {
  const environment: Partial<ConstructorParameters<typeof Kernel>[1]> = { compact };
  const closed = world === 'universe' ? { readOnly: true } : {};
  const options = { grants: allows === 'all' ? ALL : closed, environment };
  const server = await { universe: startUniverse, unity: startUnity, unreal: startUnreal }[world](options);
  servers.push(server);
  return server;
}

export async function closeWorlds(): Promise<void> {
  await Promise.all(servers.splice(0).map(server => server.close()));
}
