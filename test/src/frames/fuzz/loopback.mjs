// Streams over real connections to a real listener, several at once.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { FRAMINGS, isObject, parseJson, readMessage } from '@worldwire/protocol';
import { defineWorld, text, tool } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, Policy } from '@worldwire/server/internal';
import { connectFrames, listenFrames } from '@worldwire/transports/frames';
import { z } from 'zod';
import { chunks, Dice, LIMIT, stream } from './streams.mjs';

const AT_ONCE = 20;
const SAMPLES = 10;

export async function fuzzLoopback(count, seed = 1) {
  const server = await serve();
  const witness = await connectFrames('127.0.0.1', server.listener.port);
  const totals = { streams: count, answers: 0, refused: 0, longestMs: 0, heapMiB: [] };
  let next = 0;
  const work = async () => {
    while (next < count) {
      const n = next++;
      const before = performance.now();
      await one(n, seed, server.listener.port, totals);
      totals.longestMs = Math.max(totals.longestMs, performance.now() - before);
      if ((n + 1) % Math.ceil(count / SAMPLES) === 0) {
        await witness.healthCheck();
        totals.heapMiB.push(heap());
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await witness.healthCheck();
  witness.close();
  await server.close();
  assert.equal(server.listener.connections, 0);
  assert.deepEqual(server.errors, []);
  return totals;
}

async function one(n, seed, port, totals) {
  const dice = new Dice(seed + n * 2_654_435_761);
  const bytes = stream(dice);
  const expected = expectation(bytes);
  const answers = await exchange(port, chunks(bytes, dice));
  const due = new Map();
  for (const id of expected.ids) due.set(id, (due.get(id) ?? 0) + 1);
  for (const { id } of answers) {
    const left = due.get(JSON.stringify(id)) ?? 0;
    assert.ok(left > 0, `stream ${n} of seed ${seed} got an answer without a request: ${JSON.stringify(id)}`);
    due.set(JSON.stringify(id), left - 1);
  }
  if (expected.fatal) totals.refused++;
  else assert.equal(answers.length, expected.ids.length, `stream ${n} of seed ${seed} lacks an answer`);
  totals.answers += answers.length;
}

/** The ids that must be answered. After a fatal error only requests in flight may be lost. */
function expectation(bytes) {
  const decoder = FRAMINGS.frames.decoder(LIMIT);
  const ids = [];
  let fatal = false;
  for (const event of [...decoder.push(bytes), ...decoder.end()]) {
    if (event.kind === 'fatal') fatal = true;
    const parsed = event.kind === 'message' ? parseJson(event.text) : undefined;
    const message = parsed?.ok ? readMessage(named(parsed.value), 'any') : { kind: 'invalid', id: null };
    if (message.kind === 'request' || message.kind === 'invalid')
      ids.push(JSON.stringify(message.id ?? null));
  }
  return { ids, fatal };
}

/** With an array as params, a request is refused under its id, and a notification is ignored. */
function named(value) {
  return isObject(value) && Array.isArray(value.params) ? { ...value, params: null } : value;
}

function exchange(port, pieces) {
  return new Promise((resolve, reject) => {
    const answers = [];
    const decoder = FRAMINGS.frames.decoder(1024 * 1024);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.setTimeout(10_000, () => socket.destroy(new Error('The server does not close the connection.')));
    socket.on('data', chunk => {
      for (const event of decoder.push(chunk)) {
        if (event.kind !== 'message') return socket.destroy(new Error(event.reason));
        answers.push(JSON.parse(event.text));
      }
    });
    socket.on('end', () => socket.end());
    socket.on('error', error => error.code !== 'ECONNRESET' && error.code !== 'EPIPE' && reject(error));
    socket.on('close', () => resolve(answers));
    for (const piece of pieces) socket.write(piece);
    socket.end();
  });
}

async function serve() {
  const echo = tool({
    name: 'echo',
    description: 'Says its argument back.',
    access: 'read',
    input: z.object({ mark: z.string() }),
    call: async ({ mark }) => text(mark),
  });
  const world = defineWorld({ name: 'fuzz', version: '1.0.0', tools: [echo] });
  const limits = { ...DEFAULT_LIMITS, bodyBytes: LIMIT };
  const errors = [];
  const log = {
    debug() {},
    info() {},
    warn() {},
    error: (fields, message) => errors.push({ fields, message }),
  };
  const [policy, secret, now] = [new Policy(world), randomBytes(32), Date.now];
  const kernel = new Kernel(world, {
    limits,
    policy,
    log,
    now,
    randomBytes,
    secret,
    audit: { begin() {}, end() {}, refuse() {} },
  });
  const worlds = new Map([['fuzz', { kernel }]]);
  const listener = await listenFrames({ host: '127.0.0.1', port: 0, worlds, limits, log, now });
  const close = async () => {
    await listener.close();
    assert.equal(kernel.sessions.size, 0);
    await kernel.close();
  };
  return { listener, errors, close };
}

function heap() {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}
