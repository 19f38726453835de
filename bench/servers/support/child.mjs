/**
 * What every server program of the bench shares: its port option, the line that says where it
 * listens, and the answers the runner asks for over the IPC channel.
 */

/** @returns {number} the value of `--port`, 0 (a free one) by default */
export function requestedPort() {
  const at = process.argv.indexOf('--port');
  return at === -1 ? 0 : Number(process.argv[at + 1]);
}

/** @param {string} name @returns {string} what follows this option, which must be there */
export function requestedOption(name) {
  const at = process.argv.indexOf(name);
  const value = at === -1 ? undefined : process.argv[at + 1];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

/**
 * @param {string} url
 * @param {{ emit?: () => void | Promise<void> }} [actions] `emit` sends one event to every subscriber
 * @param {Record<string, () => unknown>} [more] answers to further questions of the runner
 */
export function announce(url, { emit } = {}, more = {}) {
  heedRunner({ emit: () => emittedAt(emit), ...more });
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
}

/**
 * Answers what the runner asks for, and ends with the runner.
 * @param {Record<string, () => unknown>} [more] answers beside those for `cpu` and `memory`
 * @param {() => void} [leave]
 */
export function heedRunner(more, leave = () => process.exit(0)) {
  /** @type {Record<string, () => unknown>} */
  const answers = { cpu: () => process.cpuUsage(), memory: settledMemory, ...more };
  process.on('message', async ({ id, ask }) => {
    try {
      process.send?.({ id, answer: await answers[ask]() });
    } catch (error) {
      process.send?.({ id, failure: String(error) });
    }
  });
  // A server must not outlive the runner, however the runner ended.
  process.on('disconnect', leave);
}

/**
 * Announces a node:http server once it listens on loopback.
 * @param {import('node:http').Server} server
 * @param {Parameters<typeof announce>[1]} [actions]
 */
export function listenAndAnnounce(server, actions) {
  server.listen(requestedPort(), '127.0.0.1', () => announce(urlOf(server), actions));
}

/** @param {import('node:http').Server} server */
export function urlOf(server) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}/mcp`;
}

async function settledMemory() {
  // Finalizers of one collection free what the next one collects.
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return process.memoryUsage();
}

/** @param {(() => void | Promise<void>) | undefined} emit */
async function emittedAt(emit) {
  if (!emit) throw new Error('this server has no event to emit');
  // The monotonic clock is the same in every process of one machine.
  const at = process.hrtime.bigint();
  await emit();
  return { at: String(at) };
}
