import type { ClientCapabilities, ClientInfo, LogLevel, RequestId, Revision } from '@worldwire/protocol';
import type { Principal } from '../policy/principal.js';
import type { Session } from './session.js';

/** The sender of a request, with what its client declared. */
export interface Caller {
  readonly who: Principal;
  readonly revision: Revision;
  readonly capabilities: ClientCapabilities;
  readonly client: ClientInfo;
  /** Minimum severity of log messages to the client. Undefined: none. */
  readonly logLevel: LogLevel | undefined;
  readonly session: Session | undefined;
  /** Cancels another request of the same client, if the transport knows it. */
  cancel?(id: RequestId, reason: string): void;
}
