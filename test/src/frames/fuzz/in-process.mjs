// Streams through the decoder and the message layer, cut in different ways.
import assert from 'node:assert/strict';
import { FRAMINGS, parseJson, readMessage } from '@worldwire/protocol';
import { chunks, Dice, LIMIT, stream } from './streams.mjs';

/** How often memory is measured. */
const SAMPLES = 10;

export function fuzzInProcess(count, seed = 1) {
  const totals = { streams: count, bytes: 0, messages: 0, malformed: 0, fatal: 0, longestMs: 0, heapMiB: [] };
  for (let n = 0; n < count; n++) {
    const dice = new Dice(seed + n * 2_654_435_761);
    const bytes = stream(dice);
    const before = performance.now();
    const whole = read([bytes]);
    assert.deepEqual(read(chunks(bytes, dice)), whole, `stream ${n} of seed ${seed} depends on its chunks`);
    assert.deepEqual(readInSpans(bytes), whole, `stream ${n} of seed ${seed} depends on its spans`);
    totals.longestMs = Math.max(totals.longestMs, performance.now() - before);
    tally(totals, bytes, whole);
    if ((n + 1) % Math.ceil(count / SAMPLES) === 0) totals.heapMiB.push(heap());
  }
  return totals;
}

function tally(totals, bytes, outcomes) {
  totals.bytes += bytes.length;
  for (const { kind } of outcomes) {
    if (kind === 'fatal') totals.fatal++;
    else if (kind === 'malformed') totals.malformed++;
    else totals.messages++;
  }
}

/** The messages, which do not depend on the chunks. */
function read(pieces) {
  const decoder = FRAMINGS.frames.decoder(LIMIT);
  const events = [];
  for (const piece of pieces) events.push(...decoder.push(piece));
  return [...events, ...decoder.end()].map(outcome);
}

function readInSpans(bytes) {
  const decoder = FRAMINGS.frames.decoder(LIMIT);
  const events = [];
  for (let at = 0; at < bytes.length; ) {
    const span = decoder.span(bytes.subarray(at));
    const some = decoder.push(bytes.subarray(at, at + span));
    assert.ok(span > 0 && some.length <= 1);
    events.push(...some);
    at += span;
  }
  return [...events, ...decoder.end()].map(outcome);
}

function outcome(event) {
  if (event.kind !== 'message') return event;
  const parsed = parseJson(event.text);
  return parsed.ok ? readMessage(parsed.value, 'any') : { kind: 'malformed', reason: parsed.reason };
}

function heap() {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
}
