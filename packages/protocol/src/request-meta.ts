import { type ClientCapabilities, readCapabilities } from './capabilities.js';
import { WireError } from './errors.js';
import type { JsonObject, JsonValue } from './json.js';
import { isId, isObject, type RequestId } from './json-rpc.js';
import { isLogLevel, type LogLevel } from './log-level.js';

const PREFIX = 'io.modelcontextprotocol/';
export const META_VERSION = `${PREFIX}protocolVersion`;
export const META_CAPABILITIES = `${PREFIX}clientCapabilities`;
export const META_CLIENT = `${PREFIX}clientInfo`;
export const META_LOG_LEVEL = `${PREFIX}logLevel`;
export const META_SERVER = `${PREFIX}serverInfo`;
export const META_SUBSCRIPTION = `${PREFIX}subscriptionId`;
export const META_OPERATION_KEY = 'worldwire/operationKey';
export const META_IF_REVISION = 'worldwire/ifRevision';

const NONE: JsonObject = Object.freeze({});

/** The request's `_meta`, or an empty object. */
export function optionalMeta(params: JsonObject): JsonObject {
  const meta = params._meta;
  return isObject(meta) ? meta : NONE;
}

/** The revision a request names for itself, which is what makes it one of the stateless era. */
export function metaVersion(params: JsonObject): JsonValue | undefined {
  return optionalMeta(params)[META_VERSION];
}

/** As the client wrote it: for display and logs, never for decisions. */
export interface ClientInfo {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

/** Enough to know a client by, and no more to keep or to log. */
const LONGEST_NAME = 128;
const NOBODY: ClientInfo = { name: undefined, version: undefined };

export interface RequestMeta {
  readonly capabilities: ClientCapabilities;
  readonly client: ClientInfo;
  readonly logLevel: LogLevel | undefined;
}

/** Reads what a stateless request says of its client. Throws InvalidParams for what is missing or wrong. */
export function readRequestMeta(params: JsonObject): RequestMeta {
  const meta = params._meta;
  if (!isObject(meta))
    throw invalid(`The request needs params._meta with "${META_VERSION}" and "${META_CAPABILITIES}".`);
  if (typeof meta[META_VERSION] !== 'string')
    throw invalid(`params._meta["${META_VERSION}"] must be a string.`);
  const capabilities = readCapabilities(meta[META_CAPABILITIES]);
  if (capabilities === undefined) throw invalid(`params._meta["${META_CAPABILITIES}"] must be an object.`);
  const logLevel = meta[META_LOG_LEVEL];
  if (logLevel !== undefined && !isLogLevel(logLevel)) {
    throw invalid(`params._meta["${META_LOG_LEVEL}"] must be a log level from debug to emergency.`);
  }
  return { capabilities, client: readClientInfo(meta[META_CLIENT]), logLevel };
}

export function readClientInfo(value: JsonValue | undefined): ClientInfo {
  if (!isObject(value)) return NOBODY;
  const { name, version } = value;
  return {
    name: typeof name === 'string' ? name.slice(0, LONGEST_NAME) : undefined,
    version: typeof version === 'string' ? version.slice(0, LONGEST_NAME) : undefined,
  };
}

export function progressToken(params: JsonObject): RequestId | undefined {
  const token = optionalMeta(params).progressToken;
  return isId(token) ? token : undefined;
}

function invalid(message: string): WireError {
  return WireError.of('InvalidParams', message);
}
