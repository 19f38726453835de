export { ByteBuffer } from './byte-buffer.js';
export {
  type ClientCapabilities,
  declaresTasks,
  missingCapabilities,
  readCapabilities,
  SKILLS_EXTENSION,
  TASKS_EXTENSION,
} from './capabilities.js';
export type {
  ContentBlock,
  Icon,
  ResourceAnnotations,
  ResourceContents,
  ToolAnnotations,
} from './content-block.js';
export {
  canonicalMessage,
  type Dialect,
  type DialectMethod,
  type DialectProgress,
  defineDialect,
  dialectMethod,
  type NotificationNames,
  type ProgressStep,
} from './dialect.js';
export { ERRORS, type ErrorName, WireError } from './errors.js';
export { FrameDecoder, type FrameEvent } from './frame-decoder.js';
export { encodeFrame } from './frame-encoder.js';
export {
  type ByteStream,
  FramesClient,
  type FramesClientOptions,
  type FramesSignal,
  type NotificationListener,
  type RequestHandler,
  type RequestOptions,
} from './frames-client.js';
export { FramesError, type FramesErrorCode } from './frames-error.js';
export { after, requireTimeout } from './frames-timer.js';
export { FRAMINGS, type Framing, type FramingName, type MessageDecoder } from './framing.js';
export { decodeHeaderValue, encodeHeaderValue, headerMatches } from './header-value.js';
export { type JsonLimits, type JsonObject, type JsonParse, type JsonValue, parseJson } from './json.js';
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
} from './json-rpc.js';
export { LineDecoder, type LineEvent } from './line-decoder.js';
export { isLogLevel, LOG_LEVELS, type LogLevel, passesLevel } from './log-level.js';
export { mirroredName } from './name-header.js';
export { ownText } from './own-text.js';
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
} from './request-meta.js';
export type { Revision, RevisionId } from './revision.js';
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
export { SseDecoder, type SseEvent } from './sse-decoder.js';
export { encodeSse, encodeSseComment } from './sse-encoder.js';
