import { callTool } from '../../api/mcp.js';

export interface Sent {
  readonly revision: number;
  readonly warnings?: readonly string[];
  readonly digest?: string;
}

type Command = Readonly<Record<string, unknown>>;

/** Sends a command, which is refused if the universe is no longer at the revision that the person saw. */
export function sendCommand(
  world: string,
  universeId: string,
  command: Command,
  ifRevision: number,
): Promise<Sent> {
  return callTool<Sent>(world, 'send_universe_command', { universeId, command, ifRevision });
}

/** Sends a command that may replace or remove much. The person confirmed it, so the plan of a dry run is applied. */
export async function sendConfirmed(world: string, universeId: string, command: Command): Promise<Sent> {
  const args = { universeId, command };
  const { digest } = await callTool<Sent>(world, 'send_universe_command', { ...args, dryRun: true });
  return callTool<Sent>(world, 'send_universe_command', {
    ...args,
    ...(digest !== undefined && { expectDigest: digest }),
  });
}
