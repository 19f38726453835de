/** Reads of scenes of several sizes over both wires, and the frame loop under reads and writes. */
import { join } from 'node:path';
import { runBySize } from '../by-size.mjs';
import { STATELESS_REVISION } from '../revisions.mjs';
import { scratchFolder } from '../scratch-folder.mjs';
import { UnityServer } from '../unity-server.mjs';

const WIRES = [
  { label: `MCP ${STATELESS_REVISION}`, wire: 'mcp' },
  { label: 'dialect', wire: 'dialect' },
];
/** The server refuses more than 32 requests at a time; one is left for the frame statistics. */
const SLOTS = 31;
const TOOLS = ['ReadComponentMember', 'ListObjects'];

export async function measureUnity({ connections, unity }, progress) {
  const scratch = scratchFolder();
  const servers = [];
  try {
    for (const size of unity.sizes) {
      progress(`unity: filling a scene with ${size} objects`);
      servers.push(await UnityServer.start({ folder: join(scratch.path, `unity-${size}`), size }));
    }
    const reads = await measureReads(servers, { connections, ...unity }, progress);
    const loop = await measureLoop(servers, unity, progress);
    return { reads, loop };
  } finally {
    for (const server of servers) await server.stop();
    scratch.remove();
  }
}

async function measureReads(servers, { rounds, connections, seconds, warmupSeconds }, progress) {
  const measured = await runBySize(
    {
      rows: TOOLS.flatMap(tool => WIRES.map(wire => ({ tool, ...wire }))),
      servers,
      rounds,
      name: ({ tool, label }, { size }) => `${tool} in a scene of ${size} objects, ${label}`,
      run: async ({ tool, wire }, server, who) => {
        const exchange = await exchangeWith(server, tool, wire);
        return server.drive({ exchange, connections, seconds, warmupSeconds }, who);
      },
    },
    progress,
  );
  return measured.map(({ row: { tool, label }, bySize }) => ({ tool, wire: label, bySize }));
}

/** Half of the readers read members, the others lists. */
async function measureLoop(servers, { loopRounds, loopSeconds, warmupSeconds, readers, writers }, progress) {
  const measured = await runBySize(
    {
      rows: [undefined],
      servers,
      rounds: loopRounds,
      name: (_, { size }) => `${readers} readers and ${writers} writers in a scene of ${size} objects`,
      run: async (_, server, who) => {
        const lists = await exchangeWith(server, 'ListObjects', 'mcp');
        const writes = { kind: 'unity-write', wire: 'mcp', crowd: server.crowd };
        const load = {
          exchange: await exchangeWith(server, 'ReadComponentMember', 'mcp'),
          connections: Math.ceil(readers / 2),
          beside: [
            { exchange: lists, connections: Math.floor(readers / 2) },
            { exchange: writes, connections: writers },
          ],
          slots: SLOTS,
          seconds: loopSeconds,
          warmupSeconds,
        };
        return loopRun(server, load, who);
      },
    },
    progress,
  );
  return measured[0].bySize;
}

async function loopRun(server, load, who) {
  const before = await server.writes();
  let frames;
  const { beside = [], ...members } = await server.drive(load, who, async phase => {
    if (phase === 'measuring') await server.resetFrames();
    else frames = await server.frames();
  });
  const [lists, writes] = beside;
  // Resetting the frame statistics is a write as well.
  const recorded = (await server.writes()) - before - 1;
  if (recorded !== writes.answered) {
    throw new Error(`${who}: ${writes.answered} writes were answered, but ${recorded} were recorded`);
  }
  if (!frames || frames.frames === 0) throw new Error(`${who}: no frame was measured`);
  return { frames, members, lists, writes };
}

async function exchangeWith(server, tool, wire) {
  if (tool === 'ReadComponentMember') return { kind: 'unity-member', wire, crowd: server.crowd };
  return { kind: 'unity-page', wire, page: await server.firstPage(wire) };
}
