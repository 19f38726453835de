/** One SSE subscriber: the GET stream of a session, or subscriptions/listen of 2026-07-28. */
import { dial } from './lanes.mjs';
import { envelope, httpTemplate, isStateless, requestHeaders } from './requests.mjs';

const EVENT = 'notifications/tools/list_changed';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const LISTEN = 'subscriptions/listen';

export async function openEventStream(url, session) {
  let text = '';
  const push = (buffer, length) => {
    text += buffer.toString('latin1', 0, length);
    return [text];
  };
  const lane = await dial(url, { push });
  const arrived = async what => {
    await lane.first(() => text.includes(what));
    const received = { text, at: process.hrtime.bigint() };
    text = '';
    return received;
  };
  lane.send(httpTemplate(new URL(url), openingRequest(session)).bytes);
  const opening = (await arrived(isStateless(session.revision) ? ACKNOWLEDGED : '\r\n\r\n')).text;
  if (!opening.startsWith('HTTP/1.1 200') || !/\r\ncontent-type: *text\/event-stream/i.test(opening)) {
    lane.close();
    throw new Error(`expected an event stream, got: ${opening.slice(0, 300)}`);
  }
  return { close: () => lane.close(), nextEvent: async () => (await arrived(EVENT)).at };
}

function openingRequest(session) {
  const headers = requestHeaders(session, LISTEN);
  if (!isStateless(session.revision)) {
    return { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } };
  }
  const params = { notifications: { toolsListChanged: true } };
  const body = JSON.stringify(envelope(session.revision, { id: 1, method: LISTEN, params }));
  return { method: 'POST', headers, body };
}
