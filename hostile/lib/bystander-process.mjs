// A client in its own process that sends a small request every 20 ms and records the latency.
import { Agent } from 'node:http';
import { request } from './http.mjs';

const EVERY_MS = 20;

/** @type {{ url: string, token: string, headers: Record<string, string>, body: string }} */
const { url, ...options } = JSON.parse(process.argv[2] ?? '');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const newPhase = () => ({
  latencies: /** @type {number[]} */ ([]),
  failures: /** @type {Record<string, number>} */ ({}),
});
const phases = [newPhase()];
let stopped = false;

process.on('message', message => {
  if (message === 'stop') stopped = true;
  else if (message === 'next') phases.push(newPhase());
});
process.on('disconnect', () => process.exit());

// Requests that were due while one was pending count with the time that they would have waited.
let due = performance.now();
while (!stopped) {
  const early = due - performance.now();
  if (early > 0) await new Promise(resolve => setTimeout(resolve, early));
  const outcome = await request(url, { ...options, agent, ms: 30_000 }).then(
    ({ status }) => (status === 200 ? undefined : String(status)),
    error => error.code ?? error.message,
  );
  const { latencies, failures } = /** @type {ReturnType<typeof newPhase>} */ (phases.at(-1));
  if (outcome !== undefined) failures[outcome] = (failures[outcome] ?? 0) + 1;
  const answered = performance.now();
  for (; due <= answered; due += EVERY_MS) latencies.push(answered - due);
}
process.send?.(phases, () => process.disconnect());
