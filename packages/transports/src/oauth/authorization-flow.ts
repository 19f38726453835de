import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { WorldError } from '@worldwire/server';
import { DocumentError, fetchJson } from './fetch-json.js';
import { discoverEndpoints, type Endpoints } from './issuer-metadata.js';

const SECRET_BYTES = 32;
/** A state is the time of its begin, random bytes, and a code over both and the secret of the browser. */
const TIME_BYTES = 6;
const SALT_BYTES = 10;
const MAC_BYTES = 16;
const STATE_BYTES = TIME_BYTES + SALT_BYTES + MAC_BYTES;
const SECRET = /^[\w-]{43}$/;
/** How long a person may take on the pages of the issuer. */
export const FLOW_MS = 10 * 60_000;
/** Sign-ins that were finished. The issuer does not accept the code of an older one again either. */
const MAX_FINISHED = 1_000;
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

/** Where a sign-in comes back to, and what its token is for. They are the same when it begins and when it is finished. */
export interface FlowPlace {
  readonly redirect: string;
  readonly resource: string;
}

/**
 * Signs a person in at the issuer: the authorization code flow with PKCE. The server exchanges the code, not the browser. It keeps
 * nothing of a sign-in that has begun, because clients without a credential begin them: a further one ends no other.
 */
export class AuthorizationFlow {
  readonly #options: FlowOptions;
  readonly #key = randomBytes(SECRET_BYTES);
  /** Digests of states, with the times of their begins. */
  readonly #finished = new Map<string, number>();
  #endpoints: { readonly found: Promise<Endpoints>; readonly at: number; keepMs: number } | undefined;

  constructor(options: FlowOptions) {
    this.#options = options;
  }

  /**
   * The address at the issuer to go to, and the secret that the browser must bring back. `known` is the secret that it has already:
   * its other sign-ins stay valid.
   */
  async begin(
    redirect: string,
    resource: string,
    known?: string,
  ): Promise<{ readonly url: string; readonly secret: string }> {
    const { clientId, scopes } = this.#options;
    const { authorization } = await this.#discover();
    const secret =
      known !== undefined && SECRET.test(known) ? known : randomBytes(SECRET_BYTES).toString('base64url');
    const state = this.#newState({ redirect, resource }, secret);
    const url = new URL(authorization);
    const parameters = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect,
      scope: scopes.join(' '),
      state,
      code_challenge: createHash('sha256').update(this.#verifierOf(state)).digest('base64url'),
      code_challenge_method: 'S256',
      resource,
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, secret };
  }

  /**
   * The access token of a person who came back from the issuer. Throws a `WorldError`. A flow can be finished once; what does not
   * belong to one changes nothing.
   */
  async finish(
    secrets: readonly string[],
    place: FlowPlace,
    given: (name: string) => string | null,
  ): Promise<string> {
    const state = given('state') ?? '';
    const begunAt = this.#begunAt(state, place, secrets);
    if (begunAt === undefined || this.#finished.has(state)) {
      const message = 'This sign-in was not begun in this browser, or it took too long.';
      throw new WorldError('PermissionDenied', message, AGAIN);
    }
    this.#finish(state, begunAt);
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
    return this.#exchange(token, code, place, this.#verifierOf(state));
  }

  #newState(place: FlowPlace, secret: string): string {
    const time = Buffer.alloc(TIME_BYTES);
    time.writeUIntBE(this.#options.date(), 0, TIME_BYTES);
    const begin = Buffer.concat([time, randomBytes(SALT_BYTES)]);
    return Buffer.concat([begin, this.#macOf(begin, place, secret)]).toString('base64url');
  }

  /** When the sign-in of a state began. Undefined if it is not one of these browsers at this place, or took too long. */
  #begunAt(state: string, place: FlowPlace, secrets: readonly string[]): number | undefined {
    const bytes = Buffer.from(state, 'base64url');
    // Base64url has more than one text for some bytes: a state is finished once.
    if (bytes.length !== STATE_BYTES || bytes.toString('base64url') !== state) return undefined;
    const begin = bytes.subarray(0, -MAC_BYTES);
    const mac = bytes.subarray(-MAC_BYTES);
    if (!secrets.some(secret => timingSafeEqual(mac, this.#macOf(begin, place, secret)))) return undefined;
    const at = begin.readUIntBE(0, TIME_BYTES);
    const age = this.#options.date() - at;
    return age >= 0 && age < FLOW_MS ? at : undefined;
  }

  #finish(state: string, begunAt: number): void {
    for (const [old, at] of this.#finished) {
      if (this.#finished.size < MAX_FINISHED && this.#options.date() - at < FLOW_MS) break;
      this.#finished.delete(old);
    }
    this.#finished.set(state, begunAt);
  }

  #macOf(begin: Buffer, { redirect, resource }: FlowPlace, secret: string): Buffer {
    const text = JSON.stringify(['state', begin.toString('hex'), redirect, resource, secret]);
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, MAC_BYTES);
  }

  /** It never leaves the server, and follows from the state. */
  #verifierOf(state: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify(['verifier', state]))
      .digest('base64url');
  }

  async #exchange(
    url: string,
    code: string,
    { redirect, resource }: FlowPlace,
    verifier: string,
  ): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirect,
      client_id: this.#options.clientId,
      code_verifier: verifier,
      resource,
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
