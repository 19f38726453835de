import { createHash } from 'node:crypto';
import { Mutex } from '@worldwire/server/kit';
import { UnrealError } from '../../port/unreal-error.js';
import { withoutSlashes } from '../../port/unreal-paths.js';
import { type Body, BodyTooLarge, boundedBody } from './bounded-body.js';
import type { EditorLimits } from './editor-settings.js';
import type { Job } from './job.js';

export interface Sending {
  /** A write: when the answer is lost, its outcome is unknown. */
  readonly write?: boolean;
  readonly deadlineMs?: number;
}

export interface Reply extends Body {
  readonly status: number;
}

/** `certain`: no process listens. Otherwise a connection broke, or an answer was late. */
export type NoAnswerListener = (reason: string, certain: boolean) => void;

export interface RemoteControlOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly passphrase?: string | undefined;
  readonly limits: Pick<EditorLimits, 'callMs' | 'bodyBytes'>;
  readonly onNoAnswer: NoAnswerListener;
}

/** Requests to the HTTP server of one editor. `/remote/batch` is not used, because it can crash the editor. */
export class RemoteControl {
  /** Without a slash at the end. */
  readonly base: string;
  readonly #options: RemoteControlOptions;
  readonly #headers: Record<string, string>;
  readonly #large = new Mutex();

  constructor(options: RemoteControlOptions) {
    this.base = baseOf(options.url);
    this.#options = options;
    this.#headers = { 'content-type': 'application/json' };
    if (options.passphrase !== undefined) {
      // The editor compares MD5 digests.
      this.#headers.passphrase = createHash('md5').update(options.passphrase).digest('hex');
    }
  }

  async send(
    job: Job,
    verb: 'GET' | 'PUT',
    path: string,
    sent?: object,
    sending: Sending = {},
  ): Promise<Reply> {
    if (job.signal.aborted) throw job.signal.reason;
    const { fetch, limits, onNoAnswer } = this.#options;
    const { write = false, deadlineMs = limits.callMs } = sending;
    const text = sent === undefined ? {} : { body: JSON.stringify(sent) };
    const wroteBefore = job.wrote;
    const ending = new AbortController();
    const stop = () => ending.abort();
    job.signal.addEventListener('abort', stop, { once: true });
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      ending.abort();
    }, deadlineMs);
    if (write) job.wrote = true;
    try {
      const response = await fetch(this.base + path, {
        method: verb,
        headers: this.#headers,
        ...text,
        redirect: 'manual',
        signal: ending.signal,
      });
      const body = await boundedBody(response, limits.bodyBytes, this.#large, ending.signal);
      if (isRedirect(response)) {
        body.release();
        job.wrote = wroteBefore;
        throw new UnrealError('failed', 'The editor answered with a redirect, which is not followed.');
      }
      if (!response.ok) job.wrote = wroteBefore;
      return { status: response.status, ...body };
    } catch (thrown) {
      if (thrown instanceof UnrealError) throw thrown;
      if (thrown instanceof BodyTooLarge) throw tooLarge(limits.bodyBytes, write);
      if (job.signal.aborted) throw job.signal.reason;
      if (late) {
        const reason = `The editor did not answer within ${deadlineMs} ms.`;
        onNoAnswer(reason, false);
        throw lost('timeout', reason, write);
      }
      const certain = neverArrived(thrown);
      if (certain) job.wrote = wroteBefore;
      const reason = certain
        ? `No editor answers at ${this.base}.`
        : `The connection to the editor broke (${codeOf(thrown)}).`;
      onNoAnswer(reason, certain);
      throw lost('gone', reason, write && !certain);
    } finally {
      clearTimeout(timer);
      job.signal.removeEventListener('abort', stop);
    }
  }
}

function baseOf(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw notAnAddress();
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw notAnAddress();
  return `${url.origin}${withoutSlashes(url.pathname)}`;
}

function notAnAddress(): UnrealError {
  return new UnrealError(
    'invalid',
    'The address of the editor must be an http or https URL without a user name.',
    'Give an address such as "http://127.0.0.1:30010".',
  );
}

function isRedirect({ status, type }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);
}

function lost(kind: 'gone' | 'timeout', reason: string, unsure: boolean): UnrealError {
  if (!unsure) return new UnrealError(kind, reason, 'Try again when get_editor_state reports ready.');
  return new UnrealError(
    kind,
    `${reason} Whether the write was done is unknown.`,
    'Read the current value before you try again.',
    true,
  );
}

function tooLarge(maxBytes: number, unsure: boolean): UnrealError {
  return new UnrealError(
    'failed',
    `The answer of the editor is larger than ${maxBytes} bytes.`,
    'Request less: a narrower folder, a class, one property.',
    unsure,
  );
}

const NEVER_ARRIVED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether the request cannot have reached an editor. */
function neverArrived(thrown: unknown): boolean {
  return NEVER_ARRIVED.has(codeOf(thrown));
}

function codeOf(thrown: unknown): string {
  const { cause, code } = Object(thrown) as { cause?: unknown; code?: unknown };
  const found = (Object(cause) as { code?: unknown }).code ?? code;
  return typeof found === 'string' ? found : 'no code';
}
