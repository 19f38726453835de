/** A world with the echo tool, and its kernel. */
import { randomBytes } from 'node:crypto';
import { defineWorld, tool, WorldEvents } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, Policy } from '@worldwire/server/internal';
import { z } from 'zod';

export const WORLD = 'worldwire-echo';
export const limits = DEFAULT_LIMITS;

const quiet = () => {};
export const log = { debug: quiet, info: quiet, warn: console.error, error: console.error };

export function worldwireEcho() {
  const events = new WorldEvents();
  const world = defineWorld({
    name: WORLD,
    version: '1.0.0',
    events,
    tools: [
      tool({
        name: 'echo',
        description: 'Returns its message',
        input: z.object({ message: z.string() }),
        access: 'read',
        call: ({ message }) => message,
      }),
    ],
  });
  const kernel = new Kernel(world, {
    limits,
    policy: new Policy(world),
    log,
    now: Date.now,
    randomBytes,
    secret: randomBytes(32),
    audit: { begin: quiet, end: quiet },
  });
  return { kernel, events };
}
