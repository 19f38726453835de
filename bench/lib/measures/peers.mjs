/** The servers that are compared, and what is measured of each: calls under load, memory, events, and standard input and output. */
import { startProgram } from '../child.mjs';
import { drive } from '../drive.mjs';
import { dial, overHttp } from '../lanes.mjs';
import * as requests from '../requests.mjs';
import { inRounds } from '../rounds.mjs';
import { inScope } from '../scope.mjs';
import { startOnStdio } from '../stdio.mjs';
import { delay, within } from '../time-limit.mjs';

const { echoAnswered, echoRequest, isStateless, openSession, requestHeaders, STATELESS } = requests;

const session = { revision: requests.SESSION_REVISION };
const peer = (name, label = name) => ({ name, label, program: `${name}.mjs`, role: 'peer' });
const bare = { name: 'bare', label: 'bare node:http', program: 'bare.mjs', role: 'bare' };
const ours = { name: 'worldwire', label: 'Worldwire', program: 'worldwire.mjs', role: 'ours' };
const sdkV1 = { ...peer('sdk-v1', 'official SDK v1'), ...session };
const sdkV2 = { ...peer('sdk-v2', 'official SDK v2'), ...STATELESS };

/** The bare server has no sessions, but gets a request of the same size. */
const ANY_SESSION = { ...session, sessionId: '00000000-0000-4000-8000-000000000000' };

const TOOLS_CALL = [
  { ...bare, ...session, session: ANY_SESSION },
  { ...bare, ...STATELESS },
  { ...ours, ...session },
  { ...ours, ...STATELESS },
  ...['mcp-lite', 'tmcp', 'fastmcp'].map(name => ({ ...peer(name), ...session })),
  sdkV1,
  sdkV2,
  // The SDKs without a framework and with parsed bodies, for comparison.
  { ...sdkV1, name: 'sdk-v1-parsed', label: 'official SDK v1, tuned', args: ['--tuned'] },
  { ...sdkV2, name: 'sdk-v2-parsed', label: 'official SDK v2, tuned', args: ['--tuned'] },
];
const BOTH_ERAS = [{ ...ours, ...session }, sdkV1, { ...ours, ...STATELESS }, sdkV2];
export const SERVERS = [...new Set(TOOLS_CALL.map(({ name }) => name))];
const EVENT = 'notifications/tools/list_changed';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const LISTEN = 'subscriptions/listen';
const WARMUP = 20;
const AT_ONCE = 8;
const EVENTS = 4;
const EVENT_SECONDS = 30;

/** tools/call under load. */
export async function measureToolsCall({ connections: lanes, warmupSeconds, seconds, rounds }, context) {
  const times = { warmupSeconds, seconds };
  const run = async ({ program, args, revision, session }, who, keep) => {
    const { url, pid } = keep(await startProgram(program, { args }));
    const opened = session ?? (isStateless(revision) ? { revision } : await openSession(url));
    const load = overHttp(url, echoRequest(opened), echoAnswered);
    return drive(who, { ...load, lanes, ...times, pids: [pid] });
  };
  const measured = await rowsInRounds('tools-call', TOOLS_CALL, rounds, context, run);
  return measured.map(({ entrant, runs }) => ({ entrant, best: fastest(runs), runs }));
}

/** Memory of idle sessions. */
export async function measureIdleSessions({ sessions }, context) {
  const entrants = [BOTH_ERAS[0], sdkV1];
  const measured = await rowsInRounds('idle-sessions', entrants, 1, context, async ({ program }, _, keep) => {
    const server = keep(await startProgram(program));
    // The first sessions make the server compile and cache, which is not part of the cost of a session.
    for (const opened of await openSessions(server.url, WARMUP))
      await requests.closeSession(server.url, opened);
    const [heap, rss] = await growthOf(server, () => openSessions(server.url, sessions));
    return { sessions, heapPerSession: heap / sessions, rssPerSession: rss / sessions };
  });
  return measured.map(({ entrant, runs: [run] }) => ({ entrant, ...run }));
}

/** One event to many SSE subscribers: time until the last one has it, and memory of each. */
export async function measureSubscribers({ subscribers }, context) {
  const measured = await rowsInRounds('subscribers', BOTH_ERAS, 1, context, async (entrant, _, keep) => {
    const server = keep(await startProgram(entrant.program));
    const warm = await subscribe(server.url, entrant.revision, WARMUP);
    await fanOut(server, warm.streams);
    for (const opened of warm.sessions) await requests.closeSession(server.url, opened);
    let streams;
    const [heap, rss] = await growthOf(server, async () => {
      ({ streams } = await subscribe(server.url, entrant.revision, subscribers));
    });
    const lastHasIt = await fanOut(server, streams);
    const [heapPerSubscriber, rssPerSubscriber] = [heap / subscribers, rss / subscribers];
    return { subscribers, lastHasIt, heapPerSubscriber, rssPerSubscriber };
  });
  return measured.map(({ entrant, runs: [run] }) => ({ entrant, ...run }));
}

/** Round trips over standard input and output: one at a time, and many in flight. */
export async function measureStdio({ connections, warmupSeconds, seconds, rounds }, context) {
  const measured = await rowsInRounds('stdio', BOTH_ERAS, rounds, context, async (entrant, who, keep) => {
    const load = await startOnStdio(entrant.program, entrant.revision, keep);
    const run = more => drive(who, { ...load, ...more, seconds });
    const inFlight = await run({ perLane: connections, warmupSeconds });
    return { sequential: await run({ warmupSeconds: 0 }), inFlight };
  });
  return measured.map(({ entrant, runs }) => {
    const best = mode => fastest(runs.map(run => run[mode]));
    return { entrant, sequential: best('sequential'), inFlight: best('inFlight') };
  });
}

/** Each run has a scope of its own, so that no other server runs. */
async function rowsInRounds(measure, entrants, rounds, { progress, servers }, run) {
  const taking = entrants.filter(entrant => servers.includes(entrant.name));
  const items = taking.map(entrant => ({ entrant, runs: [] }));
  const name = ({ entrant: { label, revision } }) => `${label}, ${revision}`;
  await inRounds({ measure, rounds, items, name, progress }, async ({ entrant, runs }, who) => {
    runs.push(await inScope(({ keep }) => run(entrant, who, keep)));
  });
  return items;
}

/** Memory that the server uses more after the work, heap and resident. */
async function growthOf(server, work) {
  const before = await server.ask('memory');
  await work();
  const after = await server.ask('memory');
  return [after.heapUsed - before.heapUsed, after.rss - before.rss];
}

async function openSessions(url, count) {
  const opened = [];
  let started = 0;
  const opener = async () => {
    while (started++ < count) opened.push(await openSession(url));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  const ids = new Set(opened.map(({ sessionId }) => sessionId));
  if (ids.size !== count) throw new Error('the server used a session id twice');
  return opened;
}

async function subscribe(url, revision, count) {
  const sessions = isStateless(revision) ? [] : await openSessions(url, count);
  const streams = [];
  while (streams.length < count) streams.push(await openEventStream(url, sessions[streams.length]));
  return { streams, sessions };
}

/** Milliseconds until the last subscriber had an event, the best of some. Closes the streams. */
async function fanOut(server, streams) {
  const times = [];
  while (times.length < EVENTS) {
    // Waits for the previous event and for garbage collection.
    await delay(100);
    const arrivals = Promise.all(streams.map(stream => stream.nextEvent()));
    const { at } = await server.ask('emit');
    const arrived = await within(arrivals, EVENT_SECONDS, 'an event');
    times.push(Math.max(...arrived.map(time => Number(time - BigInt(at)))) / 1e6);
  }
  for (const stream of streams) stream.close();
  return Math.min(...times);
}

const fastest = runs => runs.reduce((best, run) => (run.callsPerSecond > best.callsPerSecond ? run : best));

/** One SSE subscriber: the GET stream of a session, or subscriptions/listen of 2026-07-28. */
async function openEventStream(url, session = STATELESS) {
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
  lane.send(requests.httpTemplate(new URL(url), openingRequest(session)).bytes);
  const opening = (await arrived(isStateless(session.revision) ? ACKNOWLEDGED : '\r\n\r\n')).text;
  if (!opening.startsWith('HTTP/1.1 200') || !/\r\ncontent-type: *text\/event-stream/i.test(opening)) {
    lane.close();
    throw new Error(`expected an event stream, got: ${opening.slice(0, 300)}`);
  }
  return { close: () => lane.close(), nextEvent: async () => (await arrived(EVENT)).at };
}

function openingRequest(session) {
  const headers = requestHeaders(session, LISTEN);
  const get = { method: 'GET', headers: { ...headers, accept: 'text/event-stream' } };
  if (!isStateless(session.revision)) return get;
  const params = { notifications: { toolsListChanged: true } };
  const body = JSON.stringify(requests.envelope(session.revision, { id: 1, method: LISTEN, params }));
  return { method: 'POST', headers, body };
}
