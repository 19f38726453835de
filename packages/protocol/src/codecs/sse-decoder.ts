import { utf8Size } from '../text/utf8.js';

/** `id` is the last event id of the stream, which an event without an id inherits. `fatal` is the last event. */
export type SseEvent =
  | { readonly kind: 'event'; readonly event: string; readonly data: string; readonly id: string }
  | { readonly kind: 'fatal'; readonly reason: string };

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation */
export class SseDecoder {
  readonly #maxEventBytes: number;
  #started = false;
  #ended = false;
  #afterCr = false;
  #line = '';
  #lineBytes = 0;
  #eventBytes = 0;
  #event = '';
  #data: string | undefined;
  #id = '';
  #lastEventId = '';
  #retry: number | undefined;

  constructor(options: { readonly maxEventBytes: number }) {
    this.#maxEventBytes = options.maxEventBytes;
  }

  /** The Last-Event-ID for the next connection. */
  get lastEventId(): string {
    return this.#lastEventId;
  }

  /** The peer's reconnection time in milliseconds. */
  get retry(): number | undefined {
    return this.#retry;
  }

  push(text: string): SseEvent[] {
    const events: SseEvent[] = [];
    if (this.#ended || text === '') return events;
    let at = this.#skipLead(text);
    let cr = text.indexOf('\r', at);
    let lf = text.indexOf('\n', at);
    for (;;) {
      if (cr !== -1 && cr < at) cr = text.indexOf('\r', at);
      if (lf !== -1 && lf < at) lf = text.indexOf('\n', at);
      const end = cr === -1 || (lf !== -1 && lf < cr) ? lf : cr;
      if (end === -1) break;
      if (!this.#extendLine(text.slice(at, end), events)) return events;
      this.#finishLine(events);
      at = end + 1;
      if (end !== cr) continue;
      if (at === text.length) this.#afterCr = true;
      else if (text.charCodeAt(at) === 0x0a) at++;
    }
    if (at < text.length) this.#extendLine(text.slice(at), events);
    return events;
  }

  /** Drops an event without its blank line, as the standard requires. */
  end(): void {
    this.#ended = true;
    this.#line = '';
    this.#data = undefined;
  }

  /** The start of the text: behind a byte order mark, or the LF of a CRLF that was split between chunks. */
  #skipLead(text: string): number {
    const lead = this.#afterCr ? 0x0a : this.#started ? -1 : 0xfeff;
    this.#started = true;
    this.#afterCr = false;
    return text.charCodeAt(0) === lead ? 1 : 0;
  }

  #extendLine(part: string, events: SseEvent[]): boolean {
    this.#line += part;
    this.#lineBytes += utf8Size(part);
    if (this.#eventBytes + this.#lineBytes <= this.#maxEventBytes) return true;
    this.end();
    events.push({ kind: 'fatal', reason: `An event is over the limit of ${this.#maxEventBytes} bytes.` });
    return false;
  }

  #finishLine(events: SseEvent[]): void {
    const line = this.#line;
    const bytes = this.#lineBytes;
    this.#line = '';
    this.#lineBytes = 0;
    if (line === '') {
      this.#dispatch(events);
      return;
    }
    // Comments are not buffered, so they never exceed the event size.
    if (line.startsWith(':')) return;
    this.#eventBytes += bytes;
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1);
    this.#setField(name, value.startsWith(' ') ? value.slice(1) : value);
  }

  #setField(field: string, value: string): void {
    switch (field) {
      case 'data':
        this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
        break;
      case 'event':
        this.#event = value;
        break;
      case 'id':
        if (!value.includes('\0')) this.#id = value;
        break;
      case 'retry':
        if (/^[0-9]{1,15}$/.test(value)) this.#retry = Number(value);
        break;
    }
  }

  #dispatch(events: SseEvent[]): void {
    this.#lastEventId = this.#id;
    if (this.#data !== undefined) {
      events.push({ kind: 'event', event: this.#event || 'message', data: this.#data, id: this.#id });
    }
    this.#data = undefined;
    this.#event = '';
    this.#eventBytes = 0;
  }
}
