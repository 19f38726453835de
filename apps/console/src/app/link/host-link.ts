/** JSON-RPC 2.0 between a view and its host: MCP Apps, text of 2026-01-26. No window here: messages go in and out as values. */

const PROTOCOL_VERSION = '2026-01-26';
/** Of a request that the host does not answer. */
const DEFAULT_TIMEOUT_MS = 30_000;
/** Requests without an answer. More than that means that the host does not answer at all. */
const MAX_PENDING = 32;
const METHOD_NOT_FOUND = -32601;

export type LinkState = 'new' | 'connecting' | 'ready' | 'failed' | 'closed';

export interface HostContext {
  readonly theme?: 'light' | 'dark';
  readonly locale?: string;
  readonly timeZone?: string;
  readonly displayMode?: string;
  readonly availableDisplayModes?: readonly string[];
  readonly containerDimensions?: {
    readonly width?: number;
    readonly maxWidth?: number;
    readonly height?: number;
    readonly maxHeight?: number;
  };
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
  readonly toolInfo?: { readonly tool?: { readonly name?: string } };
}

export interface ToolResult {
  readonly content?: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** What a view wants to know of its host. */
export interface LinkListener {
  state?(state: LinkState): void;
  /** All that is known of the host, after each change. */
  context?(context: HostContext): void;
  /** The arguments of the tool, complete or in the course of being written. */
  input?(given: Arguments, complete: boolean): void;
  result?(result: ToolResult): void;
  cancelled?(reason: string): void;
  /** The host removes the view. */
  teardown?(): void;
}

export interface LinkOptions {
  readonly name: string;
  readonly version: string;
  readonly displayModes: readonly string[];
  send(message: object): void;
  /** Returns a function that stops the timer. */
  after(ms: number, call: () => void): () => void;
}

interface Pending {
  resolve(result: unknown): void;
  reject(reason: Error): void;
  stop(): void;
}

/** An error that the host answered with. */
export class HostError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export class HostLink {
  readonly #options: LinkOptions;
  readonly #listener: LinkListener;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #state: LinkState = 'new';
  #context: HostContext = {};
  #capabilities: Readonly<Record<string, unknown>> = {};

  constructor(options: LinkOptions, listener: LinkListener) {
    this.#options = options;
    this.#listener = listener;
  }

  get state(): LinkState {
    return this.#state;
  }

  get context(): HostContext {
    return this.#context;
  }

  /** Whether the host declared a capability, such as `serverTools` or `message`. */
  can(capability: string): boolean {
    return isRecord(this.#capabilities[capability]);
  }

  /** Makes the handshake. The host sends nothing to the view before its end. */
  async connect(): Promise<void> {
    if (this.#state !== 'new') return;
    this.#enter('connecting');
    const { name, version, displayModes } = this.#options;
    try {
      const result = await this.#request('ui/initialize', {
        appInfo: { name, version },
        appCapabilities: { availableDisplayModes: displayModes },
        protocolVersion: PROTOCOL_VERSION,
      });
      if (!isRecord(result)) throw new HostError(0, 'The host answered the handshake with no object.');
      if (isRecord(result.hostCapabilities)) this.#capabilities = result.hostCapabilities;
      this.#learn(result.hostContext);
      this.#notify('ui/notifications/initialized');
      this.#enter('ready');
    } catch (thrown) {
      if (this.state === 'connecting') this.#enter('failed');
      throw thrown;
    }
  }

  /** Takes any value that a message brought. What is no message of the protocol is ignored. */
  receive(message: unknown): void {
    if (!isRecord(message) || message.jsonrpc !== '2.0' || this.#state === 'closed') return;
    const { id, method } = message;
    if (typeof method !== 'string') return this.#settle(message);
    const params = isRecord(message.params) ? message.params : {};
    if (typeof id === 'number' || typeof id === 'string') this.#answer(id, method);
    else if (this.#state === 'ready') this.#hear(method, params);
  }

  /** Calls a tool of the server through the host. */
  async callTool(name: string, args: Arguments): Promise<ToolResult> {
    const result = await this.#request('tools/call', { name, arguments: args });
    return isRecord(result) ? (result as ToolResult) : {};
  }

  /** Puts a text into the conversation, as the person. */
  async say(text: string): Promise<void> {
    await this.#request('ui/message', { role: 'user', content: [{ type: 'text', text }] });
  }

  /** Asks for another display mode, if the host has it. The host says in the context what it did. */
  async requestDisplayMode(mode: string): Promise<void> {
    if (!(this.#context.availableDisplayModes ?? []).includes(mode)) return;
    const result = await this.#request('ui/request-display-mode', { mode });
    if (isRecord(result) && typeof result.mode === 'string') this.#learn({ displayMode: result.mode });
  }

  sizeChanged(width: number, height: number): void {
    if (this.#state === 'ready') this.#notify('ui/notifications/size-changed', { width, height });
  }

  #answer(id: number | string, method: string): void {
    if (method !== 'ui/resource-teardown' && method !== 'ping') {
      const error = { code: METHOD_NOT_FOUND, message: 'The view has no such method.' };
      return this.#options.send({ jsonrpc: '2.0', id, error });
    }
    if (method === 'ui/resource-teardown') {
      this.#listener.teardown?.();
      this.#enter('closed');
      for (const pending of this.#pending.values()) pending.reject(new HostError(0, 'The view is closed.'));
    }
    this.#options.send({ jsonrpc: '2.0', id, result: {} });
  }

  #hear(method: string, params: Readonly<Record<string, unknown>>): void {
    const given = isRecord(params.arguments) ? params.arguments : {};
    switch (method) {
      case 'ui/notifications/tool-input-partial':
        return this.#listener.input?.(given, false);
      case 'ui/notifications/tool-input':
        return this.#listener.input?.(given, true);
      case 'ui/notifications/tool-result':
        return this.#listener.result?.(params as ToolResult);
      case 'ui/notifications/tool-cancelled':
        return this.#listener.cancelled?.(typeof params.reason === 'string' ? params.reason : '');
      case 'ui/notifications/host-context-changed':
        return this.#learn(params);
    }
  }

  /** A change has only the fields that changed. */
  #learn(context: unknown): void {
    if (!isRecord(context)) return;
    this.#context = { ...this.#context, ...context };
    this.#listener.context?.(this.#context);
  }

  #settle({ id, result, error }: Readonly<Record<string, unknown>>): void {
    if (typeof id !== 'number') return;
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    if (!isRecord(error)) return pending.resolve(result);
    const { code, message } = error;
    pending.reject(
      new HostError(typeof code === 'number' ? code : 0, typeof message === 'string' ? message : 'Failed.'),
    );
  }

  #request(method: string, params: object): Promise<unknown> {
    if (this.#state === 'closed' || this.#pending.size >= MAX_PENDING)
      return Promise.reject(new HostError(0, 'The host does not answer.'));
    const id = this.#nextId++;
    const { send, after } = this.#options;
    return new Promise((resolve, reject) => {
      const ended = () => {
        this.#pending.delete(id);
        stop();
      };
      const stop = after(DEFAULT_TIMEOUT_MS, () => {
        ended();
        reject(new HostError(0, 'The host did not answer in time.'));
      });
      this.#pending.set(id, {
        stop,
        resolve: result => {
          ended();
          resolve(result);
        },
        reject: reason => {
          ended();
          reject(reason);
        },
      });
      send({ jsonrpc: '2.0', id, method, params });
    });
  }

  #notify(method: string, params: object = {}): void {
    this.#options.send({ jsonrpc: '2.0', method, params });
  }

  #enter(state: LinkState): void {
    this.#state = state;
    this.#listener.state?.(state);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
