import type { Godot, GodotOptions, StartGodot } from './godot-process.js';
import { type Hello, LinkHost, type SocketChannel } from './link-host.js';

export interface Answer {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: { readonly kind?: string; readonly hint?: string };
  };
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** A server that only passes on: everything a bridge says can be looked at, and anything can be said to it. */
export class RawLink {
  readonly heard: Answer[] = [];
  readonly hellos: Hello['params'][] = [];
  godot!: Godot;
  /** What the next bridges are told: where their ids begin, or why they are refused. */
  welcome: { readonly firstId: number } | string = { firstId: 1 };
  #host!: LinkHost;
  #channel: SocketChannel | undefined;
  #lastId = 100;
  readonly #watchers = new Set<() => void>();

  static async open(
    start: StartGodot,
    options: Omit<GodotOptions, 'port'> = {},
    welcome: RawLink['welcome'] = { firstId: 1 },
  ): Promise<RawLink> {
    const link = new RawLink();
    link.welcome = welcome;
    await link.listen();
    link.godot = await start({ ...options, port: link.port });
    return link;
  }

  get port(): number {
    return this.#host.port;
  }

  async listen(port = 0): Promise<void> {
    this.#host = await LinkHost.listen((hello, channel) => this.#join(hello, channel), port);
  }

  /** As when the server ends. */
  async stop(): Promise<void> {
    await this.#host.close();
  }

  async close(): Promise<void> {
    await this.godot.kill();
    await this.#host.close();
    const fault = this.godot.fault();
    if (fault !== undefined) throw new Error(fault);
  }

  write(bytes: Uint8Array): void {
    this.#channel?.write(bytes);
  }

  say(message: unknown): void {
    this.#channel?.send(JSON.stringify(message));
  }

  /** The next message that is the one, of those that are still to come. */
  hears(test: (message: Answer) => boolean): Promise<Answer> {
    let from = this.heard.length;
    return this.#until(() => {
      const found = this.heard.slice(from).find(test);
      from = this.heard.length;
      return found;
    });
  }

  async call(method: string, params: unknown = {}, id: unknown = ++this.#lastId): Promise<Answer> {
    const answer = this.hears(message => message.method === undefined && message.id === id);
    this.say({ jsonrpc: '2.0', id, method, params });
    return answer;
  }

  /** The greeting of the next bridge that dials. */
  nextHello(): Promise<Hello['params']> {
    const count = this.hellos.length;
    return this.#until(() => this.hellos[count]);
  }

  #join(hello: Hello['params'], channel: SocketChannel): { readonly firstId: number } | string {
    this.hellos.push(hello);
    this.#channel = channel;
    // Behind the greeting, which the host takes care of.
    setImmediate(() => {
      channel.onMessage(message => {
        this.heard.push(message as Answer);
        this.#look();
      });
      this.#look();
    });
    return this.welcome;
  }

  #look(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #until<T>(look: () => T | undefined): Promise<T> {
    return new Promise(resolve => {
      const watcher = () => {
        const found = look();
        if (found === undefined) return;
        this.#watchers.delete(watcher);
        resolve(found);
      };
      this.#watchers.add(watcher);
      watcher();
    });
  }
}
