/** What a session costs that was opened and then left alone. */
import { ChildServer } from '../child-server.mjs';
import { closeSession, openSession } from '../handshake.mjs';

const WARMUP = 20;
const AT_ONCE = 8;

export async function measureIdleSessions(entrant, { sessions }) {
  const server = await ChildServer.start(entrant.program);
  try {
    // What the first sessions make the server compile and cache is not the price of a session.
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
    throw new Error('the server did not give every session an id of its own');
  }
  return opened;
}
