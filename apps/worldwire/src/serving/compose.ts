import { randomBytes } from 'node:crypto';
import type { Access, ServedWorld } from '@worldwire/server';
import { Kernel, type Meter, Policy } from '@worldwire/server/internal';
import { offered } from '../settings/features.js';
import type { Settings } from '../settings/settings.js';
import { withConsoleViews } from './console-views.js';
import type { Host } from './host.js';

const SECRET_BYTES = 32;

export interface Composed {
  readonly kernel: Kernel;
  /** The highest access level that a call can have. */
  readonly ceiling: Access;
}

/** Creates the kernel of a world. Rights and gates know it by the name that the operator uses, which clients need not see. */
export function compose(
  name: string,
  { world: all, hasRemoteConfig, hooks }: Pick<ServedWorld, 'world' | 'hasRemoteConfig' | 'hooks'>,
  { grants, features, answers, approve }: Pick<Settings, 'grants' | 'features' | 'answers' | 'approve'>,
  host: Host & { readonly meter?: Meter; readonly clientOnly?: boolean },
): Composed {
  const chosen = offered(all, features);
  // A view is a resource.
  const world = features.resources === false ? chosen : withConsoleViews(chosen);
  // The world then decides by its own write settings, which clients may change.
  const delegated = hasRemoteConfig === true && grants.remoteConfig && !grants.readOnly;
  const policy = new Policy({ ...world, name }, delegated ? { writes: true, eval: true } : grants, host);
  const keptSessions = host.sessionsOf?.(name);
  const kernel = new Kernel(world, {
    ...host,
    ...(keptSessions !== undefined && { keptSessions }),
    policy,
    approval: {
      rule: approve.rules.get(name) ?? 'none',
      by: approve.by,
      queue: host.approvals,
      clientOnly: host.clientOnly === true,
    },
    answers,
    compact: features.compact === true,
    randomBytes,
    secret: randomBytes(SECRET_BYTES),
  });
  // Before any wire: each counts its requests.
  if (hooks?.parallel !== undefined) kernel.limitRequests(hooks.parallel);
  return { kernel, ceiling: policy.ceiling };
}
