import type { EngineEvent } from '../port/engine.js';
import { EngineError, type EngineErrorKind } from '../port/engine-error.js';
import { legible, legibleLines } from '../text/legible.js';
import { objectId, sceneId } from './common-shapes.js';
import { MAX_FILE, readProblem } from './read-problem.js';
import { listOf, matching, optional, record, type Shape, text } from './shape.js';

const KINDS: readonly string[] = ['unsupported', 'invalid', 'not-found', 'not-ready', 'timeout', 'failed'];
const LEVELS: readonly string[] = ['info', 'warning', 'error'];
const STATUSES: readonly string[] = ['loading', 'ready', 'throttled'];
const METHOD_NOT_FOUND = -32601;
/** Characters of a message, a hint or a log line. */
const MAX_TEXT = 4_000;
const MAX_SOURCE = 256;
/** Characters of the data of an event of the game, as JSON. */
const MAX_EVENT_DATA = 16 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** A message of a bridge. */
export type LinkMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: EngineError }
  | { readonly kind: 'event'; readonly event: EngineEvent }
  /** What the game registers, as it came. */
  | { readonly kind: 'offers'; readonly params: Fields }
  | {
      readonly kind: 'state';
      readonly status: 'loading' | 'ready' | 'throttled';
      readonly reason: string | undefined;
    };

interface ScenesParams {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
}
interface CheckedParams {
  readonly files: readonly string[];
}
interface DestroyedParams {
  readonly ids: readonly string[];
}

const scenes = optional(listOf(sceneId));
const ownName = matching(/^[A-Za-z0-9_-]{1,48}$/, 'have 1 to 48 letters, digits, "_" or "-"');
/** Required fields of events. The other fields of a log line have defaults. */
const EVENTS: ReadonlyMap<unknown, Shape<object>> = new Map<unknown, Shape<object>>([
  ['log', record<{ message: string }>({ message: text })],
  ['checked', record<CheckedParams>({ files: listOf(text) })],
  ['scenes', record<ScenesParams>({ added: scenes, removed: scenes })],
  ['destroyed', record<DestroyedParams>({ ids: listOf(objectId) })],
  ['own', record<{ name: string; data: unknown }>({ name: ownName, data: eventData })],
]);

/** Reads a message of a bridge; undefined for an unknown one. */
export function readLinkMessage(value: unknown, now: () => Date): LinkMessage | undefined {
  const message = fields(value);
  if (typeof message.id === 'number' && message.method === undefined) {
    const { id, error = null } = message;
    if (error !== null) return { kind: 'error', id, error: readError(fields(error)) };
    return { kind: 'answer', id, result: message.result };
  }
  if (message.method === 'engine.state') return readState(fields(message.params));
  if (message.method === 'engine.event') return readEvent(fields(message.params), now);
  if (message.method === 'engine.offers') return { kind: 'offers', params: fields(message.params) };
  return undefined;
}

function readError({ code, message, data }: Fields): EngineError {
  const { kind, hint } = fields(data);
  const known = typeof kind === 'string' && KINDS.includes(kind) ? (kind as EngineErrorKind) : undefined;
  const otherwise = code === METHOD_NOT_FOUND ? 'unsupported' : 'failed';
  return new EngineError(known ?? otherwise, textOf(message) ?? 'the engine gave no reason', textOf(hint));
}

function readState({ status, reason }: Fields): LinkMessage | undefined {
  if (typeof status !== 'string' || !STATUSES.includes(status)) return undefined;
  const shown = textOf(reason) ?? (status === 'loading' ? 'the engine is loading' : undefined);
  return { kind: 'state', status: status as 'loading' | 'ready' | 'throttled', reason: shown };
}

/** An invalid event becomes a warning in the log, for the author of the bridge. */
function readEvent(params: Fields, now: () => Date): LinkMessage | undefined {
  const fault = EVENTS.get(params.kind)?.(params);
  if (fault !== undefined) {
    const message = `the bridge sent an invalid "${params.kind}" event: params${fault}`;
    return { kind: 'event', event: linkWarning(message, now) };
  }
  switch (params.kind) {
    case 'log': {
      const { level, message, source, at } = params;
      const time = typeof at === 'string' ? Date.parse(at) : Number.NaN;
      const problem = readProblem(params.problem);
      const event: EngineEvent = {
        kind: 'log',
        level: typeof level === 'string' && LEVELS.includes(level) ? (level as 'info') : 'info',
        message: legibleLines(message as string, MAX_TEXT),
        source: typeof source === 'string' ? legible(source, MAX_SOURCE) : 'engine',
        at: (Number.isNaN(time) ? now() : new Date(time)).toISOString(),
        ...(problem !== undefined && { problem }),
      };
      return { kind: 'event', event };
    }
    case 'checked': {
      const { files } = params as unknown as CheckedParams;
      return { kind: 'event', event: { kind: 'checked', files: files.map(file => legible(file, MAX_FILE)) } };
    }
    case 'scenes': {
      const { added = [], removed = [] } = params as ScenesParams;
      return { kind: 'event', event: { kind: 'scenes', added, removed } };
    }
    case 'destroyed': {
      const { ids } = params as unknown as DestroyedParams;
      return { kind: 'event', event: { kind: 'destroyed', ids } };
    }
    case 'own': {
      const { name, data } = params as { readonly name: string; readonly data?: unknown };
      return { kind: 'event', event: { kind: 'own', name, ...(data !== undefined && { data }) } };
    }
    default:
      return undefined;
  }
}

/** A log line of the link itself, about a bridge. */
export function linkWarning(message: string, now: () => Date): EngineEvent {
  return { kind: 'log', level: 'warning', message, source: 'link', at: now().toISOString() };
}

/** A function declaration, because the table above uses it. */
function eventData(data: unknown): string | undefined {
  if (data === undefined) return undefined;
  const { length } = JSON.stringify(data);
  return length > MAX_EVENT_DATA
    ? ` has ${length} characters as JSON and must have ${MAX_EVENT_DATA} at most`
    : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? legibleLines(value, MAX_TEXT) : undefined;
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
