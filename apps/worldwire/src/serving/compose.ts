import { randomBytes } from 'node:crypto';
import { type Access, Kernel, Policy } from '@worldwire/server';
import { offered } from '../settings/features.js';
import type { Settings } from '../settings/settings.js';
import type { LoadedWorld } from '../worlds/world-list.js';
import type { Host } from './host.js';

const SECRET_BYTES = 32;

export interface Composed {
  readonly kernel: Kernel;
  /** The most a call may do here. */
  readonly ceiling: Access;
}

/** Puts a world into a kernel, with real randomness and what all worlds of the process share. */
export function compose(
  { world: whole, ownGates }: Pick<LoadedWorld, 'world' | 'ownGates'>,
  { grants, features }: Pick<Settings, 'grants' | 'features'>,
  host: Host,
): Composed {
  const world = offered(whole, features);
  const handedOver = ownGates === true && grants.remoteConfig && !grants.readOnly;
  const policy = new Policy(world, handedOver ? { writes: true, eval: true } : grants);
  const kernel = new Kernel(world, {
    ...host,
    policy,
    randomBytes,
    secret: randomBytes(SECRET_BYTES),
  });
  return { kernel, ceiling: policy.ceiling };
}
