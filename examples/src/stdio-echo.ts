// A world with one tool on standard input and output. `node dist/stdio-echo.js`, started by a client.
import { randomBytes } from 'node:crypto';
import { defineWorld, tool } from '@worldwire/server';
import { Kernel, DEFAULT_LIMITS as limits, Policy } from '@worldwire/server/internal';
import { serveStdio } from '@worldwire/transports/stdio';
import { z } from 'zod';

const echo = tool({
  name: 'echo',
  description: 'Says back what it hears.',
  access: 'read',
  input: z.object({ message: z.string() }),
  call: ({ message }) => message,
});
const world = defineWorld({ name: 'echo', version: '1.0.0', tools: [echo] });

// Standard output carries messages only, so whatever else is to be said goes to standard error.
const say = (fields: object, message: string) => console.error(message, fields);
const log = { debug() {}, info: say, warn: say, error: say };
const record = (call: object, outcome?: object) => log.info({ ...call, ...outcome }, 'audit');
const audit = { begin: record, end: record, refuse: record };
const kernel = new Kernel(world, {
  limits,
  log,
  now: Date.now,
  audit,
  policy: new Policy(world),
  randomBytes,
  secret: randomBytes(32),
});
const wire = serveStdio({ kernel, input: process.stdin, output: process.stdout, limits, log });

process.once('SIGTERM', stop).once('SIGINT', stop);
process.stdin.once('end', stop);
async function stop(): Promise<void> {
  const closing = wire.close();
  await kernel.close();
  await closing;
  process.stdin.destroy();
}
