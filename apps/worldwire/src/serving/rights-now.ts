import { Principal, type Rights, type RightsNow } from '@worldwire/server/internal';
import type { TokenStore } from '@worldwire/transports/http';

const OAUTH = 'oauth:';
/** The person at the console of a server, whom its one-time link identifies. */
const CONSOLE = 'console';

/**
 * The rights that a principal has now, for what it installed earlier. Rights of OAuth are in tokens that the server does not keep:
 * its principals count as having the rights with which they installed something, while an issuer is configured.
 */
export function rightsNow(
  tokens: Pick<TokenStore, 'principals'> | undefined,
  hasOAuth: boolean,
  date: () => number,
): RightsNow {
  return name => {
    if (name.startsWith(OAUTH)) return hasOAuth ? [Principal.LOCAL.rights(date)] : [];
    if (name === CONSOLE) return [Principal.LOCAL.rights(date)];
    return known(tokens, hasOAuth)
      .filter(principal => principal.name === name)
      .map((principal): Rights => principal.rights(date));
  };
}

/** Principals with a credential. Clients of this machine need none where there are no credentials at all. */
function known(tokens: Pick<TokenStore, 'principals'> | undefined, hasOAuth: boolean): readonly Principal[] {
  return tokens?.principals ?? (hasOAuth ? [] : [Principal.LOCAL]);
}
