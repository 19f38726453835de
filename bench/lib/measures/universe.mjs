/** Commands to universes of several sizes with every store, and reads of one, over both wires. All bodies orbit one star. */
import { fdatasyncSync, openSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startProduct } from '../child.mjs';
import { drive } from '../drive.mjs';
import { median } from '../figures.mjs';
import { overHttp } from '../lanes.mjs';
import {
  ask,
  carriesId,
  FIRST_ID,
  JSON_HEADERS,
  openSession,
  SESSION_REVISION,
  STATELESS,
  STATELESS_REVISION,
  toolRequest,
} from '../requests.mjs';
import { bySize } from '../rounds.mjs';
import { inScope } from '../scope.mjs';

const UNIVERSE = 'big';
/** Of both ends of a state; all that is checked is there. */
const KEPT_BYTES = 1_024;
const STAR = 'sun';
const DIGITS = 5;
/** Coprime to every measured size minus one, so that calls go through all bodies. */
const STRIDE = 7_919;
const MAX_COMMANDS = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Each universe has its own database server, so that sizes do not affect each other. */
const openPostgres = async () => {
  const { startPostgres } = await import('@worldwire/journal/testing');
  const server = await startPostgres();
  return server && { option: server.url, stop: () => server.stop() };
};
const STORES = {
  sqlite: { label: 'SQLite', open: () => ({ option: 'sqlite', stop: () => {} }) },
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
  const { url } = keep(server);
  await post(server, '/universes', { id: UNIVERSE, name: 'Big' }, 201);
  for (const commands of fillingCommands(size)) {
    await post(server, `/universes/${UNIVERSE}/commands?returning=changes`, commands, 200);
  }
  const revision = await recordedRevision(server);
  if (revision !== size) throw new Error(`${size} bodies were sent, ${revision} are there`);
  return { server, url, size, revision };
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
  if (answer.status === status) return;
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
  return measured.map(({ row: { label, bytes, bodies, whole }, bySize: [{ runs }] }) => {
    return { label, bytes, bodies, whole, runs };
  });
}

async function restRow({ url: server, size: bodies }) {
  const url = new URL(`/universes/${UNIVERSE}`, server);
  const request = { method: 'GET', headers: { accept: 'application/json' } };
  const { text, state } = await ask(url, request);
  const found = Object.keys(state.stars).length;
  if (found !== bodies) throw new Error(`a state of ${bodies} bodies has ${found} in the answer`);
  return { label: 'REST', rest: true, url, request, bytes: Buffer.byteLength(text), bodies, whole: true };
}

/** The whole state if it fits into a result, otherwise as many bodies as a call can name. */
async function toolRow({ url, size }) {
  const some = Array.from({ length: MAX_IDS }, (_, index) => bodyId(1 + index));
  for (const ids of [undefined, some]) {
    const request = toolRequest('get_universe_state', stateArguments(ids));
    const { text, result } = await ask(url, request);
    const [bytes, bodies] = [Buffer.byteLength(text), ids?.length ?? size];
    const row = { label: `MCP ${STATELESS_REVISION}`, url, request, bytes, bodies, whole: !ids };
    if (result?.structuredContent?.stars) return row;
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

const bodyId = index => `body-${String(index).padStart(DIGITS, '0')}`;
export const bodyOfCall = (size, id) => bodyId(1 + ((id * STRIDE) % (size - 1)));

export function* fillingCommands(size) {
  if (size < 2 || size > 10 ** DIGITS) throw new Error(`a universe of ${size} bodies cannot be measured`);
  for (let from = 0; from < size; from += MAX_COMMANDS) {
    const count = Math.min(MAX_COMMANDS, size - from);
    yield Array.from({ length: count }, (_, index) => addCommand(from + index));
  }
}

function addCommand(index) {
  if (index === 0) return { type: 'addStar', id: STAR, payload: { bodyType: 'star', mass: 1.989e30 } };
  const look = { name: `Body ${index}`, bodyType: 'asteroid', radius: 1 + (index % 400), color: '#a59c8c' };
  const orbit = { orbitalDistance: 3e8 + index * 1e3, orbitalSpeed: 5e-8, orbitalPhase: index % 6 };
  const payload = { ...look, ...orbit, eccentricity: 0.05, parentId: STAR, mass: 1e15 + index };
  return { type: 'addStar', id: bodyId(index), payload };
}

const postRequest = body => ({ method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) });

/** Each call sets its id as the mass of another body, so that each is a change. Without a session it goes over REST. */
export function commandLoad(server, session, size, revisions) {
  const command = { type: 'updateStar', id: bodyId(0), payload: { mass: FIRST_ID } };
  const given = { universeId: UNIVERSE, command, returning: 'changes' };
  const rest = new URL(`/universes/${UNIVERSE}/commands?returning=changes`, server);
  const accepts = (body, id) => {
    const revision = revisionOfAnswer(body, id, session);
    if (revision === undefined || revisions.has(revision)) return false;
    revisions.add(revision);
    return true;
  };
  const fields = [{ placeholder: bodyId(0), value: id => bodyOfCall(size, id) }];
  return session
    ? overHttp(server, toolRequest('send_universe_command', given, session), accepts, { fields })
    : overHttp(rest, postRequest(command), accepts, { fields });
}

function revisionOfAnswer(body, id, session) {
  if (session && !carriesId(body, id)) return undefined;
  if (!body.includes(`"value":{"mass":${id}}`)) return undefined;
  const name = '"revision":';
  const at = body.indexOf(name);
  const revision = Number.parseInt(body.slice(at + name.length, at + name.length + 16), 10);
  return at === -1 || !(revision > 0) ? undefined : revision;
}

/** Without maxBytes, the server would answer with a summary. */
const stateArguments = ids => ({ universeId: UNIVERSE, ids, maxBytes: MAX_BYTES });

export function stateAnswered(body, id, { rest, revision }) {
  if (rest) return body.endsWith(`"revision":${revision}}`);
  return carriesId(body, id) && Number(/"worldwire\/revision":(\d+)/.exec(body)?.[1]) === revision;
}

/** What is wrong with the revisions of answers: each must occur once, without a gap. */
export function gapIn(revisions, before, after) {
  const [recorded, missing] = [after - before, [...revisions].some(each => each <= before || each > after)];
  if (recorded !== revisions.size)
    return `${revisions.size} commands were answered, but ${recorded} were recorded`;
  return missing ? `an answer has a revision that is not one from ${before + 1} to ${after}` : undefined;
}
