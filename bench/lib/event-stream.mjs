/** One SSE subscriber on a raw socket: the GET stream of a session, or subscriptions/listen of 2026-07-28. */
import { connect } from 'node:net';
import { envelope, isStateless, requestHeaders } from './revisions.mjs';

const EVENT = 'notifications/tools/list_changed';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

export function openEventStream(url, session) {
  const target = new URL(url);
  const openedBy = isStateless(session.revision) ? ACKNOWLEDGED : '\r\n\r\n';
  return new Promise((resolve, reject) => {
    const socket = connect({ host: target.hostname, port: Number(target.port), noDelay: true });
    let text = '';
    let open = false;
    let waiting;

    socket.setEncoding('latin1');
    socket.on('connect', () => socket.write(openingRequest(target, session)));
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`the server closed an event stream after: ${text.slice(0, 300)}`)),
    );
    socket.on('data', chunk => {
      text += chunk;
      if (!open) socketOnOpening();
      else if (text.includes(EVENT)) socketOnEvent();
    });

    function socketOnOpening() {
      if (!text.includes(openedBy)) return;
      if (!text.startsWith('HTTP/1.1 200') || !/\r\ncontent-type: *text\/event-stream/i.test(text)) {
        socket.destroy(new Error(`expected an event stream, got: ${text.slice(0, 300)}`));
        return;
      }
      open = true;
      text = '';
      resolve({
        close: () => socket.destroy(),
        nextEvent: () => new Promise(arrived => (waiting = arrived)),
      });
    }

    function socketOnEvent() {
      text = '';
      waiting?.(process.hrtime.bigint());
    }
  });
}

function openingRequest(target, { revision, sessionId }) {
  const method = 'subscriptions/listen';
  const listen = isStateless(revision);
  const params = { notifications: { toolsListChanged: true } };
  const body = listen ? JSON.stringify(envelope(revision, { id: 1, method, params })) : '';
  const headers = {
    host: target.host,
    ...requestHeaders(revision, { method, sessionId }),
    accept: 'text/event-stream',
  };
  if (listen)
    Object.assign(headers, { accept: 'application/json, text/event-stream', 'content-length': body.length });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${listen ? 'POST' : 'GET'} ${target.pathname} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
