import type { IncomingHttpHeaders } from 'node:http';
import {
  canonicalMessage,
  type Dialect,
  decodeHeaderValue,
  dialectMethod,
  findRevision,
  headerMatches,
  META_VERSION,
  metaVersion,
  mirroredName,
  REVISION_2026_07_28,
  type Request,
  unsupportedVersion,
  WireError,
} from '@worldwire/protocol';
import { legible } from '@worldwire/server';
import { type Caller, headerParameterValue, type Kernel, type Principal } from '@worldwire/server/internal';
import { statelessCaller } from '../admission/caller.js';
import type { Mount } from './mount.js';
import { Refusal } from './respond.js';

/** A header value that needs no decoding. */
const PLAIN = /^(?!=\?base64\?)[\x20-\x7e]*$/;

/**
 * The caller of a request of the stateless era, or its refusal. The checks have the order of the specification:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function statelessRequest(
  request: Request,
  headers: IncomingHttpHeaders,
  { kernel, dialect }: Mount,
  who: Principal,
): Caller | Refusal {
  const version = single(headers['mcp-protocol-version']);
  if (version === undefined)
    return mismatch(`The header MCP-Protocol-Version is missing. ${whatToSend(request)}`);
  const caller = statelessCaller(request, who, version);
  if (caller instanceof WireError) return new Refusal(400, caller);
  const { revision } = caller;
  const method = single(headers['mcp-method']);
  if (method !== request.method) {
    const problem = method === undefined ? 'is missing' : 'differs from the method in the body';
    return mismatch(`The header Mcp-Method ${problem}. Send "Mcp-Method: ${legible(request.method, 128)}".`);
  }
  if (!kernel.serves(request, revision, dialect)) {
    return new Refusal(404, kernel.notFound(request.method, revision));
  }
  const canonical = canonicalRequest(request, dialect);
  const refusal = canonical && (checkName(canonical, headers) ?? checkParameters(canonical, headers, kernel));
  return refusal ?? caller;
}

/**
 * The request with its canonical method and parameters, which the headers mirror. Undefined if they are invalid: the
 * kernel then refuses the request in the form of the dialect.
 */
function canonicalRequest(request: Request, dialect: Dialect | undefined): Request | undefined {
  const own = dialectMethod(dialect, request);
  if (own?.when === undefined) return request;
  try {
    return canonicalMessage(own, request);
  } catch {
    return undefined;
  }
}

function checkName(request: Request, headers: IncomingHttpHeaders): Refusal | undefined {
  const name = mirroredName(request.method, request.params);
  if (name === undefined) return undefined;
  const header = single(headers['mcp-name']);
  if (header === undefined) {
    return mismatch('The header Mcp-Name is missing. Send it with the name, URI or task id of the body.');
  }
  if (header === name.value && PLAIN.test(header)) return undefined;
  const decoded = decodeHeaderValue(header);
  if (!decoded.ok) return mismatch(`The header Mcp-Name cannot be read: ${decoded.reason}`);
  return decoded.value === name.value
    ? undefined
    : mismatch('The header Mcp-Name differs from the name in the body.');
}

function checkParameters(
  request: Request,
  headers: IncomingHttpHeaders,
  kernel: Kernel,
): Refusal | undefined {
  if (request.method !== 'tools/call') return undefined;
  const parameters = kernel.tool(request.params.name)?.headers;
  if (parameters === undefined || parameters.length === 0) return undefined;
  for (const parameter of parameters) {
    const args = request.params.arguments;
    const value =
      typeof args === 'object' && args !== null && !Array.isArray(args)
        ? headerParameterValue(parameter, args)
        : undefined;
    const header = single(headers[parameter.header]);
    if (value === undefined) {
      if (header === undefined) continue;
      return mismatch(
        `The header ${parameter.header} is set, but the body has no argument ${parameter.path.join('.')}.`,
      );
    }
    if (header === undefined) {
      const path = parameter.path.join('.');
      return mismatch(
        `The header ${parameter.header} is missing. Send it with the value of the argument ${path}.`,
      );
    }
    // A value of another type is refused by the tool's schema.
    if (typeof value === 'object') continue;
    if (!headerMatches(header, value))
      return mismatch(`The header ${parameter.header} differs from the argument in the body.`);
  }
  return undefined;
}

/** Without the header a request may be meant for either era. */
function whatToSend({ params }: Request): string {
  const named = metaVersion(params);
  if (typeof named === 'string' && findRevision(named)?.era === 'request') {
    return `Send "MCP-Protocol-Version: ${named}", as params._meta says.`;
  }
  const header = `"MCP-Protocol-Version: ${REVISION_2026_07_28.id}"`;
  return `Send ${header} and name that revision in params._meta["${META_VERSION}"]; or, for an older revision, send initialize first and then the Mcp-Session-Id of its response.`;
}

function mismatch(message: string): Refusal {
  return Refusal.of(400, 'HeaderMismatch', `Header mismatch: ${message}`);
}

/** Refuses an unknown revision in the header. A missing header is allowed. */
export function checkRevision(headers: IncomingHttpHeaders): Refusal | undefined {
  const version = single(headers['mcp-protocol-version']);
  return version === undefined || findRevision(version) !== undefined ? undefined : unsupported(version);
}

function unsupported(requested: string): Refusal {
  return new Refusal(400, unsupportedVersion(requested));
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
