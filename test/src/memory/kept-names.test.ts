import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const REQUESTS = 300;
const MESSAGE_BYTES = 4_000_000;

/** Opens sessions with messages of 4 MB, and prints the heap bytes that remain and the number of sessions. */
const PROGRAM = `
import { randomBytes } from 'node:crypto';
import { defineWorld } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, Policy, Principal } from '@worldwire/server/internal';

const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const world = defineWorld({ name: 'small', version: '1.0.0' });
const kernel = new Kernel(world, {
  limits: DEFAULT_LIMITS, policy: new Policy(world), log, now: () => performance.now(), randomBytes,
  secret: randomBytes(32), audit: { begin: quiet, end: quiet, refuse: quiet },
});
// A long text of a buffer is outside the heap.
const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
const before = used();
for (let n = 0; n < ${REQUESTS}; n++) {
  const text = Buffer.alloc(${MESSAGE_BYTES}, 97 + (n % 26)).toString('latin1');
  const part = () => text.slice(n, n + 200);
  // The first is refused. Of the second, every text is a part of the message.
  for (const clientInfo of [{ name: text, version: text }, { name: part(), version: part() }]) {
    const params = { protocolVersion: '2025-11-25', capabilities: { experimental: { value: part() } }, clientInfo };
    try {
      kernel.initialize(params, Principal.LOCAL);
    } catch (refusal) {
      if (refusal.code !== -32602) throw refusal;
    }
  }
}
global.gc();
console.log(used() - before, kernel.sessions.size);
process.exit();
`;

it(`sessions keep nothing of the ${REQUESTS} messages of 4 MB that opened them but short names`, () => {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  const args = ['--expose-gc', '--max-old-space-size=3000', '--input-type=module', '-e', PROGRAM];
  const [held, sessions] = execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })
    .split(' ')
    .map(Number);
  expect(sessions).toBe(REQUESTS);
  expect(held).toBeLessThan((REQUESTS * MESSAGE_BYTES) / 10);
});
