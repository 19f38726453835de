import { connect, type Socket } from 'node:net';
import { FRAMINGS, type Framing, type FramingName } from '@worldwire/protocol';

export interface FramesTransportOptions {
  readonly framing?: FramingName;
  readonly token?: string;
  readonly world?: string;
}

const MAX_BYTES = 64 * 1024 * 1024;
const AUTHENTICATION = 'authentication';

/** Frames as a transport of the official clients, 1.x and 2.x. */
export class FramesTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: never) => void;
  readonly #port: number;
  readonly #options: FramesTransportOptions;
  readonly #framing: Framing;
  #socket: Socket | undefined;
  #authenticated: ((answer: { readonly error?: { readonly message: string } }) => void) | undefined;

  constructor(port: number, options: FramesTransportOptions = {}) {
    this.#port = port;
    this.#options = options;
    this.#framing = FRAMINGS[options.framing ?? 'frames'];
  }

  async start(): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true);
    this.#socket = socket;
    const decoder = this.#framing.decoder(MAX_BYTES);
    socket.on('data', chunk => {
      for (const event of decoder.push(chunk)) {
        if (event.kind === 'message') this.#take(JSON.parse(event.text));
        else this.onerror?.(new Error(event.reason));
      }
    });
    socket.on('close', () => this.onclose?.());
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.on('error', error => this.onerror?.(error));
    const { token, world } = this.#options;
    if (token !== undefined || world !== undefined) await this.#authenticate({ token, world });
  }

  async send(message: object): Promise<void> {
    this.#socket?.write(this.#framing.encode([JSON.stringify(message)]));
  }

  async close(): Promise<void> {
    this.#socket?.end();
  }

  #take(message: { readonly id?: unknown; readonly error?: { readonly message: string } }): void {
    if (message.id === AUTHENTICATION) this.#authenticated?.(message);
    else this.onmessage?.(message as never);
  }

  async #authenticate(params: object): Promise<void> {
    const answer = new Promise<{ readonly error?: { readonly message: string } }>(resolve => {
      this.#authenticated = resolve;
    });
    await this.send({ jsonrpc: '2.0', id: AUTHENTICATION, method: 'session.authenticate', params });
    const { error } = await answer;
    if (error !== undefined) throw new Error(error.message);
  }
}
