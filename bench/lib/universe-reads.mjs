/** Reads of an unchanged universe. */
import { runBySize } from './by-size.mjs';
import { STATELESS_REVISION } from './revisions.mjs';
import { toolRequest } from './tool-request.mjs';
import { bodyId, UNIVERSE } from './universe-bodies.mjs';
import { stateArguments } from './universe-exchange.mjs';

const MAX_IDS = 1_000;

export async function readsOf(server, { rounds, readers, seconds, warmupSeconds }, progress) {
  const measured = await runBySize(
    {
      rows: [await restRow(server), await toolRow(server)],
      servers: [server],
      rounds,
      name: ({ label }, { size }) => `${label}, a state of ${size} bodies`,
      run: ({ wire, revision, ids, bytes }, _, who) => {
        const exchange = { kind: 'state', wire, ids, bytes, revision: server.revision };
        const load = { revision, session: { revision }, connections: readers, seconds, warmupSeconds };
        return server.drive({ ...load, exchange }, who);
      },
    },
    progress,
  );
  return measured.map(({ row: { label, bytes, bodies, whole }, bySize: [{ runs }] }) => ({
    label,
    bytes,
    bodies,
    whole,
    runs,
  }));
}

async function restRow({ url, size }) {
  const answer = await fetch(new URL(`/universes/${UNIVERSE}`, url));
  const text = await answer.text();
  const found = Object.keys(JSON.parse(text).state.stars).length;
  if (found !== size) throw new Error(`a state of ${size} bodies has ${found} in the answer`);
  return {
    label: 'REST',
    wire: 'rest',
    revision: '',
    bytes: Buffer.byteLength(text),
    bodies: size,
    whole: true,
  };
}

/** The whole state if it fits into a result, otherwise as many bodies as a call can name. */
async function toolRow({ url, size }) {
  const whole = await readByTool(url, undefined);
  const ids = whole ? undefined : Array.from({ length: MAX_IDS }, (_, index) => bodyId(1 + index));
  const text = whole ?? (await readByTool(url, ids));
  if (!text) throw new Error(`get_universe_state refused ${MAX_IDS} ids`);
  return {
    label: `MCP ${STATELESS_REVISION}`,
    wire: 'mcp',
    revision: STATELESS_REVISION,
    ids,
    bytes: Buffer.byteLength(text),
    bodies: ids ? ids.length : size,
    whole: !ids,
  };
}

async function readByTool(url, ids) {
  const request = toolRequest({ revision: STATELESS_REVISION }, 'get_universe_state', stateArguments(ids));
  const text = await (await fetch(url, request)).text();
  return JSON.parse(text).result?.structuredContent?.stars ? text : undefined;
}
