/** The load on any wire: a number of requests in flight on each lane, and a new one for each answer. Every answer is checked. */
import { CpuWatch } from './cpu.mjs';
import { idOf, nextId } from './requests.mjs';
import { delay, within } from './time-limit.mjs';

const LAST_SECONDS = 20;

/**
 * Drives one group of lanes, and others beside it. A group has `lanes` connections from `open`, with `perLane` requests in flight on
 * each; `template` makes the bytes of a request, and `accepts` checks an answer. All groups share `slots`, if that is given. `pids` are
 * the processes of the server. `watch` is called when the measured time begins and when it ends.
 */
export async function drive(who, { warmupSeconds, seconds, pids, watch, slots, beside = [], ...first }) {
  const shared = slots === undefined ? NO_SLOTS : new Slots(slots);
  const groups = [first, ...beside].map(load => ({ ...load, latencies: [], answered: 0, opened: [] }));
  const run = { slots: shared, stopping: false, inFlight: 0 };
  const watched = [];
  const restart = phase => {
    const measured = groups.map(({ latencies }) => latencies);
    for (const group of groups) group.latencies = [];
    watched.push(Promise.resolve(watch?.(phase)));
    watched.at(-1).catch(() => {});
    return measured;
  };
  try {
    for (const group of groups) {
      group.opened = await Promise.all(Array.from({ length: group.lanes ?? 1 }, () => group.open()));
    }
    const finished = new Promise((resolve, reject) => {
      for (const group of groups)
        for (const lane of group.opened) startLane(lane, group, run, resolve, reject);
    });
    // A failure ends the wait.
    const passed = time => Promise.race([delay(time * 1000), finished]);
    await passed(warmupSeconds);
    restart('measuring');
    const cpu = new CpuWatch(pids);
    await passed(seconds);
    const { elapsed, ...shares } = cpu.shares();
    const measured = restart('measured');
    run.stopping = true;
    await within(finished, LAST_SECONDS, 'waiting for the last answers');
    await Promise.all(watched);
    const [result, ...others] = groups.map(({ answered }, at) => figuresOf(measured[at], elapsed, answered));
    return { ...result, ...shares, ...(others.length > 0 && { beside: others }) };
  } catch (error) {
    throw new Error(`${who}: ${error instanceof Error ? error.message : error}`);
  } finally {
    run.stopping = true;
    for (const { opened } of groups) for (const lane of opened) await lane.close();
  }
}

function startLane(lane, group, run, resolve, reject) {
  const { perLane = 1, template, accepts } = group;
  const waiting = new Map();
  const send = call => {
    if (run.stopping) {
      run.slots.leave();
      if (--run.inFlight === 0) resolve();
      return;
    }
    call.id = nextId();
    call.request.patch(call.id);
    waiting.set(perLane === 1 ? undefined : call.id, call);
    call.sentAt = performance.now();
    lane.send(call.request.bytes);
  };
  lane.listen({
    message(message, reader) {
      // With one request in flight, an answer needs no id.
      const key = perLane === 1 ? undefined : idOf(message);
      const call = waiting.get(key);
      if (call && accepts(message, call.id, reader)) {
        waiting.delete(key);
        group.latencies.push(performance.now() - call.sentAt);
        group.answered++;
        run.slots.leave();
        run.slots.take(send, call);
      } else if (!isNotification(message)) throw new Error(`wrong answer: ${message.slice(0, 300)}`);
    },
    failed: reject,
  });
  for (let index = 0; index < perLane; index++) {
    run.inFlight++;
    run.slots.take(send, { request: template() });
  }
}

function figuresOf(latencies, seconds, answered) {
  const { length: calls } = latencies;
  if (calls === 0) throw new Error('there was no answer');
  const sorted = Float64Array.from(latencies).sort();
  const [p50, p99] = [0.5, 0.99].map(share => sorted[Math.floor(share * calls)]);
  return { callsPerSecond: calls / seconds, p50, p99, calls, answered };
}

const isNotification = message => Number.isNaN(idOf(message)) && message.includes('"method":');

/** Limits the number of concurrent requests; others wait in order. */
export class Slots {
  #free;
  #waiting = [];

  constructor(count) {
    this.#free = count;
  }

  take(enter, call) {
    if (this.#free === 0) return void this.#waiting.push(() => enter(call));
    this.#free--;
    enter(call);
  }

  leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

const NO_SLOTS = { take: (enter, call) => enter(call), leave: () => {} };
