/** Commands and reads of a universe over both wires. */
import { carriesId, FIRST_ID, ID_FIELD } from './call-template.mjs';
import { requestTemplate } from './request-template.mjs';
import { toolTemplate } from './tool-request.mjs';
import { bodyId, bodyOfCall, UNIVERSE, updateCommand } from './universe-bodies.mjs';

const REST_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };
const ANY_BODY = bodyId(0);

/** Each call sets a new mass on another body, so that each is a change. */
export function commandTemplate(server, session, { wire, size }) {
  const command = updateCommand(ANY_BODY, FIRST_ID);
  const fields = [ID_FIELD, { placeholder: ANY_BODY, value: id => bodyOfCall(size, id) }];
  if (wire === 'mcp') {
    const given = { universeId: UNIVERSE, command, returning: 'changes' };
    return toolTemplate(server, session, 'send_universe_command', given, fields);
  }
  const url = new URL(`/universes/${UNIVERSE}/commands?returning=changes`, server);
  return requestTemplate(url, {
    method: 'POST',
    headers: REST_HEADERS,
    body: JSON.stringify(command),
    fields,
  });
}

const MAX_BYTES = 16 * 1024 * 1024;

export function revisionOfAnswer(body, id, wire) {
  if (wire === 'mcp' && !carriesId(body, id)) return undefined;
  if (!body.includes(`"value":{"mass":${id}}`)) return undefined;
  const name = '"revision":';
  const at = body.indexOf(name);
  const revision = Number.parseInt(body.slice(at + name.length, at + name.length + 16), 10);
  return at === -1 || !(revision > 0) ? undefined : revision;
}

/** Without maxBytes, the server would answer with a summary. */
export function stateArguments(ids) {
  return { universeId: UNIVERSE, ids, maxBytes: MAX_BYTES };
}

export function stateTemplate(server, session, { wire, ids }) {
  if (wire === 'mcp') {
    return toolTemplate(server, session, 'get_universe_state', stateArguments(ids), [ID_FIELD]);
  }
  const url = new URL(`/universes/${UNIVERSE}`, server);
  return requestTemplate(url, { method: 'GET', headers: REST_HEADERS, fields: [] });
}

export function stateAnswered(body, id, { wire, revision }) {
  if (wire === 'rest') return body.endsWith(`"revision":${revision}}`);
  return carriesId(body, id) && Number(/"worldwire\/revision":(\d+)/.exec(body)?.[1]) === revision;
}
