import { randomBytes } from 'node:crypto';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import type { WebRoute } from '@worldwire/server';
import { openUniverse, type UniverseHost } from '@worldwire/universe';
import { type ServingOptions, serveWorld, type TestServer } from '../harness.js';
import { Rest } from './rest.js';

export interface UniverseServer extends TestServer {
  readonly rest: Rest;
  readonly routes: readonly WebRoute[];
}

export interface UniverseServerOptions extends ServingOptions, Pick<UniverseHost, 'renderMap'> {
  readonly journal?: Journal;
}

/** Serves the universe on a free port, with a journal of the test. */
export async function startUniverse({
  journal = new MemoryJournal(),
  renderMap,
  ...options
}: UniverseServerOptions = {}): Promise<UniverseServer> {
  let routes: readonly WebRoute[] = [];
  const server = await serveWorld(async log => {
    const host = { journal, log, now: Date.now, randomBytes };
    const opened = await openUniverse({ ...host, ...(renderMap !== undefined && { renderMap }) });
    routes = opened.routes;
    return { world: opened.world, mounts: kernel => [{ path: '/mcp', kernel, routes }] };
  }, options);
  return { ...server, rest: new Rest(server.base), routes };
}
