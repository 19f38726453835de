/// <reference types="vitest/importMeta" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose';
import { describe, expect, it } from 'vitest';
import type { IssuerKeys } from './issuer-keys.js';
import { OAuthIssuers } from './oauth-issuers.js';
import { OAuthVerifier } from './oauth-verifier.js';
import { type ScopeSettings, Scopes } from './scopes.js';

export const AUDIENCE = 'http://127.0.0.1:3001/mcp';
export const NOW_S = 1_800_000_000;

export interface TestKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
  readonly alg: string;
}

export async function testKey(kid: string | undefined, alg = 'ES256'): Promise<TestKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), alg, use: 'sig', ...(kid !== undefined && { kid }) };
  return { privateKey, jwk, alg };
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** An issuer on loopback. A test may replace what it answers at a path. */
export class IssuerLab {
  readonly paths = new Map<string, Serve>();
  readonly requests: string[] = [];
  keys: readonly JWK[] = [];
  #server: Server | undefined;
  url = '';

  static async start(...keys: readonly TestKey[]): Promise<IssuerLab> {
    const lab = new IssuerLab();
    lab.keys = keys.map(({ jwk }) => jwk);
    await lab.open(0);
    lab.serve('/.well-known/oauth-authorization-server', () => ({
      issuer: lab.url,
      jwks_uri: `${lab.url}/jwks`,
    }));
    lab.serve('/jwks', () => ({ keys: lab.keys }));
    return lab;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async open(port: number): Promise<void> {
    const server = createServer((request, response) => {
      this.requests.push(request.url ?? '');
      const serve = this.paths.get(request.url ?? '');
      if (serve === undefined) response.writeHead(404).end();
      else serve(request, response);
    });
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  serve(path: string, document: () => unknown): void {
    this.paths.set(path, (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document()));
    });
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise(resolve => this.#server?.close(resolve));
  }
}

export interface VerifierLabOptions {
  readonly scopes?: ScopeSettings;
  readonly timeoutMs?: number;
  readonly audiences?: readonly string[];
}

/** A verifier with clocks that the test moves, for the tokens of some issuers. */
export class VerifierLab {
  clock = 0;
  dateS = NOW_S;
  readonly warnings: object[] = [];
  readonly issuers: OAuthIssuers;
  readonly verifier: OAuthVerifier;

  constructor(issuers: readonly string[], options: VerifierLabOptions = {}) {
    const shared = {
      now: () => this.clock,
      date: () => this.dateS * 1_000,
      log: { warn: (fields: object) => this.warnings.push(fields), info: () => {} },
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    };
    this.issuers = new OAuthIssuers(issuers, shared);
    this.verifier = new OAuthVerifier({
      issuers: this.issuers,
      audiences: options.audiences ?? [AUDIENCE],
      scopes: new Scopes(options.scopes),
      date: shared.date,
    });
    this.issuers.onChange(() => this.verifier.forget());
  }

  issuer(name: string): IssuerKeys {
    const issuer = this.issuers.find(name);
    if (issuer === undefined) throw new Error(`No issuer ${name}.`);
    return issuer;
  }

  close(): void {
    this.issuers.close();
  }
}

/** A token that is valid, but for the claims and headers given. `undefined` leaves one out. */
export function sign(
  issuer: string,
  { privateKey, jwk, alg }: TestKey,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const payload = {
    iss: issuer,
    aud: AUDIENCE,
    sub: 'ann',
    scope: 'worldwire:read',
    iat: NOW_S - 10,
    exp: NOW_S + 300,
    ...claims,
  };
  const all = { alg, typ: 'at+jwt', ...(jwk.kid !== undefined && { kid: jwk.kid }), ...header };
  return new SignJWT(payload).setProtectedHeader(all as JWTHeaderParameters).sign(privateKey);
}

/** An encoded part of a token. */
export function part(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
}

// Others import this file for its tools; its own claims are stated only when it is the file under test.
if (import.meta.vitest) {
  describe('IssuerLab', () => {
    it('signs tokens that the verifier accepts', async () => {
      const key = await testKey('k1');
      const issuer = await IssuerLab.start(key);
      const lab = new VerifierLab([issuer.url]);
      const name = `oauth:ann@${new URL(issuer.url).host}`;
      expect(await lab.verifier.verify(await sign(issuer.url, key))).toMatchObject({ name, origin: 'oauth' });
      lab.close();
      await issuer.close();
    });
  });
}
