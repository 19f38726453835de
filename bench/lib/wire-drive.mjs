/** The same load on any wire: a number of requests in flight on each lane, and a new one for each answer. */
import { idOf, idSequence } from './call-template.mjs';
import { CpuWatch } from './cpu-watch.mjs';
import { Latencies } from './latencies.mjs';
import { delay, within } from './time-limit.mjs';

const LAST_SECONDS = 20;

const nextId = idSequence();

export async function driveWire(
  { lanes, perLane, template, accepts, warmupSeconds, seconds, parents = [] },
  who,
) {
  let latencies = new Latencies();
  let stopping = false;
  let inFlight = 0;
  const finished = new Promise((resolve, reject) => {
    for (const lane of lanes) {
      const waiting = new Map();
      const send = request => {
        const id = nextId();
        request.patch(id);
        waiting.set(id, { request, sentAt: performance.now() });
        lane.send(request.bytes);
      };
      lane.listen({
        message: message => {
          const id = idOf(message);
          // Notifications have no id.
          if (Number.isNaN(id) && message.includes('"method":')) return;
          const call = waiting.get(id);
          if (!call || !accepts(message, id)) throw new Error(`wrong answer: ${message.slice(0, 300)}`);
          waiting.delete(id);
          latencies.add(performance.now() - call.sentAt);
          if (!stopping) send(call.request);
          else if (--inFlight === 0) resolve(undefined);
        },
        failed: reject,
      });
      for (let index = 0; index < perLane; index++) {
        inFlight++;
        send(template());
      }
    }
  });
  // A failure ends the wait.
  const passed = time => Promise.race([delay(time * 1000), finished]);
  try {
    await passed(warmupSeconds);
    latencies = new Latencies();
    const measured = latencies;
    const watch = new CpuWatch(...parents);
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    await passed(seconds);
    const elapsed = (performance.now() - startedAt) / 1000;
    const { user, system } = process.cpuUsage(cpuBefore);
    const otherCpu = watch.others();
    const callsPerSecond = measured.count / elapsed;
    latencies = new Latencies();
    stopping = true;
    await within(finished, LAST_SECONDS, 'waiting for the last answers');
    if (measured.count === 0) throw new Error('there was no answer');
    const [p50, p99] = measured.percentiles(0.5, 0.99);
    return { callsPerSecond, p50, p99, driverCpu: (user + system) / 1e6 / elapsed, otherCpu };
  } catch (error) {
    stopping = true;
    throw new Error(`${who}: ${error instanceof Error ? error.message : error}`);
  }
}
