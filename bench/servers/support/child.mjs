/** Shared by all server programs: options, the line with the address, and the questions of the bench over IPC. */
const quiet = () => {};
/** Shows problems only. */
export const log = { debug: quiet, info: quiet, warn: console.error, error: console.error };
export const requestedPort = () => Number(givenOption('--port') ?? 0);

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

export const hasFlag = name => process.argv.includes(name);

/** Tells the bench the address, and answers its questions: `more`, and `emit` with the time of an event. */
export function announce(url, { emit, ...more } = {}) {
  answerQuestions({ emit: () => emittedAt(emit), ...more });
  process.stdout.write(`${JSON.stringify({ event: 'listening', url })}\n`);
}

/** Answers questions of the bench, and ends with it. */
export function answerQuestions(more, leave = () => process.exit(0)) {
  const answers = { memory: settledMemory, ...more };
  process.on('message', async ({ ask }) => {
    try {
      process.send?.({ answer: await answers[ask]() });
    } catch (error) {
      process.send?.({ failure: String(error) });
    }
  });
  process.on('disconnect', leave);
}

/** Announces a server of node:http or node:net once it listens on loopback. */
export function listenAndAnnounce(server, actions, urlOf = port => `http://127.0.0.1:${port}/mcp`) {
  server.listen(requestedPort(), '127.0.0.1', () => announce(urlOf(server.address().port), actions));
}

/** The parsed body of a request. Both official SDKs are much faster with one. */
export function jsonBody(request) {
  if (request.method !== 'POST') return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const chunks = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('error', reject);
    request.on('end', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString()));
      } catch (error) {
        reject(error);
      }
    });
  });
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
