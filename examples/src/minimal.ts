// The smallest server: a world with one tool, on HTTP. `node dist/minimal.js [port]`
import { randomBytes } from 'node:crypto';
import { defineWorld, tool } from '@worldwire/server';
import { Kernel, DEFAULT_LIMITS as limits, Policy } from '@worldwire/server/internal';
import { listenHttp } from '@worldwire/transports/http';
import { z } from 'zod';

const greet = tool({
  name: 'greet',
  description: 'Greets somebody.',
  access: 'read',
  input: z.object({ name: z.string().max(100) }),
  call: ({ name }) => `Hello, ${name}!`,
});
const world = defineWorld({ name: 'minimal', version: '1.0.0', tools: [greet] });

const say = (fields: object, message: string) => console.error(message, fields);
const log = { debug() {}, info: say, warn: say, error: say };
const now = () => performance.now();
const record = (call: object, outcome?: object) => log.info({ ...call, ...outcome }, 'audit');
const audit = { begin: record, end: record, refuse: record };
const kernel = new Kernel(world, {
  limits,
  log,
  now,
  date: Date.now,
  audit,
  policy: new Policy(world),
  randomBytes,
  secret: randomBytes(32),
});
const port = Number(process.argv[2] ?? 3000);
const listener = await listenHttp({
  host: '127.0.0.1',
  port,
  mounts: [{ path: '/mcp', kernel }],
  limits,
  log,
  now,
});
console.log(`${listener.url}/mcp`);

process.once('SIGTERM', stop).once('SIGINT', stop);
async function stop(): Promise<void> {
  const closing = listener.close();
  await kernel.close(listener.stop());
  await closing;
}
