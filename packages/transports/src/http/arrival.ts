import type { IncomingHttpHeaders } from 'node:http';
import { REVISION_2026_07_28, type Request, type RequestId, WireError } from '@worldwire/protocol';
import type { Log } from '@worldwire/server';
import type { Caller, Principal, Session } from '@worldwire/server/internal';
import type { ArrivedBody } from './body.js';
import { type Accepted, readAccept } from './edge-checks.js';
import { Exchange, type ExchangeContext } from './exchange.js';
import type { HttpResponse } from './http-response.js';
import type { Mount } from './mount.js';
import type { OAuthGate } from './oauth-gate.js';
import type { Account, Quotas } from './quotas.js';
import { refuseMessage } from './refuse-message.js';
import { Refusal } from './respond.js';

export interface PostContext extends ExchangeContext {
  readonly mount: Mount;
  readonly quotas: Quotas;
  readonly oauth: OAuthGate | undefined;
  readonly log: Log;
}

/** One POST of MCP, admitted by the guard. A class rather than a spread of its parts: one is made for every request. */
export class Arrival {
  readonly accepted: Accepted;
  readonly account: Account;

  constructor(
    readonly context: PostContext,
    readonly headers: IncomingHttpHeaders,
    readonly response: HttpResponse,
    readonly who: Principal,
    readonly body: ArrivedBody,
  ) {
    this.accepted = readAccept(headers.accept);
    this.account = context.quotas.of(who.name);
  }

  get mount(): Mount {
    return this.context.mount;
  }

  /** The revision that the client names in a header. */
  get version(): string | undefined {
    const version = this.headers['mcp-protocol-version'];
    return typeof version === 'string' ? version : undefined;
  }

  get hasSessionId(): boolean {
    return this.headers['mcp-session-id'] !== undefined;
  }

  /** The session of a message that is not `initialize`. */
  findSession(): Session | Refusal {
    return findSession(this.mount, this.headers, this.who);
  }

  open(caller: Caller, id: RequestId | null, lasting = false): Exchange {
    return new Exchange(this.response, this.accepted, caller, this.context, lasting, id);
  }

  /**
   * Whether the scopes of an OAuth token do not suffice for the request. The response then names those that do. The kernel
   * refuses the request, and records that.
   */
  lacksScope(request: Request): boolean {
    const { oauth } = this.context;
    if (oauth === undefined || this.who.origin !== 'oauth') return false;
    const { kernel, dialect } = this.mount;
    return oauth.challenge(this.response, this.who, kernel.missingRight(request, this.who, dialect));
  }

  refuse(refusal: Refusal, message?: { readonly id: RequestId | undefined }): void {
    const noId = this.version === REVISION_2026_07_28.id ? undefined : null;
    refuseMessage(this.mount, this.response, refusal, message?.id ?? noId);
  }
}

/** The session that the header names. A session of another principal counts as unknown. */
export function findSession(
  { kernel, dialect }: Mount,
  headers: IncomingHttpHeaders,
  who: Principal,
): Session | Refusal {
  const id = headers['mcp-session-id'];
  if (typeof id !== 'string') {
    // The same status as for an unknown one, on which clients initialize again.
    const message = 'The header Mcp-Session-Id is missing. Send initialize first; its response has it.';
    return Refusal.of(404, 'InvalidRequest', message);
  }
  try {
    // One answer for every id that is not valid, whatever the reason.
    const unknown = 'Unknown session. Send initialize without Mcp-Session-Id to open a new one.';
    return kernel.findSession(id, who, dialect) ?? Refusal.of(404, 'InvalidRequest', unknown);
  } catch (thrown) {
    if (!(thrown instanceof WireError)) throw thrown;
    return new Refusal(503, thrown, { 'retry-after': '10' });
  }
}
