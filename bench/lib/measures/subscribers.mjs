/** One event to many SSE subscribers: time until the last one has it, and memory of each. */
import { ChildServer } from '../child-server.mjs';
import { openEventStream } from '../event-stream.mjs';
import { closeSession } from '../handshake.mjs';
import { isStateless } from '../revisions.mjs';
import { delay, within } from '../time-limit.mjs';
import { openSessions } from './idle-sessions.mjs';

const WARMUP = 20;
const EVENTS = 4;
const EVENT_SECONDS = 30;

export async function measureSubscribers(entrant, { subscribers }) {
  const server = await ChildServer.start(entrant.program);
  try {
    await warmUp(server, entrant.revision);
    const before = await server.ask('memory');
    const { streams } = await subscribe(server.url, entrant.revision, subscribers);
    const after = await server.ask('memory');
    const times = [];
    for (let event = 0; event < EVENTS; event++) times.push(await fanOut(server, streams));
    for (const stream of streams) stream.close();
    return {
      subscribers,
      lastHasIt: Math.min(...times),
      heapPerSubscriber: (after.heapUsed - before.heapUsed) / subscribers,
      rssPerSubscriber: (after.rss - before.rss) / subscribers,
    };
  } finally {
    await server.stop();
  }
}

async function warmUp(server, revision) {
  const { streams, sessions } = await subscribe(server.url, revision, WARMUP);
  for (let event = 0; event < EVENTS; event++) await fanOut(server, streams);
  for (const stream of streams) stream.close();
  for (const session of sessions) await closeSession(server.url, session);
}

async function subscribe(url, revision, count) {
  const stateless = isStateless(revision);
  const sessions = stateless ? [] : await openSessions(url, count);
  const streams = [];
  for (let index = 0; index < count; index++) {
    streams.push(await openEventStream(url, stateless ? { revision } : sessions[index]));
  }
  return { streams, sessions };
}

async function fanOut(server, streams) {
  // Waits for the previous event and for garbage collection.
  await delay(100);
  const arrivals = Promise.all(streams.map(stream => stream.nextEvent()));
  const { at } = await server.ask('emit');
  const times = await within(arrivals, EVENT_SECONDS, `an event of ${server.program}`);
  return Math.max(...times.map(time => Number(time - BigInt(at)))) / 1e6;
}
