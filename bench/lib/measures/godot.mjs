/** Reads in a real engine, through the server and over the link alone. */
import { join } from 'node:path';
import { inTurn } from '../by-size.mjs';
import { BRIDGE, findGodot, MISSING, makeDemo } from '../godot-demo.mjs';
import { openLink } from '../godot-link.mjs';
import { startServer } from '../godot-server.mjs';
import { STATELESS_REVISION } from '../revisions.mjs';
import { scratchFolder } from '../scratch-folder.mjs';
import { driveWire } from '../wire-drive.mjs';

export async function measureGodot({ godot }, progress) {
  const program = findGodot();
  if (program === undefined) return { missing: MISSING, rows: [] };
  const scratch = scratchFolder();
  const ways = [];
  const add = (way, label, whole = false) =>
    ways.push({ way, row: { label, whole, sequential: [], inFlight: [] } });
  try {
    progress(`${BRIDGE}: starting the demo, once for the link alone and once for the server`);
    const link = await openLink(makeDemo(program, join(scratch.path, 'link')));
    add(link, 'the link alone');
    const demo = makeDemo(program, join(scratch.path, 'demo'));
    add(await startServer(demo, join(scratch.path, 'server')), `MCP ${STATELESS_REVISION} over HTTP`, true);
    for (let round = 1; round <= godot.rounds; round++) {
      for (const { way, row } of inTurn(ways, round)) {
        progress(`${BRIDGE}, round ${round} of ${godot.rounds}: ${row.label}`);
        row.sequential.push(await run(way, 1, godot, `${row.label}, one at a time`));
        row.inFlight.push(await run(way, godot.inFlight, godot, `${row.label}, ${godot.inFlight} in flight`));
      }
    }
    return { engine: link.engine, rows: ways.map(({ row }) => row) };
  } finally {
    for (const { way } of ways) await way.stop();
    scratch.remove();
  }
}

async function run(way, inFlight, { warmupSeconds, seconds }, who) {
  const { template, accepts, parents } = way;
  const perLane = way.perLane(inFlight);
  const lanes = await Promise.all(Array.from({ length: inFlight / perLane }, way.open));
  const made = await driveWire({ lanes, perLane, template, accepts, warmupSeconds, seconds, parents }, who);
  for (const lane of lanes) await lane.close();
  return made;
}
