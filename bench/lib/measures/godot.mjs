/** Reads in a real engine, through the server that starts it and over the link alone. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { encodeFrame } from '@worldwire/protocol';
import { Child, startProduct } from '../child.mjs';
import { childrenOf } from '../cpu.mjs';
import { drive } from '../drive.mjs';
import { commandOf, findGodot, linkLoad, MISSING, makeDemo, STANDING, toolLoad } from '../godot-demo.mjs';
import { laneOver } from '../lanes.mjs';
import { FrameReader } from '../readers.mjs';
import { ask, idOf, STATELESS_REVISION, toolRequest } from '../requests.mjs';
import { inRounds } from '../rounds.mjs';
import { delay, within } from '../time-limit.mjs';

const LINK_SECONDS = 30;
const POLL_MS = 50;
/** A bridge drops a server that is silent for long. */
const PING_MS = 5_000;
const PING_ID = 0;

export async function measureGodot({ godot: { inFlight, rounds, ...times } }, { progress, folder, keep }) {
  const program = findGodot();
  if (program === undefined) return { missing: MISSING, rows: [] };
  progress('godot: starting the demo, once for the link alone and once for the server');
  // Both before the link is open: making one blocks this process, and a bridge drops a server that is silent for long.
  const [alone, served] = ['link', 'demo'].map(name => makeDemo(program, join(folder, name)));
  const link = await openLink(alone, keep);
  const server = await startServer(served, join(folder, 'server'), keep);
  const ways = [
    { way: link, row: { label: 'the link alone', whole: false } },
    { way: server, row: { label: `MCP ${STATELESS_REVISION} over HTTP`, whole: true } },
  ];
  for (const { row } of ways) Object.assign(row, { sequential: [], inFlight: [] });
  // Both engines run all the time.
  const pids = [link.pid, ...server.pids];
  const turns = { measure: 'godot', rounds, items: ways, name: ({ row }) => row.label, progress };
  await inRounds(turns, async ({ way, row }, who) => {
    const load = { ...way.load, ...times, pids };
    row.sequential.push(await drive(`${who}, one at a time`, load));
    row.inFlight.push(await drive(`${who}, ${inFlight} in flight`, { ...load, ...way.spread(inFlight) }));
  });
  return { engine: link.engine, rows: ways.map(({ row }) => row) };
}

/** A bridge without a server: the bench accepts its connection and sends the requests. */
async function openLink({ engine, args, env }, keep) {
  const listener = createServer({ noDelay: true }).listen(0, '127.0.0.1');
  keep({ stop: () => listener.close() });
  await once(listener, 'listening');
  const place = { WORLDWIRE_HOST: '127.0.0.1', WORLDWIRE_PORT: String(listener.address().port) };
  const child = keep(new Child('Godot', engine, args, { env: { ...env, ...place } }));
  const linked = once(listener, 'connection').then(([socket]) => authenticated(socket));
  const { lane, hello } = await child.until(linked, LINK_SECONDS, 'starting Godot');
  const ids = await child.until(idsOf(lane), LINK_SECONDS, 'looking at the demo');
  const pings = setInterval(() => lane.send(request(PING_ID, 'engine.ping', {})), PING_MS);
  keep({ stop: () => clearInterval(pings) });
  return {
    engine: `${hello.name} ${hello.version}`,
    load: linkLoad(async () => lane, ids),
    pid: child.pid,
    /** All requests are on the one connection. */
    spread: inFlight => ({ lanes: 1, perLane: inFlight }),
  };
}

async function authenticated(socket) {
  const frames = new FrameReader();
  const isPing = message => message.includes(`"id":${PING_ID},`);
  const reader = { push: (chunk, length) => frames.push(chunk, length).filter(message => !isPing(message)) };
  const lane = laneOver(socket, socket, reader);
  const hello = await lane.first(message => message.includes('"session.authenticate"'));
  const { id, params } = JSON.parse(hello);
  const result = { sessionId: 'bench', firstId: 1 };
  lane.send(encodeFrame(JSON.stringify({ jsonrpc: '2.0', id, result })));
  return { lane, hello: params.engine };
}

async function idsOf(lane) {
  const id = 1;
  lane.send(request(id, 'object.list', { limit: 50 }));
  const { result, error } = JSON.parse(await lane.first(message => idOf(message) === id));
  if (!result) throw new Error(`object.list: ${error?.message}`);
  return STANDING.map(({ name }) => {
    const object = result.items.find(item => item.name === name);
    if (!object) throw new Error(`the demo has no ${name}`);
    return object.id;
  });
}

const request = (id, method, params) => encodeFrame(JSON.stringify({ jsonrpc: '2.0', id, method, params }));

async function startServer(demo, folder, keep) {
  const args = ['unity', '--engine', 'link', '--engine-command', commandOf(demo)];
  const link = ({ url }) => within(linkedIds(url), LINK_SECONDS, 'waiting for Godot to link');
  const { server, prepared: ids } = await startProduct({ folder, args, env: demo.env }, link);
  keep(killedOnExit(childrenOf(server.pid)));
  keep(server);
  return { load: toolLoad(server.url, ids), pids: [server.pid], spread: lanes => ({ lanes }) };
}

async function linkedIds(url) {
  for (;;) {
    const { result } = await ask(url, toolRequest('ListObjects', { limit: 50 }));
    const items = result?.structuredContent?.Items;
    const found = STANDING.map(({ name }) => items?.find(({ Name }) => Name === name)?.Id);
    if (found.every(id => id !== undefined)) return found;
    await delay(POLL_MS);
  }
}

/** A killed server cannot end the engine that it started. */
function killedOnExit(pids) {
  const killAll = () => {
    for (const pid of pids.filter(each => existsSync(`/proc/${each}`))) process.kill(pid, 'SIGKILL');
  };
  process.on('exit', killAll);
  return { stop: () => process.off('exit', killAll) };
}
