/** Commands to universes of several sizes with every store, and reads of one, over both wires. */
import { join } from 'node:path';
import { inTurn } from '../by-size.mjs';
import { SESSION_REVISION, STATELESS_REVISION } from '../revisions.mjs';
import { disk, scratchFolder } from '../scratch-folder.mjs';
import { readsOf } from '../universe-reads.mjs';
import { UniverseServer } from '../universe-server.mjs';
import { STORES } from '../universe-stores.mjs';

/** REST has no handshake and no revisions. */
const NO_SESSION = { revision: '' };

export const WIRES = [
  { label: 'REST', wire: 'rest', revision: '', session: NO_SESSION },
  { label: `MCP ${STATELESS_REVISION}`, wire: 'mcp', revision: STATELESS_REVISION },
  { label: `MCP ${SESSION_REVISION}`, wire: 'mcp', revision: SESSION_REVISION },
];

export async function measureUniverse({ connections, universe }, progress) {
  const scratch = scratchFolder();
  const figures = { rows: [], missing: [], reads: [], disk: disk(scratch.path) };
  try {
    for (const name of universe.stores) {
      const { label, missing } = STORES[name];
      const servers = await startServers(name, universe.sizes, scratch.path, progress);
      if (!servers) {
        figures.missing.push({ store: label, reason: missing });
        continue;
      }
      try {
        figures.rows.push(...(await measureCommands(label, servers, { connections, ...universe }, progress)));
        // Reads do not use the store, so one store is enough.
        if (figures.reads.length === 0) {
          const server = servers.find(({ size }) => size === universe.readSize);
          if (server) figures.reads = await readsOf(server, universe, progress);
        }
      } finally {
        for (const server of servers) await server.stop();
      }
    }
    return figures;
  } finally {
    scratch.remove();
  }
}

async function startServers(name, sizes, folder, progress) {
  const servers = [];
  try {
    for (const size of sizes) {
      const { label, open } = STORES[name];
      progress(`universe: filling one with ${size} bodies, ${label}`);
      const store = await open();
      if (!store) return undefined;
      servers.push(await UniverseServer.start({ folder: join(folder, `${name}-${size}`), store, size }));
    }
    return servers;
  } catch (error) {
    for (const server of servers) await server.stop();
    throw error;
  }
}

async function measureCommands(store, servers, { connections, rounds, seconds, warmupSeconds }, progress) {
  const rows = WIRES.map(wire => ({
    wire,
    runs: new Map(servers.map(server => [server, []])),
  }));
  for (let round = 1; round <= rounds; round++) {
    for (const { wire, runs } of rows) {
      for (const server of inTurn(servers, round)) {
        const who = `universe of ${server.size} bodies, ${store}, ${wire.label}`;
        progress(`round ${round} of ${rounds}: ${who}`);
        const { revision, session } = wire;
        const load = { revision, session, connections, seconds, warmupSeconds };
        runs.get(server)?.push(await server.command(load, wire.wire, who));
      }
    }
  }
  return rows.map(({ wire, runs }) => ({
    store,
    wire: wire.label,
    bySize: [...runs].map(([{ size }, made]) => ({ size, runs: made })),
  }));
}
