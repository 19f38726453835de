import { randomBytes } from 'node:crypto';
import { type Access, DEFAULT_LIMITS, type Grants, Kernel, Policy, type World } from '@worldwire/server';
import type { Logger } from 'pino';

export const LIMITS = DEFAULT_LIMITS;

const SECRET_BYTES = 32;

export interface Composed {
  readonly kernel: Kernel;
  /** The most a call may do here. */
  readonly ceiling: Access;
}

/** Puts a world into a kernel, with the real clock, real randomness and the operator's policy. */
export function compose(world: World, grants: Grants, log: Logger): Composed {
  const policy = new Policy(world, grants);
  const kernel = new Kernel(world, {
    limits: LIMITS,
    policy,
    log,
    now: Date.now,
    randomBytes,
    secret: randomBytes(SECRET_BYTES),
    audit: event => log.info({ audit: true, ...event }, 'write'),
  });
  return { kernel, ceiling: policy.ceiling };
}
