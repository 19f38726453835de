import { randomBytes } from 'node:crypto';
import { type Access, DEFAULT_LIMITS, Kernel, type Limits, Policy } from '@worldwire/server';
import type { Logger } from 'pino';
import { offered } from './features.js';
import type { Settings } from './settings.js';
import type { LoadedWorld } from './worlds.js';

const SECRET_BYTES = 32;

export interface Composed {
  readonly kernel: Kernel;
  /** The most a call may do here. */
  readonly ceiling: Access;
  /** For the wire too, so that it and the kernel agree. */
  readonly limits: Limits;
}

/** Puts a world into a kernel, with the real clock, real randomness and the operator's policy and limits. */
export function compose(
  { world: whole, ownGates }: Pick<LoadedWorld, 'world' | 'ownGates'>,
  { grants, limits: changed, features }: Pick<Settings, 'grants' | 'limits' | 'features'>,
  log: Logger,
): Composed {
  const world = offered(whole, features);
  const limits = { ...DEFAULT_LIMITS, ...changed };
  const handedOver = ownGates === true && grants.remoteConfig && !grants.readOnly;
  const policy = new Policy(world, handedOver ? { writes: true, eval: true } : grants);
  // Its fields are ours and hold no secret; looking for one in every write costs more than the write of the line.
  const audit = log.child({ audit: true }, { redact: [] });
  const kernel = new Kernel(world, {
    limits,
    policy,
    log,
    now: () => performance.now(),
    date: Date.now,
    randomBytes,
    secret: randomBytes(SECRET_BYTES),
    audit: {
      begin: intent => audit.info(intent, 'write begins'),
      end: event => audit.info(event, 'write'),
    },
  });
  return { kernel, ceiling: policy.ceiling, limits };
}
