import type { Log } from '@worldwire/server';
import type { Principal } from '@worldwire/server/internal';

/** Warns of expired tokens, and of rights in worlds that are not served. */
export function warnOfTokens(
  principals: readonly Principal[],
  { log, worlds }: { readonly log: Log; readonly worlds: readonly string[] },
  now: number,
): void {
  for (const { name, expired, unserved } of principals.map(each => tokenProblems(each, worlds, now))) {
    if (expired !== undefined) log.warn({ name, expired }, 'a token has expired');
    if (unserved.length > 0) {
      log.warn({ name, unserved, served: worlds }, 'rights name worlds that are not served here');
    }
  }
}

/** What makes a token useless, wholly or in part. */
export function tokenProblems(
  principal: Pick<Principal, 'name' | 'expiresAt' | 'rights'>,
  worlds: readonly string[],
  now: number,
): { readonly name: string; readonly expired: string | undefined; readonly unserved: readonly string[] } {
  const { name, expiresAt } = principal;
  return {
    name,
    expired: expiresAt <= now ? new Date(expiresAt).toISOString() : undefined,
    // The rights of an expired token are none, so they are asked for at a time before.
    unserved: principal.rights(() => 0).worlds.filter(world => !worlds.includes(world)),
  };
}
