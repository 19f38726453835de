import type { TokenStore } from '@worldwire/transports/http';
import type { AuditFile } from '../audit/audit-file.js';
import type { Host } from './host.js';
import type { TokenWatch } from './watched-tokens.js';

type Parts = Pick<Host, 'approvals' | 'credentials' | 'date'> & { readonly audit: Pick<AuditFile, 'note'> };

/**
 * Records which tokens were changed or have expired, and ends standing approvals of names without a token. What was opened with the
 * tokens ends by `credentials`. Returns the listener for changes.
 */
export function withdraw(
  { approvals, audit, credentials, date }: Parts,
  { principals }: { readonly principals: () => TokenStore['principals'] },
): TokenWatch['onChanged'] {
  const isOver = (expiresAt: number) => expiresAt <= date();
  // Those that expired before the start are in the log.
  const known = new WeakSet(principals().filter(({ expiresAt }) => isOver(expiresAt)));
  credentials.add({
    recheck(stays) {
      const expired = new Set<string>();
      for (const principal of principals()) {
        if (!isOver(principal.expiresAt)) {
          known.delete(principal);
          stays(principal);
        } else if (!known.has(principal)) {
          known.add(principal);
          expired.add(principal.name);
        }
      }
      if (expired.size === 0) return;
      const details = { expired: [...expired] };
      void audit.note({ kind: 'tokens', principal: 'server', what: 'token expired', details });
      const valid = new Set(principals().flatMap(each => (isOver(each.expiresAt) ? [] : [each.name])));
      for (const name of expired) if (!valid.has(name)) approvals.revokeAll(name);
    },
  });
  credentials.recheck();
  return ({ added, changed, revoked }) => {
    const details = { added, changed, revoked };
    void audit.note({ kind: 'tokens', principal: 'server', what: 'token file read again', details });
    for (const name of revoked) approvals.revokeAll(name);
  };
}
