import type { AuditFile } from '../audit/audit-file.js';
import type { OpenedConsole } from '../console/open-console.js';
import type { Endpoint } from './endpoint.js';
import type { FramesEndpoint } from './frames-endpoint.js';
import type { Host } from './host.js';
import type { TokenWatch } from './watched-tokens.js';

/** Records a change of the tokens. Ends sessions and standing approvals of revoked names, and connections and console sessions without rights. */
export function withdraw(
  endpoints: readonly Endpoint[],
  frames: FramesEndpoint | undefined,
  audit: AuditFile,
  approvals: Pick<Host['approvals'], 'revokeAll'>,
  console: OpenedConsole | undefined,
): TokenWatch['onChanged'] {
  return ({ added, changed, revoked }) => {
    const details = { added, changed, revoked };
    void audit.note({ kind: 'tokens', principal: 'operator', what: 'token file read again', details });
    for (const { served } of endpoints)
      for (const name of revoked) served.kernel.sessions.endOf(name, 'The token was revoked.');
    for (const name of revoked) approvals.revokeAll(name);
    frames?.recheck();
    console?.sessions.recheck();
  };
}
