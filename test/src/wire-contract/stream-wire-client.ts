import { FRAMINGS, type FramingName } from '@worldwire/protocol';
import { until } from '../http/until.js';
import type { Line } from '../stdio/pipe.js';
import type { WireClient } from './wire-client.js';

const MAX_BYTES = 64 * 1024 * 1024;

/** A client on a byte stream. */
export class StreamWireClient implements WireClient {
  readonly received: Line[] = [];
  readonly answers: (Line | Line[])[] = [];
  readonly #write: (bytes: Uint8Array) => void;
  readonly #leave: () => void;
  readonly #framing;
  readonly #decoder;

  constructor(framing: FramingName, write: (bytes: Uint8Array) => void, leave: () => void) {
    this.#framing = FRAMINGS[framing];
    this.#decoder = this.#framing.decoder(MAX_BYTES);
    this.#write = write;
    this.#leave = leave;
  }

  take(chunk: Uint8Array): void {
    for (const event of this.#decoder.push(chunk)) {
      if (event.kind !== 'message') throw new Error(event.reason);
      const message = JSON.parse(event.text) as Line | Line[];
      if (!Array.isArray(message) && message.method !== undefined) this.received.push(message);
      else this.answers.push(message);
    }
  }

  async ask(text: string, id: string | number | null): Promise<Line | Line[]> {
    const before = this.answers.length;
    this.#write(this.#framing.encode([text]));
    const find = () =>
      this.answers.slice(before).find(answer => (Array.isArray(answer) ? id === 'batch' : answer.id === id));
    await until(() => find() !== undefined, `the answer to ${JSON.stringify(id)}`);
    return find() as Line | Line[];
  }

  async say(text: string): Promise<void> {
    this.#write(this.#framing.encode([text]));
  }

  leave(): void {
    this.#leave();
  }
}
