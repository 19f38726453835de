import {
  type ClientCapabilities,
  canonicalMessage,
  type Dialect,
  type DialectMethod,
  dialectMethod,
  encodeNotification,
  isObject,
  type JsonObject,
  type JsonValue,
  type Notification,
  type NotificationNames,
  type ProgressStep,
  type Request,
  type WireErrorBody,
} from '@worldwire/protocol';
import type { ResponseChannel } from './response-channel.js';

export const CANCELLED = 'notifications/cancelled';

/** One request where a dialect is spoken, be its method the dialect's or a standard one. */
export class DialectCall {
  /** Undefined for a request in standard words. */
  readonly own: DialectMethod | undefined;
  readonly #params: JsonObject;
  #begun = false;

  constructor(
    readonly dialect: Dialect,
    request: Request,
  ) {
    this.own = dialectMethod(dialect, request);
    this.#params = request.params;
  }

  /** Throws what the dialect throws at parameters it cannot read. */
  canonical(request: Request): Request {
    return this.own === undefined ? request : canonicalMessage(this.own, request);
  }

  result(result: unknown): unknown {
    const say = this.own?.result;
    // A question or a task is no result yet, and has its standard form everywhere.
    if (say === undefined || (isObject(result) && result.resultType !== undefined)) return result;
    return say(result as JsonValue, this.#params);
  }

  error(error: WireErrorBody): WireErrorBody {
    return this.dialect.error?.(error) ?? error;
  }

  /** What its caller calls a method: one who used the dialect's word for this one knows its word for that one. */
  nameOf(method: string): string {
    if (this.own === undefined) return method;
    const named = Object.entries(this.dialect.methods).find(([, own]) => own.method === method);
    return named?.[0] ?? method;
  }

  names(capabilities: ClientCapabilities): NotificationNames | undefined {
    return this.dialect.notifications?.(capabilities);
  }

  progressed(channel: ResponseChannel, done: number, total?: number, message?: string): void {
    const kind = this.#begun ? 'report' : 'begin';
    if (this.#notify(channel, { kind, done, total, message })) this.#begun = true;
  }

  /** Says that the work ends, to whoever heard that it began. */
  ended(channel: ResponseChannel): void {
    if (this.#begun) this.#notify(channel, { kind: 'end' });
  }

  #notify(channel: ResponseChannel, step: ProgressStep): boolean {
    const { progress } = this.dialect;
    const token = progress?.token(this.#params);
    if (progress === undefined || token === undefined) return false;
    return channel.send(encodeNotification(progress.notification, progress.params(token, step))) === true;
  }
}

/** Whether no method stands behind it: the kernel and the dialect answer by themselves. */
export function answersAlone(own: DialectMethod | undefined): boolean {
  return own !== undefined && (own.method === undefined || own.method === CANCELLED);
}

/** The canonical notification, or undefined where its parameters cannot be read. */
export function canonicalNotification(
  own: DialectMethod,
  notification: Notification,
): Notification | undefined {
  try {
    return canonicalMessage(own, notification);
  } catch {
    // Nobody waits for an answer to a notification, and one that cannot be read says nothing.
    return undefined;
  }
}
