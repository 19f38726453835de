/** The credentials that the listener requires: tokens of `--tokens TEXT`, access tokens of `--issuer URL`, or none. */
import { TokenStore } from '@worldwire/transports/http';
import { OAuthIssuers, OAuthResource, Scopes } from '@worldwire/transports/oauth';
import { givenOption } from './child.mjs';

export function requestedCredentials({ path, world, log }) {
  const tokens = givenOption('--tokens');
  const issuer = givenOption('--issuer');
  return {
    ...(tokens !== undefined && { tokens: TokenStore.parse(tokens) }),
    ...(issuer !== undefined && { oauth: resourceOf(issuer, { path, world, log }) }),
  };
}

function resourceOf(issuer, { path, world, log }) {
  const issuers = new OAuthIssuers([issuer], { now: () => performance.now(), date: Date.now, log });
  issuers.start();
  return port =>
    new OAuthResource({
      issuers,
      scopes: new Scopes(),
      audience: `http://127.0.0.1:${port}${path}`,
      paths: [{ path, world }],
      date: Date.now,
    });
}
