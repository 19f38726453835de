/** The measured universe, in which all bodies orbit one star: its commands, and the answers that are accepted. */
import { overHttp } from './lanes.mjs';
import { carriesId, FIRST_ID, JSON_HEADERS, toolRequest } from './requests.mjs';

export const UNIVERSE = 'big';
/** Of both ends of a state; all that is checked is there. */
export const KEPT_BYTES = 1_024;
const STAR = 'sun';
const DIGITS = 5;
/** Coprime to every measured size minus one, so that calls go through all bodies. */
const STRIDE = 7_919;
const MAX_COMMANDS = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;

export function bodyId(index) {
  return `body-${String(index).padStart(DIGITS, '0')}`;
}

export function bodyOfCall(size, id) {
  return bodyId(1 + ((id * STRIDE) % (size - 1)));
}

export function* fillingCommands(size) {
  if (size < 2 || size > 10 ** DIGITS) throw new Error(`a universe of ${size} bodies cannot be measured`);
  for (let from = 0; from < size; from += MAX_COMMANDS) {
    const count = Math.min(MAX_COMMANDS, size - from);
    yield Array.from({ length: count }, (_, index) => addCommand(from + index));
  }
}

function addCommand(index) {
  if (index === 0) return { type: 'addStar', id: STAR, payload: { bodyType: 'star', mass: 1.989e30 } };
  const payload = {
    name: `Body ${index}`,
    bodyType: 'asteroid',
    parentId: STAR,
    mass: 1e15 + index,
    radius: 1 + (index % 400),
    color: '#a59c8c',
    orbitalDistance: 3e8 + index * 1e3,
    orbitalSpeed: 5e-8,
    orbitalPhase: index % 6,
    eccentricity: 0.05,
  };
  return { type: 'addStar', id: bodyId(index), payload };
}

export function postRequest(body) {
  return { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) };
}

/** Each call sets its id as the mass of another body, so that each is a change. Without a session it goes over REST. */
export function commandLoad(server, session, size, revisions) {
  const command = { type: 'updateStar', id: bodyId(0), payload: { mass: FIRST_ID } };
  const given = { universeId: UNIVERSE, command, returning: 'changes' };
  const rest = new URL(`/universes/${UNIVERSE}/commands?returning=changes`, server);
  const accepts = (body, id) => {
    const revision = revisionOfAnswer(body, id, session);
    if (revision === undefined || revisions.has(revision)) return false;
    revisions.add(revision);
    return true;
  };
  const fields = [{ placeholder: bodyId(0), value: id => bodyOfCall(size, id) }];
  return session
    ? overHttp(server, toolRequest(session, 'send_universe_command', given), accepts, { fields })
    : overHttp(rest, postRequest(command), accepts, { fields });
}

export function revisionOfAnswer(body, id, session) {
  if (session && !carriesId(body, id)) return undefined;
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

export function stateAnswered(body, id, { rest, revision }) {
  if (rest) return body.endsWith(`"revision":${revision}}`);
  return carriesId(body, id) && Number(/"worldwire\/revision":(\d+)/.exec(body)?.[1]) === revision;
}

/** What is wrong with the revisions of answers: each must occur once, without a gap. */
export function gapIn(revisions, before, after) {
  const [recorded, missing] = [after - before, [...revisions].some(each => each <= before || each > after)];
  if (recorded !== revisions.size)
    return `${revisions.size} commands were answered, but ${recorded} were recorded`;
  return missing ? `an answer has a revision that is not one from ${before + 1} to ${after}` : undefined;
}
