import { DocumentError, fetchJson, isFetchable } from './fetch-json.js';

const OAUTH = '/.well-known/oauth-authorization-server';
const OPENID = '/.well-known/openid-configuration';

/** Finds the address of the keys of an issuer, by RFC 8414 or OpenID Connect Discovery. Throws a `DocumentError`. */
export function discoverKeysUrl(issuer: string, timeoutMs?: number): Promise<string> {
  return discover(issuer, (url, metadata) => addressIn(issuer, url, metadata, 'jwks_uri'), timeoutMs);
}

/** Where a person signs in, and where the code is exchanged. */
export interface Endpoints {
  readonly authorization: string;
  readonly token: string;
  /** Whether the issuer names itself in its answers (RFC 9207). */
  readonly namesIssuer: boolean;
}

export function discoverEndpoints(issuer: string, timeoutMs?: number): Promise<Endpoints> {
  const read = (url: string, metadata: Metadata): Endpoints => ({
    authorization: addressIn(issuer, url, metadata, 'authorization_endpoint'),
    token: addressIn(issuer, url, metadata, 'token_endpoint'),
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
  });
  return discover(issuer, read, timeoutMs);
}

type Metadata = Readonly<Record<string, unknown>>;

async function discover<Result>(
  issuer: string,
  read: (url: string, metadata: Metadata) => Result,
  timeoutMs: number | undefined,
): Promise<Result> {
  const tried: string[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      return read(url, await fetchJson(url, timeoutMs));
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

function addressIn(issuer: string, url: string, metadata: Metadata, name: string): string {
  const { issuer: named, [name]: address } = metadata;
  // Otherwise one tenant of a server could sign for another (RFC 8414, section 3.3).
  if (named !== issuer) {
    throw new DocumentError(`${url} is the metadata of another issuer: it must name ${issuer}`);
  }
  if (typeof address !== 'string') throw new DocumentError(`${url} has no ${name}`);
  if (!isFetchable(address) || (issuer.startsWith('https:') && !address.startsWith('https:'))) {
    throw new DocumentError(`${url} has a ${name} that is not https`);
  }
  return address;
}
