/**
 * Reads HTTP/1.1 responses that are megabytes long, framed by content-length. Of each body only its opening and its
 * ending are kept: to turn all of it into text would cost the driver more than it costs a server to send it.
 */
const KEPT = 1_024;

export class AbridgingReader {
  #head = '';
  #opening = '';
  #ending = '';
  #missing = 0;
  #inBody = false;

  /** The status of the response last read. */
  status = 0;
  /** How long its body was, in bytes. */
  bodyBytes = 0;

  pushBytes(buffer, length) {
    const from = this.#inBody ? 0 : this.#readHead(buffer, length);
    if (from === undefined) return undefined;
    this.#missing -= length - from;
    if (this.#missing < 0) throw new Error(`${-this.#missing} bytes beyond the response`);
    if (this.#opening.length < KEPT) {
      const wanted = from + KEPT - this.#opening.length;
      this.#opening += buffer.toString('latin1', from, Math.min(length, wanted));
    }
    if (this.#missing < KEPT) {
      this.#ending += buffer.toString('latin1', Math.max(from, length - KEPT), length);
    }
    return this.#missing === 0 ? this.#finish() : undefined;
  }

  #readHead(buffer, length) {
    const before = this.#head.length;
    this.#head += buffer.toString('latin1', 0, length);
    const end = this.#head.indexOf('\r\n\r\n');
    if (end === -1) return undefined;
    const framing = /\r\ncontent-length: *(\d+)/i.exec(this.#head.slice(0, end));
    if (!framing) throw new Error(`expected content-length framing, got: ${this.#head.slice(0, end)}`);
    this.status = Number(this.#head.slice(9, 12));
    this.bodyBytes = Number(framing[1]);
    this.#missing = this.bodyBytes;
    this.#inBody = true;
    this.#head = '';
    return end + 4 - before;
  }

  #finish() {
    const body = `${this.#opening}…${this.#ending}`;
    this.#inBody = false;
    this.#opening = '';
    this.#ending = '';
    return body;
  }
}
