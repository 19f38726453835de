import {
  Client,
  type FetchLike,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Browser } from './browser.js';

const REDIRECT = 'http://127.0.0.1:1/callback';

/** Stores what the official client gives it, and opens the browser. Everything else is the client's work. */
class Store implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: 'worldwire test',
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  callback: URLSearchParams | undefined;
  /** The scopes of each authorization request. */
  readonly asked: (string | null)[] = [];
  readonly issued: string[] = [];
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor(readonly browser: Browser) {}

  clientInformation() {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens() {
    return this.#tokens;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
    this.issued.push(tokens.access_token);
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    this.asked.push(url.searchParams.get('scope'));
    this.callback = await this.browser.authorize(url, REDIRECT);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState() {
    return this.#discovery;
  }

  codeVerifier(): string {
    return this.#verifier;
  }
}

/** The official client 2.x with a person who signs in and consents. */
export class OAuthClient {
  readonly #store: Store;
  readonly #url: URL;
  readonly #fetch: FetchLike;
  readonly #options: object;
  client: Client;
  #transport: StreamableHTTPClientTransport;

  constructor(url: string, login: string, revision: string, fetchLike: FetchLike = fetch) {
    this.#url = new URL(url);
    this.#store = new Store(new Browser(login));
    this.#fetch = fetchLike;
    this.#options = {
      versionNegotiation: { mode: revision === '2026-07-28' ? { pin: revision } : 'legacy' },
    };
    this.client = this.#newClient();
    this.#transport = this.#newTransport();
  }

  get asked(): readonly (string | null)[] {
    return this.#store.asked;
  }

  /** All access tokens so far. */
  get issued(): readonly string[] {
    return this.#store.issued;
  }

  async connect(): Promise<void> {
    await this.#authorized(async () => {
      this.client = this.#newClient();
      this.#transport = this.#newTransport();
      await this.client.connect(this.#transport);
    });
  }

  call(name: string, args: Record<string, unknown> = {}) {
    return this.#authorized(() => this.client.callTool({ name, arguments: args }));
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** After a redirect, the client takes the callback and the request is repeated: as every application does. */
  async #authorized<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await request();
    } catch (thrown) {
      const { callback } = this.#store;
      if (!(thrown instanceof UnauthorizedError) || callback === undefined) throw thrown;
      this.#store.callback = undefined;
      await this.#transport.finishAuth(callback);
      return await request();
    }
  }

  #newClient(): Client {
    return new Client({ name: 'oauth-test', version: '1' }, this.#options);
  }

  #newTransport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.#url, { authProvider: this.#store, fetch: this.#fetch });
  }
}
