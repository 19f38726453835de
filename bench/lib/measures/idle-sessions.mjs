/** Memory of idle sessions. */
import { ChildServer } from '../child-server.mjs';
import { closeSession, openSession } from '../handshake.mjs';

const WARMUP = 20;
const AT_ONCE = 8;

export async function measureIdleSessions(entrant, { sessions }) {
  const server = await ChildServer.start(entrant.program);
  try {
    // The first sessions make the server compile and cache, which is not part of the cost of a session.
    for (const session of await openSessions(server.url, WARMUP)) await closeSession(server.url, session);
    const before = await server.ask('memory');
    await openSessions(server.url, sessions);
    const after = await server.ask('memory');
    return {
      sessions,
      heapPerSession: (after.heapUsed - before.heapUsed) / sessions,
      rssPerSession: (after.rss - before.rss) / sessions,
    };
  } finally {
    await server.stop();
  }
}

export async function openSessions(url, count) {
  const opened = [];
  let started = 0;
  const opener = async () => {
    while (started++ < count) opened.push(await openSession(url));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  if (new Set(opened.map(({ sessionId }) => sessionId)).size !== count) {
    throw new Error('the server used a session id twice');
  }
  return opened;
}
