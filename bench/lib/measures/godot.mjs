/** Reads in a real engine, through the server that starts it and over the link alone. */
import { join } from 'node:path';
import { startProduct } from '../child.mjs';
import { childrenOf } from '../cpu.mjs';
import { drive } from '../drive.mjs';
import { commandOf, findGodot, MISSING, makeDemo, STANDING, toolLoad } from '../godot-demo.mjs';
import { openLink } from '../godot-link.mjs';
import { ask, STATELESS, STATELESS_REVISION, toolRequest } from '../requests.mjs';
import { inRounds } from '../rounds.mjs';
import { delay, within } from '../time-limit.mjs';

const LINK_SECONDS = 30;
const POLL_MS = 50;

export async function measureGodot({ godot: { inFlight, rounds, ...times } }, { progress, folder, keep }) {
  const program = findGodot();
  if (program === undefined) return { missing: MISSING, rows: [] };
  progress('godot: starting the demo, once for the link alone and once for the server');
  const link = await openLink(makeDemo(program, join(folder, 'link')), keep);
  const demo = makeDemo(program, join(folder, 'demo'));
  const server = await startServer(demo, join(folder, 'server'), keep);
  const ways = [
    { way: link, row: { label: 'the link alone', whole: false, sequential: [], inFlight: [] } },
    {
      way: server,
      row: { label: `MCP ${STATELESS_REVISION} over HTTP`, whole: true, sequential: [], inFlight: [] },
    },
  ];
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

async function startServer(demo, folder, keep) {
  const args = ['unity', '--engine', 'link', '--engine-command', commandOf(demo)];
  const { server, prepared: ids } = await startProduct({ folder, args, env: demo.env }, ({ url }) =>
    within(linkedIds(url), LINK_SECONDS, 'waiting for Godot to link'),
  );
  const engines = childrenOf(server.pid);
  keep(killedOnExit(engines));
  keep(server);
  return { load: toolLoad(server.url, ids), pids: [server.pid], spread: lanes => ({ lanes }) };
}

async function linkedIds(url) {
  for (;;) {
    const { result } = await ask(url, toolRequest(STATELESS, 'ListObjects', { limit: 50 }));
    const items = result?.structuredContent?.Items;
    const found = STANDING.map(({ name }) => items?.find(({ Name }) => Name === name)?.Id);
    if (found.every(id => id !== undefined)) return found;
    await delay(POLL_MS);
  }
}

/** A killed server cannot end the engine that it started. */
function killedOnExit(pids) {
  const killAll = () => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
    }
  };
  process.on('exit', killAll);
  return { stop: () => void process.off('exit', killAll) };
}
