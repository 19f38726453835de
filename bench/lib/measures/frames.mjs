/** Round trips of one echo tool over every wire: one at a time, and many in flight. The kernel is the same behind each. */
import { encodeFrame } from '@worldwire/protocol';
import { startProgram } from '../child.mjs';
import { drive } from '../drive.mjs';
import { dial, overHttp, overLane } from '../lanes.mjs';
import { FrameReader } from '../readers.mjs';
import { echoAnswered, echoRequest, STATELESS_REVISION } from '../requests.mjs';
import { inRounds } from '../rounds.mjs';
import { startOnStdio } from '../stdio.mjs';

const ECHO = echoRequest();

/** Each starts a server of its own in a scope, and resolves to the load on it. */
const WIRES = {
  async HTTP(keep) {
    const server = keep(await startProgram('worldwire.mjs'));
    return { ...overHttp(server.url, ECHO, echoAnswered), pids: [server.pid] };
  },
  frames: keep => overFrames(keep, 'worldwire.mjs'),
  stdio: keep => startOnStdio('worldwire.mjs', STATELESS_REVISION, keep),
  // Frames without a kernel are the lower bound.
  'bare node:net': keep => overFrames(keep, 'frames-bare.mjs'),
};

export async function measureFrames({ frames: { inFlight, rounds, ...times } }, { progress, keep }) {
  const loads = new Map();
  for (const [wire, start] of Object.entries(WIRES)) {
    progress(`frames: starting a server for ${wire}`);
    loads.set(wire, await start(keep));
  }
  const rows = [...loads.keys()].map(wire => ({ wire, connections: 1, sequential: [], inFlight: [] }));
  rows.splice(1, 0, { wire: 'HTTP', connections: inFlight, inFlight: [] });
  const name = ({ wire, connections }) => `${wire}, ${inFlight} in flight on ${connections}`;
  await inRounds({ measure: 'frames', rounds, items: rows, name, progress }, async (row, who) => {
    const load = { ...loads.get(row.wire), ...times };
    const { connections: lanes } = row;
    row.sequential?.push(await drive(`frames, ${row.wire}, one at a time`, load));
    row.inFlight.push(await drive(who, { ...load, lanes, perLane: inFlight / lanes }));
  });
  return { rows };
}

async function overFrames(keep, program) {
  const server = keep(await startProgram(program, { args: ['--frames'] }));
  const open = () => dial(server.url, new FrameReader());
  return { ...overLane(open, encodeFrame(ECHO.body), echoAnswered), pids: [server.pid] };
}
