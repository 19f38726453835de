import { type Journal, MemoryJournal } from '@worldwire/journal';
import type { Log } from '@worldwire/server';
import type { Grants } from '@worldwire/server/internal';
import { openSample, openUnreal, type UnrealSource, unrealDialect } from '@worldwire/unreal';
import { type ServingOptions, serveWorld, type TestServer } from '../harness.js';

/** All grants. */
export const ALL: Grants = { writes: true, eval: true };

export type UnrealServer = TestServer;

export interface UnrealServerOptions extends ServingOptions {
  /** In place of the sample. Closed with the server. */
  readonly sources?: (log: Log) => Promise<readonly UnrealSource[]>;
  /** Closed with the server. */
  readonly journal?: Journal;
}

/** Serves the Unreal world with its dialect on a free port. */
export function startUnreal({
  sources: open = async () => [openSample({ now: Date.now })],
  journal = new MemoryJournal(),
  ...options
}: UnrealServerOptions = {}): Promise<UnrealServer> {
  return serveWorld(async log => {
    const sources = await open(log);
    const { world, templates } = await openUnreal({ sources, journal, log, now: Date.now });
    return { world, mounts: kernel => [{ path: '/mcp', kernel, dialect: unrealDialect(() => templates) }] };
  }, options);
}
