/** Reads of a scene in a real engine: through the whole server, and by the link alone. */
import { join } from 'node:path';
import { inTurn } from '../by-size.mjs';
import { findGodot, MISSING, makeDemo } from '../godot-demo.mjs';
import { openLink } from '../godot-link.mjs';
import { startServer } from '../godot-server.mjs';
import { STATELESS_REVISION } from '../revisions.mjs';
import { scratchFolder } from '../scratch-folder.mjs';
import { driveWire } from '../wire-drive.mjs';

/**
 * @typedef {import('../wire-drive.mjs').WireRun} WireRun
 *
 * @typedef {object} GodotWay
 * @property {() => Promise<import('../wire-lane.mjs').WireLane>} open
 * @property {(inFlight: number) => number} perLane how many of those in flight one lane has
 * @property {() => import('../request-template.mjs').RequestTemplate} template
 * @property {(message: string, id: number) => boolean} accepts
 * @property {number[]} parents processes whose children take part
 * @property {() => Promise<void>} stop
 *
 * @typedef {{ label: string, whole: boolean, sequential: WireRun[], inFlight: WireRun[] }} GodotRow
 * @typedef {{ engine?: string, missing?: string, rows: GodotRow[] }} GodotFigures `missing` says why there are no rows
 */

/**
 * @param {import('../options.mjs').Options['settings']} settings
 * @param {(step: string) => void} progress
 * @returns {Promise<GodotFigures>}
 */
export async function measureGodot({ godot }, progress) {
  const program = findGodot();
  if (program === undefined) return { missing: MISSING, rows: [] };
  const scratch = scratchFolder();
  /** @type {{ way: GodotWay, row: GodotRow }[]} */
  const ways = [];
  const add = (/** @type {GodotWay} */ way, /** @type {string} */ label, whole = false) =>
    ways.push({ way, row: { label, whole, sequential: [], inFlight: [] } });
  try {
    progress('godot: starting the demo, once for the link alone and once for the server');
    const link = await openLink(makeDemo(program, join(scratch.path, 'link')));
    add(link, 'the link alone');
    const demo = makeDemo(program, join(scratch.path, 'demo'));
    add(await startServer(demo, join(scratch.path, 'server')), `MCP ${STATELESS_REVISION} over HTTP`, true);
    for (let round = 1; round <= godot.rounds; round++) {
      for (const { way, row } of inTurn(ways, round)) {
        progress(`godot, round ${round} of ${godot.rounds}: ${row.label}`);
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

/** @param {GodotWay} way @param {number} inFlight @param {import('../options.mjs').GodotSettings} settings @param {string} who */
async function run(way, inFlight, { warmupSeconds, seconds }, who) {
  const { template, accepts, parents } = way;
  const perLane = way.perLane(inFlight);
  const lanes = await Promise.all(Array.from({ length: inFlight / perLane }, way.open));
  const made = await driveWire({ lanes, perLane, template, accepts, warmupSeconds, seconds, parents }, who);
  for (const lane of lanes) await lane.close();
  return made;
}
