import type { JsonObject, JsonValue } from '../text/json.js';
import { ownText } from '../text/own-text.js';
import { type ClientCapabilities, readCapabilities } from './capabilities.js';
import { WireError } from './errors.js';
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

/** The revision in `_meta`. A request that has one is of the stateless era (2026-07-28). */
export function metaVersion(params: JsonObject): JsonValue | undefined {
  return optionalMeta(params)[META_VERSION];
}

const OWN_PREFIX = 'worldwire/';
const OWN_KEYS: readonly string[] = [META_OPERATION_KEY, META_IF_REVISION];

/** Throws InvalidParams for an unknown `worldwire/` key: a misspelt guard would otherwise guard nothing. */
export function requireKnownMeta(params: JsonObject): void {
  const meta = params._meta;
  if (meta === undefined || !isObject(meta)) return;
  for (const key in meta) {
    if (!key.startsWith(OWN_PREFIX) || OWN_KEYS.includes(key)) continue;
    throw invalid(`params._meta has the unknown key "${key.slice(0, 64)}". Known: ${OWN_KEYS.join(', ')}.`);
  }
}

/** For display and logs, never for decisions. */
export interface ClientInfo {
  readonly name: string | undefined;
  readonly version: string | undefined;
}

const MAX_NAME_CHARACTERS = 256;
const UNKNOWN_CLIENT: ClientInfo = { name: undefined, version: undefined };

export interface RequestMeta {
  readonly capabilities: ClientCapabilities;
  readonly client: ClientInfo;
  readonly logLevel: LogLevel | undefined;
}

/** Reads the client's `_meta` of a stateless request. Throws InvalidParams for missing or invalid members. */
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

/** Reads `clientInfo`. Throws InvalidParams for a name or version that is too long. */
export function readClientInfo(value: JsonValue | undefined): ClientInfo {
  if (!isObject(value)) return UNKNOWN_CLIENT;
  return { name: readName(value, 'name'), version: readName(value, 'version') };
}

/** The same with copied texts, for a session: a part of the message keeps the whole message in memory. */
export function keepClientInfo({ name, version }: ClientInfo): ClientInfo {
  return {
    name: name === undefined ? undefined : ownText(name),
    version: version === undefined ? undefined : ownText(version),
  };
}

function readName(client: JsonObject, member: 'name' | 'version'): string | undefined {
  const text = client[member];
  if (typeof text !== 'string') return undefined;
  if (text.length <= MAX_NAME_CHARACTERS) return text;
  throw invalid(
    `clientInfo.${member} has ${text.length} characters. It may have ${MAX_NAME_CHARACTERS} at most: send a shorter one.`,
  );
}

export function progressToken(params: JsonObject): RequestId | undefined {
  const token = optionalMeta(params).progressToken;
  return isId(token) ? token : undefined;
}

function invalid(message: string): WireError {
  return WireError.of('InvalidParams', message);
}
