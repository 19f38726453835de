/** Shared by all server programs: options, the line with the address, and the questions of the runner over IPC. */

export function requestedPort() {
  const at = process.argv.indexOf('--port');
  return at === -1 ? 0 : Number(process.argv[at + 1]);
}

export function requestedOption(name) {
  const value = givenOption(name);
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

/** The value of an option, or undefined. */
export function givenOption(name) {
  const at = process.argv.indexOf(name);
  return at === -1 ? undefined : process.argv[at + 1];
}

export function announce(url, { emit } = {}, more = {}) {
  answerRunner({ emit: () => emittedAt(emit), ...more });
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
}

/** Answers questions of the runner, and ends with the runner. */
export function answerRunner(more, leave = () => process.exit(0)) {
  const answers = { cpu: () => process.cpuUsage(), memory: settledMemory, ...more };
  process.on('message', async ({ id, ask }) => {
    try {
      process.send?.({ id, answer: await answers[ask]() });
    } catch (error) {
      process.send?.({ id, failure: String(error) });
    }
  });
  process.on('disconnect', leave);
}

/** Announces a node:http server once it listens on loopback. */
export function listenAndAnnounce(server, actions) {
  server.listen(requestedPort(), '127.0.0.1', () => announce(urlOf(server), actions));
}

export function urlOf(server) {
  const { port } = server.address();
  return `http://127.0.0.1:${port}/mcp`;
}

async function settledMemory() {
  // Finalizers of one collection free objects for the next.
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.();
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  return process.memoryUsage();
}

async function emittedAt(emit) {
  if (!emit) throw new Error('this server has no event to emit');
  // The monotonic clock is the same in every process.
  const at = process.hrtime.bigint();
  await emit();
  return { at: String(at) };
}
