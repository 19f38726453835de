import { decodeUtf8 } from '../text/utf8.js';
import { ByteBuffer } from './byte-buffer.js';

/** `malformed` concerns one line: the next lines are decoded as usual. */
export type LineEvent =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'malformed'; readonly reason: string };

/** Messages that end with a newline, as on stdio. */
export class LineDecoder {
  readonly #maxBytes: number;
  readonly #begun = new ByteBuffer();
  #first = true;
  #skipping = false;
  #ended = false;

  constructor(options: { readonly maxBytes: number }) {
    this.#maxBytes = options.maxBytes;
  }

  /** Buffered bytes of an incomplete line. */
  get held(): number {
    return this.#begun.length;
  }

  /** Does not keep the chunk: the caller may reuse its memory. */
  push(chunk: Uint8Array): LineEvent[] {
    const events: LineEvent[] = [];
    if (this.#ended) return events;
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      this.#finish(chunk.subarray(start, end), events);
      start = end + 1;
    }
    if (start < chunk.length) this.#extend(chunk.subarray(start), events);
    return events;
  }

  /** Accepts a last line without a newline. */
  end(): LineEvent[] {
    const events: LineEvent[] = [];
    if (this.#begun.length > 0) this.#finish(new Uint8Array(0), events);
    this.#ended = true;
    return events;
  }

  #extend(part: Uint8Array, events: LineEvent[]): void {
    if (this.#fits(part, events)) this.#begun.append(part, this.#maxBytes);
  }

  #finish(part: Uint8Array, events: LineEvent[]): void {
    const fits = this.#fits(part, events);
    const first = this.#first;
    this.#first = false;
    this.#skipping = false;
    if (!fits) return;
    let line = part;
    if (this.#begun.length > 0) {
      this.#begun.append(part, this.#maxBytes);
      line = this.#begun.take();
    }
    // .NET writers begin with a byte order mark.
    if (first && line[0] === 0xef && line[1] === 0xbb && line[2] === 0xbf) line = line.subarray(3);
    if (line[line.length - 1] === 0x0d) line = line.subarray(0, -1);
    if (isBlank(line)) return;
    const text = decodeUtf8(line);
    if (text === undefined) events.push({ kind: 'malformed', reason: 'The line is not valid UTF-8.' });
    else events.push({ kind: 'message', text });
  }

  #fits(part: Uint8Array, events: LineEvent[]): boolean {
    if (this.#skipping) return false;
    if (this.#begun.length + part.length <= this.#maxBytes) return true;
    this.#skipping = true;
    this.#begun.clear();
    events.push({ kind: 'malformed', reason: `A line is over the limit of ${this.#maxBytes} bytes.` });
    return false;
  }
}

function isBlank(line: Uint8Array): boolean {
  for (let i = 0; i < line.length; i++) {
    const byte = line[i];
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}
