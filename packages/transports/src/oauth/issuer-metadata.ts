import { DocumentError, fetchJson, isFetchable } from './fetch-json.js';

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

/** Finds the address of the keys of an issuer, by RFC 8414 or OpenID Connect Discovery. Throws a `DocumentError`. */
export async function discoverKeysUrl(issuer: string, timeoutMs?: number): Promise<string> {
  const tried: string[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      return keysUrl(issuer, url, await fetchJson(url, timeoutMs));
    } catch (thrown) {
      // The server is there but has no document at this path.
      if (!(thrown instanceof DocumentError) || !isMissing(thrown.status)) throw thrown;
      tried.push(thrown.message);
    }
  }
  throw new DocumentError(`No metadata of the issuer ${issuer}: ${tried.join('; ')}`);
}

/** The addresses of the metadata, in the order of MCP. The path of an issuer goes behind or before the well-known part. */
export function metadataUrls(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  if (path === '') return [origin + OAUTH, origin + OPENID];
  return [origin + OAUTH + path, origin + OPENID + path, origin + path + OPENID];
}

function isMissing(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

function keysUrl(issuer: string, url: string, metadata: Readonly<Record<string, unknown>>): string {
  const { issuer: named, jwks_uri: keys } = metadata;
  // Otherwise one tenant of a server could sign for another (RFC 8414, section 3.3).
  if (named !== issuer) {
    throw new DocumentError(`${url} is the metadata of another issuer: it must name ${issuer}`);
  }
  if (typeof keys !== 'string') throw new DocumentError(`${url} has no jwks_uri`);
  if (!isFetchable(keys) || (issuer.startsWith('https:') && !keys.startsWith('https:'))) {
    throw new DocumentError(`${url} has a jwks_uri that is not https`);
  }
  return keys;
}
