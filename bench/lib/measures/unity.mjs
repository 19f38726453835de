/** Reads of scenes of several sizes over both wires, and the frame loop under reads and writes. */
import { join } from 'node:path';
import { inTurn } from '../by-size.mjs';
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

async function measureReads(servers, { rounds, ...load }, progress) {
  const { connections, seconds, warmupSeconds } = load;
  const rows = TOOLS.flatMap(tool =>
    WIRES.map(({ label, wire }) => ({
      row: {
        tool,
        wire: label,
        bySize: servers.map(({ size }) => ({ size, runs: [] })),
      },
      wire,
    })),
  );
  for (let round = 1; round <= rounds; round++) {
    for (const { row, wire } of rows) {
      for (const server of inTurn(servers, round)) {
        const who = `${row.tool} in a scene of ${server.size} objects, ${row.wire}`;
        progress(`round ${round} of ${rounds}: ${who}`);
        const exchange = await exchangeWith(server, row.tool, wire);
        const run = await server.drive({ exchange, connections, seconds, warmupSeconds }, who);
        row.bySize.find(({ size }) => size === server.size)?.runs.push(run);
      }
    }
  }
  return rows.map(({ row }) => row);
}

/** Half of the readers read members, the others lists. */
async function measureLoop(servers, { loopRounds, loopSeconds, warmupSeconds, readers, writers }, progress) {
  const rows = servers.map(server => ({ server, runs: [] }));
  for (let round = 1; round <= loopRounds; round++) {
    for (const { server, runs } of inTurn(rows, round)) {
      const who = `${readers} readers and ${writers} writers in a scene of ${server.size} objects`;
      progress(`round ${round} of ${loopRounds}: ${who}`);
      const [members, lists] = [Math.ceil(readers / 2), Math.floor(readers / 2)];
      const load = {
        exchange: await exchangeWith(server, 'ReadComponentMember', 'mcp'),
        connections: members,
        beside: [
          { exchange: await exchangeWith(server, 'ListObjects', 'mcp'), connections: lists },
          {
            exchange: { kind: 'unity-write', wire: 'mcp', crowd: server.crowd },
            connections: writers,
          },
        ],
        slots: SLOTS,
        seconds: loopSeconds,
        warmupSeconds,
      };
      runs.push(await loopRun(server, load, who));
    }
  }
  return rows.map(({ server: { size }, runs }) => ({ size, runs }));
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
