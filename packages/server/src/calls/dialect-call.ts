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
import type { ResponseChannel } from '../sessions/response-channel.js';

export const CANCELLED = 'notifications/cancelled';

/** A request to an endpoint with a dialect. Its method is the dialect's or a standard one. */
export class DialectCall {
  /** Undefined for a standard method. */
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

  /** Throws the dialect's error for invalid parameters. */
  canonical(request: Request): Request {
    return this.own === undefined ? request : canonicalMessage(this.own, request);
  }

  result(result: unknown): unknown {
    const say = this.own?.result;
    // Questions and tasks keep their standard form.
    if (say === undefined || (isObject(result) && result.resultType !== undefined)) return result;
    return say(result as JsonValue, this.#params);
  }

  /** The size of an answer that the dialect's document promises. */
  get answerBytes(): number | undefined {
    return this.own?.answerBytes?.(this.#params);
  }

  error(error: WireErrorBody): WireErrorBody {
    return this.dialect.error?.(error) ?? error;
  }

  /** The name of a standard method for the caller: the dialect's name if the request used one. */
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

  /** Sends the end of progress if its begin was sent. */
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

/** Whether the dialect's method maps to no standard method: the kernel answers it alone. */
export function answersAlone(own: DialectMethod | undefined): boolean {
  return own !== undefined && (own.method === undefined || own.method === CANCELLED);
}

/** The standard notification, or undefined where its parameters are invalid. */
export function canonicalNotification(
  own: DialectMethod,
  notification: Notification,
): Notification | undefined {
  try {
    return canonicalMessage(own, notification);
  } catch {
    // A notification gets no error reply.
    return undefined;
  }
}
