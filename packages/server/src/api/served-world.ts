import type { Dialect, Request } from '@worldwire/protocol';
import type { WebFeed, WebRoute } from './web.js';
import type { World } from './world.js';

/**
 * A world and what its endpoint serves beside MCP. Only `world` is required.
 *
 * @example
 * const garden: ServedWorld = { world: defineWorld({ name: 'garden', version: '1.0.0' }), routes: [statusPage] };
 */
export interface ServedWorld {
  readonly world: World;
  /** Method names and envelopes of another specification. */
  readonly dialect?: Dialect;
  /** HTTP routes of its own. */
  readonly routes?: readonly WebRoute[];
  /** Further paths for MCP, beside `/mcp` and `/sse`. */
  readonly aliases?: readonly string[];
  readonly hooks?: EndpointHooks;
  /** Whether the world has write settings that clients may change under `--allow remote-config`. */
  readonly hasRemoteConfig?: true;
  /** Why the world cannot answer now, or undefined when it can. */
  notReady?(): string | undefined | Promise<string | undefined>;
  /** Called when the endpoint listens. The function that it returns is called when the endpoint closes. */
  listening?(place: { readonly origin: string; readonly port: number }): Promise<() => Promise<void>>;
}

/** Where a specification extends the MCP endpoint. */
export interface EndpointHooks {
  /**
   * Limit of concurrent requests of all clients, and the message of the refusal. One principal has its share of them. Subscriptions, and
   * calls that wait (`Context.waiting`), do not count.
   */
  readonly parallel?: { readonly max: number; readonly message: string };
  /** Answers a request with a feed instead of a reply. */
  feed?(request: Request, principal: string): WebFeed | undefined;
  /** Answers a GET for an event stream without a session. */
  stream?(principal: string): WebFeed;
  /** Called with every reply that is sent, refusals included. The principal is empty for unauthenticated clients. */
  replied?(reply: Reply, principal: string): void;
}

/** An encoded JSON-RPC response. */
export interface Reply {
  /** The whole message as JSON. */
  readonly text: string;
  /** The error code, or undefined for a result. */
  readonly code: number | undefined;
  /** The HTTP status, where a dialect defines one. */
  readonly status?: number;
}
