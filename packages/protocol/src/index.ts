export { ByteBuffer } from './codecs/byte-buffer.js';
export { FrameDecoder, type FrameEvent } from './codecs/frame-decoder.js';
export { encodeFrame } from './codecs/frame-encoder.js';
export { FRAMINGS, type Framing, type FramingName, type MessageDecoder } from './codecs/framing.js';
export { LineDecoder, type LineEvent } from './codecs/line-decoder.js';
export { SseDecoder, type SseEvent } from './codecs/sse-decoder.js';
export { encodeSse, encodeSseComment } from './codecs/sse-encoder.js';
export {
  type ByteStream,
  FramesClient,
  type FramesClientOptions,
  type FramesSignal,
  type NotificationListener,
  type RequestHandler,
  type RequestOptions,
} from './frames/frames-client.js';
export { FramesError, type FramesErrorCode } from './frames/frames-error.js';
export { after, requireTimeout } from './frames/frames-timer.js';
export { callerName, type NamedCaller } from './messages/caller-name.js';
export {
  APP_MIME_TYPE,
  APPS_EXTENSION,
  type ClientCapabilities,
  declaresApps,
  declaresTasks,
  missingCapabilities,
  readCapabilities,
  SKILLS_EXTENSION,
  TASKS_EXTENSION,
} from './messages/capabilities.js';
export type {
  ContentBlock,
  Icon,
  ResourceAnnotations,
  ResourceContents,
  ToolAnnotations,
} from './messages/content-block.js';
export { ERRORS, type ErrorName, WireError } from './messages/errors.js';
export {
  encodeError,
  encodeNotification,
  encodeRequest,
  encodeResult,
  type IdNumbers,
  type Invalid,
  isId,
  isObject,
  type Message,
  type Notification,
  type Request,
  type RequestId,
  type Response,
  readMessage,
  type WireErrorBody,
} from './messages/json-rpc.js';
export { isLogLevel, LOG_LEVELS, type LogLevel, passesLevel } from './messages/log-level.js';
export { mirroredName } from './messages/name-header.js';
export {
  type ClientInfo,
  keepClientInfo,
  META_CAPABILITIES,
  META_CLIENT,
  META_IF_REVISION,
  META_LOG_LEVEL,
  META_OPERATION_KEY,
  META_SERVER,
  META_SUBSCRIPTION,
  META_VERSION,
  metaVersion,
  optionalMeta,
  progressToken,
  type RequestMeta,
  readClientInfo,
  readRequestMeta,
  requireKnownMeta,
} from './messages/request-meta.js';
export {
  canonicalMessage,
  type Dialect,
  type DialectMethod,
  type DialectProgress,
  defineDialect,
  dialectMethod,
  type NotificationNames,
  type ProgressStep,
} from './revisions/dialect.js';
export {
  findRevision,
  negotiateSession,
  REVISION_2024_11_05,
  REVISION_2025_03_26,
  REVISION_2025_06_18,
  REVISION_2025_11_25,
  REVISION_2026_07_28,
  REVISION_IDS,
  REVISIONS,
  unsupportedVersion,
} from './revisions/index.js';
export type { Revision, RevisionId } from './revisions/revision.js';
export { decodeHeaderValue, encodeHeaderValue, headerMatches } from './text/header-value.js';
export { type JsonLimits, type JsonObject, type JsonParse, type JsonValue, parseJson } from './text/json.js';
export { type JsonStepLimits, parseJsonSteps } from './text/json-steps.js';
export { ownText } from './text/own-text.js';
