import type { JsonValue } from '../text/json.js';
import type { WireErrorBody } from './json-rpc.js';

interface ErrorEntry {
  readonly code: number;
  readonly meaning: string;
}

/** All error codes of the protocol. A test compares them with docs/errors.md. */
export const ERRORS = {
  ParseError: { code: -32700, meaning: 'The body is not JSON, or breaks a limit on JSON.' },
  InvalidRequest: { code: -32600, meaning: 'The JSON is not a JSON-RPC 2.0 message that may stand here.' },
  MethodNotFound: {
    code: -32601,
    meaning: 'The revision in use has no such method, or the world does not serve it.',
  },
  InvalidParams: {
    code: -32602,
    meaning: 'A parameter is missing, of the wrong type, or names nothing that exists.',
  },
  InternalError: {
    code: -32603,
    meaning: 'The server failed; the details are in its log, never in the reply.',
  },
  ResourceNotFound: { code: -32002, meaning: 'No resource has this URI (revisions before 2026-07-28).' },
  HeaderMismatch: { code: -32020, meaning: 'An HTTP header is missing or does not say what the body says.' },
  MissingClientCapability: {
    code: -32021,
    meaning: 'The client did not declare a capability the request needs.',
  },
  UnsupportedVersion: { code: -32022, meaning: 'The server does not speak the revision asked for.' },
  AuthenticationFailed: { code: 1000, meaning: 'The frames wire refused the credential.' },
  HealthCheckFailed: { code: 1001, meaning: 'A served world is not ready.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof ERRORS;

/** An error that is sent to the client as it is. Other errors become InternalError. */
export class WireError extends Error {
  override readonly name = 'WireError';
  constructor(
    readonly code: number,
    message: string,
    readonly data?: JsonValue,
  ) {
    super(message);
  }

  get body(): WireErrorBody {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }

  static of(name: ErrorName, message: string, data?: JsonValue): WireError {
    return new WireError(ERRORS[name].code, message, data);
  }
}
