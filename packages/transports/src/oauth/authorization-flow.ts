import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { WorldError } from '@worldwire/server';
import { DocumentError, fetchJson } from './fetch-json.js';
import { discoverEndpoints, type Endpoints } from './issuer-metadata.js';

const SECRET_BYTES = 32;
/** How long a person may take on the pages of the issuer. */
export const FLOW_MS = 10 * 60_000;
const MAX_FLOWS = 100;
/** How long the endpoints of the issuer are kept. Clients without a credential begin sign-ins: they cause no more fetches. */
export const ENDPOINTS_MS = 300_000;
/** The same after a failure. */
export const ENDPOINTS_RETRY_MS = 30_000;
const AGAIN = 'Open the console and sign in again.';

export interface FlowOptions {
  readonly issuer: string;
  /** The console, as it is registered at the issuer: a public client, without a secret. */
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970. */
  readonly date: () => number;
}

interface Flow {
  readonly state: Buffer;
  readonly verifier: string;
  readonly redirect: string;
  readonly resource: string;
  readonly at: number;
}

/** Signs a person in at the issuer: the authorization code flow with PKCE. The server exchanges the code, not the browser. */
export class AuthorizationFlow {
  readonly #options: FlowOptions;
  /** By the digest of the cookie of the browser that began it. */
  readonly #flows = new Map<string, Flow>();
  #endpoints: { readonly found: Promise<Endpoints>; readonly at: number; keepMs: number } | undefined;

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  /** The address at the issuer to go to, and the secret that the browser must bring back. */
  async begin(
    redirect: string,
    resource: string,
  ): Promise<{ readonly url: string; readonly secret: string }> {
    const { clientId, scopes, date } = this.#options;
    const { authorization } = await this.#discover();
    const [secret, state, verifier] = [random(), random(), random()];
    for (const key of this.#flows.keys()) {
      if (this.#flows.size < MAX_FLOWS) break;
      this.#flows.delete(key);
    }
    this.#flows.set(digestOf(secret).toString('hex'), {
      state: digestOf(state),
      verifier,
      redirect,
      resource,
      at: date(),
    });
    const url = new URL(authorization);
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      scope: scopes.join(' '),
      state,
      code_challenge: digestOf(verifier).toString('base64url'),
      code_challenge_method: 'S256',
      resource,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, secret };
  }

  /** The access token of a person who came back from the issuer. Throws a `WorldError`. A flow can be finished once. */
  async finish(secret: string | undefined, given: (name: string) => string | null): Promise<string> {
    const key = digestOf(secret ?? '').toString('hex');
    const flow = this.#flows.get(key);
    this.#flows.delete(key);
    const age = this.#options.date() - (flow?.at ?? 0);
    const isKnown =
      flow !== undefined &&
      age >= 0 &&
      age < FLOW_MS &&
      timingSafeEqual(flow.state, digestOf(given('state') ?? ''));
    if (!isKnown) {
      const message = 'This sign-in was not begun in this browser, or it took too long.';
      throw new WorldError('PermissionDenied', message, AGAIN);
    }
    const { token, namesIssuer } = await this.#discover();
    // An answer of another issuer must not reach this one (RFC 9207).
    const named = given('iss');
    if (named === null ? namesIssuer : named !== this.#options.issuer)
      throw new WorldError('PermissionDenied', 'The answer is not of the issuer that was asked.', AGAIN);
    const code = given('code');
    if (code === null) {
      const reason =
        given('error')
          ?.replace(/[^\w-]/g, '')
          .slice(0, 40) || 'no code';
      throw new WorldError('PermissionDenied', `The issuer did not sign you in: ${reason}.`, AGAIN);
    }
    return this.#exchange(token, code, flow);
  }

  async #exchange(url: string, code: string, flow: Flow): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: flow.redirect,
      client_id: this.#options.clientId,
      code_verifier: flow.verifier,
      resource: flow.resource,
    });
    const answer = await attempt(() => fetchJson(url, undefined, form));
    if (typeof answer.access_token === 'string') return answer.access_token;
    throw new WorldError('PermissionDenied', 'The issuer gave no access token.', AGAIN);
  }

  /** The endpoints of the issuer, fetched once for all that wait. */
  #discover(): Promise<Endpoints> {
    const now = this.#options.date();
    const kept = this.#endpoints;
    if (kept !== undefined && now >= kept.at && now - kept.at < kept.keepMs) return kept.found;
    const found = attempt(() => discoverEndpoints(this.#options.issuer));
    const next = { found, at: now, keepMs: ENDPOINTS_MS };
    this.#endpoints = next;
    found.catch(() => {
      next.keepMs = ENDPOINTS_RETRY_MS;
    });
    return found;
  }
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof DocumentError)) throw thrown;
    if (thrown.status === 400 || thrown.status === 401)
      throw new WorldError('PermissionDenied', 'The issuer did not accept the sign-in.', AGAIN);
    throw unavailable();
  }
}

function unavailable(): WorldError {
  return new WorldError(
    'NotReady',
    'The issuer cannot be used now.',
    'Try again in half a minute, or sign in with a token. "worldwire doctor" says what is wrong.',
  );
}

function random(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
