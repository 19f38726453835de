import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { FRAMINGS, type Framing, type FramingName, type JsonObject } from '@worldwire/protocol';
import { onTestFinished } from 'vitest';
import { until } from '../http/until.js';
import type { Line } from '../stdio/pipe.js';

export type Place = { readonly port: number } | { readonly path: string };

/** A client that sends exact bytes, and records what it receives. */
export class RawFrames {
  /** Every message so far; a batch is one. */
  readonly messages: (Line | Line[])[] = [];
  /** The same as raw texts. */
  readonly texts: string[] = [];
  readonly #framing: Framing;
  /** Received so far. */
  #bytes = 0;
  #ended = false;
  #gone = false;

  private constructor(
    readonly socket: Socket,
    framing: FramingName,
  ) {
    this.#framing = FRAMINGS[framing];
    const decoder = this.#framing.decoder(64 * 1024 * 1024);
    socket.on('data', chunk => {
      this.#bytes += chunk.length;
      for (const event of decoder.push(chunk)) {
        if (event.kind !== 'message') throw new Error(event.reason);
        this.texts.push(event.text);
        this.messages.push(JSON.parse(event.text) as Line);
      }
    });
    socket.on('end', () => {
      this.#ended = true;
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#gone = true;
    });
  }

  static async open(
    place: Place,
    options: { framing?: FramingName; ca?: string; allowHalfOpen?: boolean } = {},
  ): Promise<RawFrames> {
    const { framing = 'frames', ca, allowHalfOpen = false } = options;
    const socket = await new Promise<Socket>((resolve, reject) => {
      const where = 'port' in place ? { host: '127.0.0.1', port: place.port } : { path: place.path };
      const settings = { ...where, allowHalfOpen };
      const opened: Socket =
        ca === undefined
          ? connect(settings, () => resolve(opened))
          : connectSecurely({ ...settings, ca }, () => resolve(opened));
      opened.once('error', reject);
    });
    onTestFinished(() => void socket.destroy());
    return new RawFrames(socket.setNoDelay(true), framing);
  }

  /** Sends messages, framed, in one write. */
  send(...texts: string[]): this {
    return this.bytes(this.#framing.encode(texts));
  }

  bytes(bytes: Uint8Array | string): this {
    this.socket.write(bytes);
    return this;
  }

  async received(count: number): Promise<(Line | Line[])[]> {
    await this.#until(() => this.messages.length >= count, `message ${count}`);
    return this.messages;
  }

  /** The answer to a request. */
  async answer(id: string | number | null): Promise<Line> {
    const find = () => this.singles.find(line => line.method === undefined && line.id === id);
    await this.#until(() => find() !== undefined, `the answer to ${JSON.stringify(id)}`);
    return find() as Line;
  }

  get singles(): Line[] {
    return this.messages.filter((message): message is Line => !Array.isArray(message));
  }

  async authenticate(params: JsonObject): Promise<Line> {
    this.send(JSON.stringify({ jsonrpc: '2.0', id: 'auth', method: 'session.authenticate', params }));
    return this.answer('auth');
  }

  async initialize(protocolVersion = '2025-11-25', capabilities: object = {}): Promise<void> {
    const params = { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } };
    this.send(JSON.stringify({ jsonrpc: '2.0', id: 'open', method: 'initialize', params }));
    await this.answer('open');
    this.messages.length = 0;
    this.texts.length = 0;
  }

  /** The server has ended its side. */
  get ended(): boolean {
    return this.#ended || this.#gone;
  }

  async end(): Promise<void> {
    await until(() => this.ended, 'the end of the connection');
  }

  /** Fails when nothing more arrives. */
  #until(condition: () => boolean, what: string): Promise<void> {
    return until(condition, what, undefined, () => this.#bytes);
  }
}
