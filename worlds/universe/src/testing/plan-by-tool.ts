import type { Context, Steps, ToolPlan } from '@worldwire/server';
import { finish } from '../domain/index.js';
import { commandTool } from '../mcp/command-tool.js';
import type { Universes } from '../service/universes.js';
import { ANN, QUIET } from './service-lab.js';

/** What the tool says that a command of ann would change, as approvals ask it. */
export async function planByTool(
  universes: Universes,
  universeId: string,
  command: object,
): Promise<ToolPlan> {
  const context = {
    ...ANN,
    client: { capabilities: {} },
    operation: { dryRun: true },
    signal: new AbortController().signal,
    heavy: async <Result>(steps: Steps<Result>) => finish(steps),
  };
  const { plan } = commandTool(universes, QUIET);
  return (await plan?.({ universeId, command }, context as unknown as Context)) as ToolPlan;
}
