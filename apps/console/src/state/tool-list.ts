import { callMethod } from '../api/mcp.js';

/** A tool of a world, from `tools/list`. */
export interface ToolInfo {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

const MAX_PAGES = 20;
const known = new Map<string, Promise<readonly ToolInfo[]>>();

/** The tools of a world. They are read once; a failure is not kept. */
export function toolsOf(world: string): Promise<readonly ToolInfo[]> {
  const found = known.get(world);
  if (found !== undefined) return found;
  const reading = readAll(world);
  known.set(world, reading);
  reading.catch(() => known.delete(world));
  return reading;
}

/** Reads the tools again: what is open may have changed. */
export function forgetTools(): void {
  known.clear();
}

async function readAll(world: string): Promise<readonly ToolInfo[]> {
  const tools: ToolInfo[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await callMethod<{ tools: readonly ToolInfo[]; nextCursor?: string }>(
      world,
      'tools/list',
      cursor === undefined ? {} : { cursor },
    );
    tools.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}
