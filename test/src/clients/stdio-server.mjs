// Serves the world of these tests to the one client that started this process.
import { randomBytes } from 'node:crypto';
import { DEFAULT_LIMITS, Kernel, Policy } from '@worldwire/server/internal';
import { serveStdio } from '@worldwire/transports/stdio';
import { clientWorld } from './client-world.mjs';

const world = clientWorld();
const limits = DEFAULT_LIMITS;
const log = { debug() {}, info() {}, warn: complain, error: complain };
const kernel = new Kernel(world, {
  limits,
  policy: new Policy(world),
  log,
  now: Date.now,
  randomBytes,
  secret: randomBytes(32),
  audit: { begin() {}, end() {}, refuse() {} },
});
await serveStdio({ kernel, input: process.stdin, output: process.stdout, limits, log }).closed;
await kernel.close();

function complain(fields, message) {
  console.error(message, fields);
}
