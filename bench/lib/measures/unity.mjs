/** Reads of scenes of several sizes over both wires, and the frame loop under reads and writes. */
import { join } from 'node:path';
import { drive } from '../drive.mjs';
import { STATELESS_REVISION } from '../requests.mjs';
import { bySize } from '../rounds.mjs';
import { memberLoad, pageLoad, startScene, writeLoad } from '../scene.mjs';

const WIRES = { mcp: `MCP ${STATELESS_REVISION}`, dialect: 'dialect' };
/** The server refuses more than 32 requests at a time; one is left for the frame statistics. */
const SLOTS = 31;
const LOADS = {
  ReadComponentMember: (scene, wire) => memberLoad(scene.url, wire, scene.crowd),
  ListObjects: async (scene, wire) => pageLoad(scene.url, wire, await scene.firstPage(wire)),
};

export async function measureUnity({ connections, unity }, { progress, folder, keep }) {
  const { sizes, rounds, seconds, warmupSeconds, loopRounds, loopSeconds, readers, writers } = unity;
  const servers = [];
  for (const size of sizes) {
    progress(`unity: filling a scene with ${size} objects`);
    servers.push(await startScene(join(folder, `unity-${size}`), size, keep));
  }
  const turns = { measure: 'unity', servers, progress };
  const tools = Object.keys(LOADS).flatMap(tool => Object.keys(WIRES).map(wire => ({ tool, wire })));
  const reads = await bySize(
    { ...turns, rounds, rows: tools, name: ({ tool, wire }) => `${tool}, ${WIRES[wire]}` },
    async ({ tool, wire }, scene, who) => {
      const load = await LOADS[tool](scene, wire);
      return drive(who, { ...load, lanes: connections, seconds, warmupSeconds, pids: scene.pids });
    },
  );
  const [loop] = await bySize(
    { ...turns, rounds: loopRounds, rows: [''], name: () => `${readers} readers and ${writers} writers` },
    // Half of the readers read members, the others lists.
    async (_, scene, who) => {
      const of = async (tool, lanes) => ({ ...(await LOADS[tool](scene, 'mcp')), lanes });
      const members = await of('ReadComponentMember', Math.ceil(readers / 2));
      const lists = await of('ListObjects', Math.floor(readers / 2));
      const writes = { ...writeLoad(scene.url, 'mcp', scene.crowd), lanes: writers };
      const times = { seconds: loopSeconds, warmupSeconds };
      return loopRun(who, scene, { ...members, beside: [lists, writes], slots: SLOTS, ...times });
    },
  );
  const rows = reads.map(({ row: { tool, wire }, bySize }) => ({ tool, wire: WIRES[wire], bySize }));
  return { reads: rows, loop: loop.bySize };
}

async function loopRun(who, scene, load) {
  const before = await scene.writes();
  let frames;
  const watch = async phase => {
    if (phase === 'measuring') await scene.resetFrames();
    else frames = await scene.frames();
  };
  const { beside, ...members } = await drive(who, { ...load, pids: scene.pids, watch });
  const [lists, writes] = beside;
  // Resetting the frame statistics is a write as well.
  const recorded = (await scene.writes()) - before - 1;
  if (recorded !== writes.answered) {
    throw new Error(`${who}: ${writes.answered} writes were answered, but ${recorded} were recorded`);
  }
  if (!frames || frames.frames === 0) throw new Error(`${who}: no frame was measured`);
  return { frames, members, lists, writes };
}
