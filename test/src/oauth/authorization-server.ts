import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';

const TTL_S = 600;

/** What a resource server is to the authorization server: the scopes that it may be asked for. */
export type ResourceScopes = (resource: string) => string | undefined;

export interface AuthorizationServer {
  readonly issuer: string;
  /** Requests so far, as method and path. */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** A real authorization server on loopback: discovery, registration, PKCE, resource indicators, refresh tokens, JWT access tokens. */
export async function startAuthorizationServer(
  supported: readonly string[],
  scopesOf: ResourceScopes,
): Promise<AuthorizationServer> {
  // Its warnings are about production.
  const warn = console.warn;
  const info = console.info;
  console.warn = () => {};
  console.info = () => {};
  try {
    const { default: Provider } = await import('oidc-provider');
    const requests: string[] = [];
    let handler: (request: IncomingMessage, response: ServerResponse) => void = () => {};
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${new URL(request.url ?? '', 'http://x').pathname}`);
      handler(request, response);
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: 'test', alg: 'ES256', use: 'sig' };
    handler = new Provider(issuer, {
      jwks: { keys: [key] },
      clientDefaults: { id_token_signed_response_alg: 'ES256' },
      enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
      scopes: ['openid', 'offline_access', ...supported],
      // The client registers with the scope that it needs first. This server lets it ask for others later.
      extraClientMetadata: {
        properties: ['scope'],
        validator: (_context: unknown, _key: string, _value: unknown, metadata: { scope?: string }) => {
          delete metadata.scope;
        },
      },
      cookies: { keys: ['a key of a test'] },
      findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
      issueRefreshToken: () => true,
      ttl: {
        AccessToken: TTL_S,
        RefreshToken: TTL_S,
        Grant: TTL_S,
        Session: TTL_S,
        Interaction: TTL_S,
        IdToken: TTL_S,
      },
      features: {
        devInteractions: { enabled: true },
        registration: { enabled: true },
        resourceIndicators: {
          enabled: true,
          useGrantedResource: () => true,
          getResourceServerInfo: (_context: unknown, resource: string) => {
            const scope = scopesOf(resource);
            if (scope === undefined) throw new Error(`Unknown resource ${resource}.`);
            return { scope, audience: resource, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } };
          },
        },
      },
    }).callback();
    return { issuer, requests, close: () => stop(server) };
  } finally {
    console.warn = warn;
    console.info = info;
  }
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise(resolve => server.close(resolve));
}
