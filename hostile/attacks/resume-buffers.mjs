import { connect } from 'node:net';
import { exchange, requestBytes } from '../lib/http.mjs';
import { openSession } from '../lib/mcp.mjs';
import { each } from '../lib/wait.mjs';

const STREAM_FIRST = 'text/event-stream, application/json';

export default {
  name: 'resume-buffers',
  kind: 'memory',
  claim:
    'answers of 7 MB that are kept for 160 sessions are bounded in total, and a resume reports those that are lost',
  async run(lab) {
    const server = await lab.serve({ copyOf: await lab.shared.data() });
    const url = server.urls.universe;
    const { alice, bob } = lab.tokens;
    const left = [];
    await lab.measureMemory(server, async () => {
      await each(lab.scale(160, 900), 10, async index => {
        if (!server.alive) return;
        const session = await openSession(url, index % 2 === 0 ? alice : bob);
        left.push({ session, eventId: await readAndLeave(session) });
      });
      if (!server.alive) return;
      for (const { session, eventId } of [left[0], left.at(-1)]) {
        if (!lab.claim(eventId !== undefined, 'a stream began without an event id')) continue;
        const headers = { ...session.headers, accept: 'text/event-stream', 'last-event-id': eventId };
        const { text } = await exchange(url, requestBytes(url, { token: session.token, headers }), 2_000);
        const answered = /"(error|result)":/.test(text);
        lab.claim(answered, `a resume got neither the answer nor a reason: ${text.slice(0, 300)}`);
      }
    });
  },
};

/** Asks for a large answer as a stream, reads the id of its first event, and drops the connection. */
function readAndLeave(session) {
  const { hostname, port } = new URL(session.url);
  const params = { uri: 'universe://big/state?maxBytes=16777216' };
  const bytes = requestBytes(session.url, {
    token: session.token,
    headers: { ...session.headers, accept: STREAM_FIRST },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'resources/read', params }),
  });
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    socket.setEncoding('latin1').on('data', chunk => {
      text += chunk;
      const id = /^id: (\S+)$/m.exec(text)?.[1];
      if (id !== undefined || text.length > 10_000) socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(/^id: (\S+)$/m.exec(text)?.[1]));
    socket.write(bytes);
  });
}
