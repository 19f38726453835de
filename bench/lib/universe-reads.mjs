/** Reads of an unchanged universe. */
import { FIRST_ID } from './call-template.mjs';
import { envelope, requestHeaders, STATELESS_REVISION } from './revisions.mjs';
import { bodyId, UNIVERSE } from './universe-bodies.mjs';

const MAX_IDS = 1_000;

export async function readsOf(server, { rounds, readers, seconds, warmupSeconds }, progress) {
  const rows = [await restRow(server), await toolRow(server)];
  for (let round = 1; round <= rounds; round++) {
    for (const { row, wire, revision, ids } of rows) {
      const who = `${row.label}, a state of ${server.size} bodies`;
      progress(`round ${round} of ${rounds}: ${who}`);
      const exchange = {
        kind: 'state',
        wire,
        ids,
        bytes: row.bytes,
        revision: server.revision,
      };
      const load = {
        revision,
        session: { revision },
        connections: readers,
        seconds,
        warmupSeconds,
        exchange,
      };
      row.runs.push(await server.drive(load, who));
    }
  }
  return rows.map(({ row }) => row);
}

async function restRow({ url, size }) {
  const answer = await fetch(new URL(`/universes/${UNIVERSE}`, url));
  const text = await answer.text();
  const found = Object.keys(JSON.parse(text).state.stars).length;
  if (found !== size) throw new Error(`a state of ${size} bodies has ${found} in the answer`);
  return { row: rowOf('REST', text, size, true), wire: 'rest', revision: '' };
}

/** The whole state if it fits into a result, otherwise as many bodies as a call can name. */
async function toolRow({ url, size }) {
  const whole = await readByTool(url, undefined);
  const ids = whole ? undefined : Array.from({ length: MAX_IDS }, (_, index) => bodyId(1 + index));
  const text = whole ?? (await readByTool(url, ids));
  if (!text) throw new Error(`get_universe_state refused ${MAX_IDS} ids`);
  return {
    row: rowOf(`MCP ${STATELESS_REVISION}`, text, ids ? ids.length : size, !ids),
    wire: 'mcp',
    revision: STATELESS_REVISION,
    ids,
  };
}

function rowOf(label, text, bodies, whole) {
  return {
    label,
    bytes: Buffer.byteLength(text),
    bodies,
    whole,
    runs: [],
  };
}

async function readByTool(url, ids) {
  const name = 'get_universe_state';
  const params = { name, arguments: { universeId: UNIVERSE, ids } };
  const answer = await fetch(url, {
    method: 'POST',
    headers: requestHeaders(STATELESS_REVISION, { method: 'tools/call', name }),
    body: JSON.stringify(envelope(STATELESS_REVISION, { id: FIRST_ID, method: 'tools/call', params })),
  });
  const text = await answer.text();
  const { result } = JSON.parse(text);
  return result?.structuredContent ? text : undefined;
}
