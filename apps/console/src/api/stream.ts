import { type Signal, signal } from '@preact/signals';
import { SseDecoder } from '@worldwire/protocol';
import { RequestFailed, request } from './http.js';

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 15_000;
const MAX_EVENT_BYTES = 32 * 1024 * 1024;

export interface StreamEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string;
}

export type StreamState = 'connecting' | 'live' | 'lost';

export interface Stream {
  /** Whether what the stream feeds is up to date. */
  readonly state: Signal<StreamState>;
  /** Why it was lost. */
  readonly reason: Signal<string | undefined>;
  /** When it was lost, in milliseconds since 1970. */
  readonly lostAt: Signal<number | undefined>;
  close(): void;
}

export interface StreamOptions {
  /** Called for each connection: the path may name where to go on. */
  readonly path: () => string;
  /** The request of each connection. Default: GET. */
  readonly init?: () => RequestInit;
  /** Sent as Last-Event-ID of each connection. */
  readonly lastId?: () => string | undefined;
  readonly onEvent: (event: StreamEvent) => void;
  /** Called when a connection is open, before its events: read here what was missed. */
  readonly onOpen?: () => void | Promise<void>;
  /** When the stream is open. A browser has six connections to a server, so a hidden page holds one. Default: while it is visible. */
  readonly when?: 'visible' | 'hidden';
}

/** Reads an event stream with fetch, since EventSource sends no headers. It reconnects with growing pauses, and says so. */
export function openStream({ path, init, lastId, onEvent, onOpen, when = 'visible' }: StreamOptions): Stream {
  const state = signal<StreamState>('connecting');
  const reason = signal<string | undefined>(undefined);
  const lostAt = signal<number | undefined>(undefined);
  const stop = new AbortController();
  void run();
  return { state, reason, lostAt, close: () => stop.abort() };

  async function run(): Promise<void> {
    let wait = MIN_RETRY_MS;
    await pause(0, when, stop.signal);
    while (!stop.signal.aborted) {
      const hidden = new AbortController();
      const onVisibility = () => document.visibilityState !== when && hidden.abort();
      document.addEventListener('visibilitychange', onVisibility);
      try {
        await follow(AbortSignal.any([stop.signal, hidden.signal]), () => {
          wait = MIN_RETRY_MS;
        });
        reason.value = 'The server ended the stream.';
      } catch (thrown) {
        if (stop.signal.aborted) return;
        if (hidden.signal.aborted) wait = 0;
        reason.value = thrown instanceof Error ? thrown.message : String(thrown);
        if (thrown instanceof RequestFailed && thrown.retryMs !== undefined) wait = thrown.retryMs;
      } finally {
        document.removeEventListener('visibilitychange', onVisibility);
      }
      state.value = 'lost';
      lostAt.value ??= Date.now();
      await pause(wait, when, stop.signal);
      wait = Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, wait * 2));
    }
  }

  async function follow(signal: AbortSignal, onLive: () => void): Promise<void> {
    const options = init?.() ?? {};
    const headers = new Headers({ accept: 'text/event-stream', ...(options.headers as object) });
    const last = lastId?.();
    if (last !== undefined) headers.set('last-event-id', last);
    const response = await request(path(), { ...options, headers, signal });
    await onOpen?.();
    state.value = 'live';
    reason.value = undefined;
    lostAt.value = undefined;
    onLive();
    const decoder = new SseDecoder({ maxEventBytes: MAX_EVENT_BYTES });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const event of decoder.push(part.value)) {
        if (event.kind === 'event') onEvent(event);
        else throw new Error('The stream has an event that is too long.');
      }
    }
  }
}

/** Waits, also for the page to be as visible as the stream demands. */
function pause(ms: number, when: DocumentVisibilityState, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(ready, ms);
    signal.addEventListener('abort', done, { once: true });
    function ready() {
      if (document.visibilityState === when) return done();
      document.addEventListener('visibilitychange', done, { once: true });
    }
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      document.removeEventListener('visibilitychange', done);
      resolve();
    }
  });
}
