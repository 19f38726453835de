/** Commands to universes of several sizes with every store, and reads of one, over both wires. */
import { fdatasyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../child.mjs';
import { drive } from '../drive.mjs';
import { median } from '../figures.mjs';
import { overHttp } from '../lanes.mjs';
import {
  ask,
  openSession,
  SESSION_REVISION,
  STATELESS,
  STATELESS_REVISION,
  toolRequest,
} from '../requests.mjs';
import { bySize } from '../rounds.mjs';
import { inScope } from '../scope.mjs';
import {
  bodyId,
  commandLoad,
  fillingCommands,
  gapIn,
  KEPT_BYTES,
  postRequest,
  stateAnswered,
  stateArguments,
  UNIVERSE,
} from '../universe-load.mjs';

const STORES = {
  sqlite: { label: 'SQLite', open: async () => ({ option: 'sqlite', stop: async () => {} }) },
  postgres: { label: 'PostgreSQL', open: openPostgres, missing: 'no PostgreSQL server on this machine' },
};
const WIRES = [
  { label: 'REST', sessionOf: () => undefined },
  { label: `MCP ${STATELESS_REVISION}`, sessionOf: () => STATELESS },
  { label: `MCP ${SESSION_REVISION}`, sessionOf: openSession },
];
const MAX_IDS = 1_000;
/** `f_type` of tmpfs (linux/magic.h). */
const TMPFS = 0x01021994;
const SYNCS = 50;
const BLOCK_BYTES = 4_096;

export async function measureUniverse({ connections, universe }, { progress, folder }) {
  const { sizes, readSize, readers, rounds, warmupSeconds, seconds } = universe;
  const times = { warmupSeconds, seconds };
  const turns = { measure: 'universe', rounds, progress };
  const figures = { rows: [], missing: [], reads: [], disk: disk(folder) };
  const measureIn = async (name, keep) => {
    const { label: store, open, missing } = STORES[name];
    const servers = [];
    for (const size of sizes) {
      progress(`universe: filling one with ${size} bodies, ${store}`);
      const opened = await open();
      if (!opened) return void figures.missing.push({ store, reason: missing });
      keep(opened);
      servers.push(await startUniverse(join(folder, `${name}-${size}`), opened.option, size, keep));
    }
    const measured = await bySize(
      { ...turns, rows: WIRES, servers, name: ({ label }) => `${store}, ${label}` },
      ({ sessionOf }, server, who) => command(who, server, sessionOf, { lanes: connections, ...times }),
    );
    figures.rows.push(...measured.map(({ row, bySize }) => ({ store, wire: row.label, bySize })));
    // Reads do not use the store, so one store is enough.
    const read = figures.reads.length === 0 && servers.find(({ size }) => size === readSize);
    if (read) figures.reads = await readsOf(read, { ...times, lanes: readers }, turns);
  };
  for (const name of universe.stores) await inScope(({ keep }) => measureIn(name, keep));
  return figures;
}

async function startUniverse(folder, store, size, keep) {
  const { server } = await startProduct({ folder, args: ['universe', '--store', store] });
  keep(server);
  const universe = { server, url: server.url, size, revision: 0 };
  await post(server, '/universes', { id: UNIVERSE, name: 'Big' }, 201);
  for (const commands of fillingCommands(size)) {
    await post(server, `/universes/${UNIVERSE}/commands?returning=changes`, commands, 200);
  }
  universe.revision = await recordedRevision(server);
  if (universe.revision !== size) throw new Error(`${size} bodies were sent, ${universe.revision} are there`);
  return universe;
}

/** Sends updates, and checks that the log has each answered one exactly once. */
async function command(who, universe, sessionOf, times) {
  const { server, size, revision } = universe;
  const revisions = new Set();
  const load = commandLoad(server.url, await sessionOf(server.url), size, revisions);
  const run = await drive(who, { ...load, ...times, pids: [server.pid] });
  universe.revision = await recordedRevision(server);
  const wrong = gapIn(revisions, revision, universe.revision);
  if (wrong) throw new Error(`${who}: ${wrong}`);
  return run;
}

async function recordedRevision({ url }) {
  const { items } = await ask(new URL('/universes?limit=50', url));
  return items.find(({ id }) => id === UNIVERSE).revision;
}

async function post({ url }, path, body, status) {
  const answer = await ask(new URL(path, url), postRequest(body));
  if (answer.status !== status)
    throw new Error(`POST ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
}

/** Reads of an unchanged universe. */
async function readsOf(universe, times, turns) {
  const { server, revision } = universe;
  const rows = [await restRow(universe), await toolRow(universe)];
  const measured = await bySize(
    { ...turns, rows, servers: [universe], name: ({ label }) => `a state, ${label}` },
    ({ url, request, rest, bytes }, _, who) => {
      const accepts = (body, id, { bodyBytes }) =>
        bodyBytes === bytes && stateAnswered(body, id, { rest, revision });
      const load = overHttp(url, request, accepts, { kept: KEPT_BYTES });
      return drive(who, { ...load, ...times, pids: [server.pid] });
    },
  );
  return measured.map(({ row: { label, bytes, bodies, whole }, bySize: [{ runs }] }) => ({
    ...{ label, bytes, bodies, whole },
    runs,
  }));
}

async function restRow({ url: server, size }) {
  const url = new URL(`/universes/${UNIVERSE}`, server);
  const request = { method: 'GET', headers: { accept: 'application/json' } };
  const { text, state } = await ask(url, request);
  const found = Object.keys(state.stars).length;
  if (found !== size) throw new Error(`a state of ${size} bodies has ${found} in the answer`);
  const bytes = Buffer.byteLength(text);
  return { label: 'REST', rest: true, url, request, bytes, bodies: size, whole: true };
}

/** The whole state if it fits into a result, otherwise as many bodies as a call can name. */
async function toolRow({ url, size }) {
  const some = Array.from({ length: MAX_IDS }, (_, index) => bodyId(1 + index));
  for (const ids of [undefined, some]) {
    const request = toolRequest(STATELESS, 'get_universe_state', stateArguments(ids));
    const { text, result } = await ask(url, request);
    if (!result?.structuredContent?.stars) continue;
    const [bytes, bodies] = [Buffer.byteLength(text), ids ? ids.length : size];
    return { label: `MCP ${STATELESS_REVISION}`, rest: false, url, request, bytes, bodies, whole: !ids };
  }
  throw new Error(`get_universe_state refused ${MAX_IDS} ids`);
}

/** The time of a durable write: no server can commit more often, but it can commit several writes at once. */
function disk(folder) {
  const file = openSync(join(folder, 'sync'), 'w');
  const times = Array.from({ length: SYNCS }, () => {
    const startedAt = performance.now();
    writeSync(file, Buffer.alloc(BLOCK_BYTES, 1));
    fdatasyncSync(file);
    return performance.now() - startedAt;
  });
  return { inMemory: statfsSync(folder).type === TMPFS, syncMs: median(times) };
}

/** Each universe has its own database server, so that sizes do not affect each other. */
async function openPostgres() {
  const { startPostgres } = await import('@worldwire/journal/testing');
  const server = await startPostgres();
  return server && { option: server.url, stop: () => server.stop() };
}
