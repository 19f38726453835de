/**
 * The load driver, a process of its own so that it has a core of its own: keep-alive connections with one
 * request in flight each, a tools/call of the echo tool unless another exchange is named. Every answer is checked
 * for what only the answer to its request has.
 *
 *   node load.mjs '{"url":"http://127.0.0.1:PORT/mcp","revision":"2025-11-25"}'
 */
import { connect } from 'node:net';
import { idSequence } from './lib/call-template.mjs';
import { exchangeOf } from './lib/exchanges.mjs';
import { openSession } from './lib/handshake.mjs';
import { Latencies } from './lib/latencies.mjs';
import { isStateless } from './lib/revisions.mjs';

/**
 * @typedef {object} Load
 * @property {string} url
 * @property {string} revision
 * @property {import('./lib/handshake.mjs').Session} [session] used as it is, without a handshake
 * @property {import('./lib/exchanges.mjs').ExchangeName} [exchange]
 * @property {number} [idsBehind] the first call has the id behind this one
 * @property {number} connections
 * @property {number} warmupSeconds
 * @property {number} seconds
 *
 * @typedef {object} LoadResult
 * @property {number} callsPerSecond
 * @property {number} p50 milliseconds
 * @property {number} p99 milliseconds
 * @property {number} calls answered while it was measured
 * @property {number} answered all that were, before and behind that too
 * @property {import('./lib/revision-tally.mjs').Revisions} [revisions] of those, where they are commands
 * @property {number} errors
 * @property {string} [firstError]
 * @property {number} driverCpu share of one core
 */

/** @type {Load} */
const load = {
  revision: '2025-11-25',
  exchange: { kind: 'echo' },
  connections: 32,
  warmupSeconds: 1,
  seconds: 3,
  ...JSON.parse(process.argv[2]),
};
process.on('disconnect', () => process.exit(1));
const result = await drive(load);
if (process.send) process.send({ result }, () => process.exit(0));
else {
  console.log(JSON.stringify(result));
  process.exit(0);
}

/** @param {Load} load @returns {Promise<LoadResult>} */
async function drive({ url, revision, session, exchange: name, idsBehind, ...pace }) {
  const { connections, warmupSeconds, seconds } = pace;
  const target = new URL(url);
  session ??= isStateless(revision) ? { revision } : await openSession(url);
  const exchange = exchangeOf(/** @type {any} */ (name), target, session);
  const nextId = idSequence(idsBehind);
  let latencies = new Latencies();
  let answered = 0;
  let errors = 0;
  /** @type {string | undefined} */
  let firstError;
  /** @param {string} reason */
  const failed = reason => {
    errors++;
    firstError ??= reason;
  };
  const callers = Array.from({ length: connections }, () =>
    startCaller(target, exchange, nextId, {
      answered(milliseconds) {
        answered++;
        latencies.add(milliseconds);
      },
      failed,
    }),
  );

  await delay(warmupSeconds * 1000);
  latencies = new Latencies();
  process.send?.({ phase: 'measuring' });
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await delay(seconds * 1000);
  const elapsed = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const measured = latencies;
  latencies = new Latencies();
  process.send?.({ phase: 'measured' });
  await Promise.all(callers.map(finish => finish()));

  const [p50, p99] = measured.percentiles(0.5, 0.99);
  return {
    callsPerSecond: measured.count / elapsed,
    p50,
    p99,
    calls: measured.count,
    answered,
    revisions: exchange.tally?.summary,
    errors,
    firstError,
    driverCpu: (user + system) / 1e6 / elapsed,
  };
}

/**
 * @param {URL} url
 * @param {import('./lib/exchanges.mjs').Exchange} exchange
 * @param {() => number} nextId
 * @param {{ answered: (milliseconds: number) => void, failed: (reason: string) => void }} listener
 * @returns {() => Promise<void>} lets the request in flight be answered, and sends no other
 */
function startCaller(url, exchange, nextId, { answered, failed }) {
  const reader = exchange.reader();
  const request = exchange.template();
  let id = 0;
  let sentAt = 0;
  let stopped = false;
  /** @type {(() => void) | undefined} */
  let finished;

  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    noDelay: true,
    // One buffer per connection, reused for every read.
    onread: { buffer: Buffer.allocUnsafe(1 << 16), callback: socketOnData },
  });
  socket.on('connect', call);
  socket.on('error', error => stopWith(`socket: ${error.message}`));
  socket.on('close', () => stopWith('the server closed the connection'));

  function call() {
    if (finished) return stop();
    id = nextId();
    request.patch(id);
    sentAt = performance.now();
    socket.write(request.bytes);
  }

  /** @param {number} length @param {any} buffer the Buffer given to onread */
  function socketOnData(length, buffer) {
    if (stopped) return false;
    try {
      const body = reader.pushBytes(buffer, length);
      if (body === undefined) return true;
      if (reader.status === 200 && exchange.accepts(body, id, reader)) answered(performance.now() - sentAt);
      else failed(`status ${reader.status}, body ${body.slice(0, 300)}`);
      call();
    } catch (error) {
      stopWith(String(error));
    }
    return true;
  }

  /** @param {string} reason */
  function stopWith(reason) {
    if (stopped) return;
    failed(reason);
    stop();
  }

  function stop() {
    stopped = true;
    socket.destroy();
    finished?.();
  }

  return () =>
    new Promise(resolve => {
      if (stopped) return resolve();
      finished = resolve;
    });
}

/** @param {number} milliseconds */
function delay(milliseconds) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}
