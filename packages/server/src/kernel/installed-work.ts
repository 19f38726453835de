import type { InstalledWork } from '../api/world-host.js';
import type { AuditTrails } from '../policy/audit-trail.js';
import type { FullEnvironment } from '../policy/environment.js';

/** Runs installed work of a world: decided by ceiling and gates, and recorded before and after it. */
export async function runInstalled<Result>(
  { policy }: Pick<FullEnvironment, 'policy'>,
  audits: AuditTrails,
  { name, access, principal, tools = [], about, arguments: args }: InstalledWork,
  perform: () => Promise<Result>,
): Promise<Result> {
  const trail = audits.open(name, access, { principal, about, arguments: args });
  const refusal = policy.closedInstalled(principal, { access, tools }, () => name);
  if (refusal !== undefined) {
    trail.report('denied');
    throw refusal;
  }
  const unrecorded = await trail.begin();
  if (unrecorded !== undefined) throw unrecorded;
  try {
    const result = await perform();
    await trail.report('done');
    return result;
  } catch (thrown) {
    await trail.report('failed');
    throw thrown;
  }
}
