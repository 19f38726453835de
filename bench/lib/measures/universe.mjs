/** Commands to universes of several sizes with every store, and reads of one, over both wires. */
import { join } from 'node:path';
import { runBySize } from '../by-size.mjs';
import { SESSION_REVISION, STATELESS_REVISION } from '../revisions.mjs';
import { disk, scratchFolder } from '../scratch-folder.mjs';
import { readsOf } from '../universe-reads.mjs';
import { UniverseServer } from '../universe-server.mjs';
import { STORES } from '../universe-stores.mjs';

const WIRES = [
  { label: 'REST', wire: 'rest', revision: '', session: { revision: '' } },
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
  const measured = await runBySize(
    {
      rows: WIRES,
      servers,
      rounds,
      name: ({ label }, { size }) => `universe of ${size} bodies, ${store}, ${label}`,
      run: ({ wire, revision, session }, server, who) =>
        server.command({ revision, session, connections, seconds, warmupSeconds }, wire, who),
    },
    progress,
  );
  return measured.map(({ row, bySize }) => ({ store, wire: row.label, bySize }));
}
