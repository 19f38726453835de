import type { EngineEvent } from '../engine.js';
import { EngineError, type EngineErrorKind } from '../engine-error.js';

const KINDS: readonly string[] = ['unsupported', 'invalid', 'not-found', 'not-ready', 'timeout', 'failed'];
const LEVELS: readonly string[] = ['info', 'warning', 'error'];
const STATUSES: readonly string[] = ['loading', 'ready', 'throttled'];
const METHOD_NOT_FOUND = -32601;

type Fields = Readonly<Record<string, unknown>>;

/** What a bridge says: an answer, something that happened, or how it is. */
export type LinkMessage =
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: EngineError }
  | { readonly kind: 'event'; readonly event: EngineEvent }
  | {
      readonly kind: 'state';
      readonly status: 'loading' | 'ready' | 'throttled';
      readonly reason: string | undefined;
    };

/** Reads a message of a bridge; undefined of one that means nothing to us. */
export function readLinkMessage(value: unknown, now: () => Date): LinkMessage | undefined {
  const message = fields(value);
  if (typeof message.id === 'number' && message.method === undefined) {
    const { id } = message;
    if (message.error !== undefined) return { kind: 'refusal', id, error: readError(fields(message.error)) };
    return 'result' in message ? { kind: 'answer', id, result: message.result } : undefined;
  }
  if (message.method === 'engine.state') return readState(fields(message.params));
  if (message.method === 'engine.event') return readEvent(fields(message.params), now);
  return undefined;
}

function readError({ code, message, data }: Fields): EngineError {
  const { kind, hint } = fields(data);
  const known = typeof kind === 'string' && KINDS.includes(kind) ? (kind as EngineErrorKind) : undefined;
  const words = typeof message === 'string' && message !== '' ? message : 'the engine gave no reason';
  const otherwise = code === METHOD_NOT_FOUND ? 'unsupported' : 'failed';
  return new EngineError(known ?? otherwise, words, typeof hint === 'string' ? hint : undefined);
}

function readState({ status, reason }: Fields): LinkMessage | undefined {
  if (typeof status !== 'string' || !STATUSES.includes(status)) return undefined;
  return {
    kind: 'state',
    status: status as 'loading' | 'ready' | 'throttled',
    reason: typeof reason === 'string' ? reason : undefined,
  };
}

function readEvent(params: Fields, now: () => Date): LinkMessage | undefined {
  switch (params.kind) {
    case 'log': {
      const { level, message, source, at } = params;
      const event: EngineEvent = {
        kind: 'log',
        level: typeof level === 'string' && LEVELS.includes(level) ? (level as 'info') : 'info',
        message: String(message ?? ''),
        source: typeof source === 'string' ? source : 'engine',
        at: typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? at : now().toISOString(),
      };
      return { kind: 'event', event };
    }
    case 'scenes': {
      const event: EngineEvent = {
        kind: 'scenes',
        added: texts(params.added),
        removed: texts(params.removed),
      };
      return { kind: 'event', event };
    }
    case 'destroyed':
      return { kind: 'event', event: { kind: 'destroyed', ids: texts(params.ids) } };
    default:
      return undefined;
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
