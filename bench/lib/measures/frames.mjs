/** Round trips of one echo tool over every wire: one at a time, and many in flight. */

import { inTurn } from '../by-size.mjs';
import { answers } from '../call-template.mjs';
import { WIRES } from '../frames-wires.mjs';
import { driveWire } from '../wire-drive.mjs';

export async function measureFrames({ frames: { inFlight, rounds, warmupSeconds, seconds } }, progress) {
  const servers = new Map();
  const rows = [
    { wire: 'HTTP', connections: 1, sequential: [], inFlight: [] },
    { wire: 'HTTP', connections: inFlight, inFlight: [] },
    { wire: 'frames', connections: 1, sequential: [], inFlight: [] },
    { wire: 'stdio', connections: 1, sequential: [], inFlight: [] },
    { wire: 'bare node:net', connections: 1, sequential: [], inFlight: [] },
  ];
  try {
    for (const wire of Object.keys(WIRES)) {
      progress(`frames: starting a server for ${wire}`);
      servers.set(wire, await WIRES[wire]());
    }
    for (let round = 1; round <= rounds; round++) {
      for (const row of inTurn(rows, round)) {
        const server = servers.get(row.wire);
        const who = `${row.wire}, ${inFlight} in flight on ${row.connections}`;
        progress(`frames, round ${round} of ${rounds}: ${who}`);
        const load = { template: server.template, accepts: answers, warmupSeconds, seconds };
        const lanes = await Promise.all(Array.from({ length: row.connections }, server.open));
        row.sequential?.push(await driveWire({ ...load, lanes, perLane: 1 }, `${row.wire}, one at a time`));
        row.inFlight.push(await driveWire({ ...load, lanes, perLane: inFlight / lanes.length }, who));
        for (const lane of lanes) await lane.close();
      }
    }
    return { rows };
  } finally {
    for (const server of servers.values()) await server.stop();
  }
}
