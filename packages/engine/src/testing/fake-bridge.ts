import { OperationKeys } from '../calls/operation-keys.js';
import type { LinkChannel } from '../linked/link-channel.js';
import type { Engine } from '../port/engine.js';
import type { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';

/** A server side that a bridge dials: one engine, or a pool of them. */
export interface Dialled {
  join(engine: unknown, channel: LinkChannel): { readonly firstId: number };
}

/** What a bridge says of its engine. */
export interface FakeHello {
  readonly name?: string;
  readonly project?: string;
  readonly role?: string;
}

/** A bridge of another engine by the protocol of docs/links.md, for tests of the link. */
export class FakeBridge {
  readonly requests: { readonly id: number; readonly method: string; readonly params: object }[] = [];
  readonly #keys = new OperationKeys(1000);
  readonly #engine: Engine;
  readonly #capabilities: readonly string[];
  #message: (message: unknown) => void = () => {};
  #close: (reason: string, broken?: boolean) => void = () => {};
  #sent = 0;
  firstId: number | undefined;
  /** Answers nothing while set. */
  mute = false;
  /** Answers requests of these names instead of the engine, such as `tool.call`. */
  readonly answers = new Map<string, (params: Record<string, unknown>) => unknown>();

  private constructor(
    engine: Engine,
    capabilities: readonly string[],
    readonly instance: string,
    readonly hello: FakeHello,
  ) {
    this.#engine = engine;
    this.#capabilities = capabilities;
    engine.listen(event => {
      if (event.kind === 'state') return;
      this.send({ method: 'engine.event', params: withIds(event, this.#shift) });
    });
  }

  static async of(engine: Engine, instance: string, hello: FakeHello = {}): Promise<FakeBridge> {
    const { operations, features = [] } = await engine.call('engine.describe', {});
    return new FakeBridge(engine, [...operations, ...features], instance, hello);
  }

  dial(linked: Dialled): void {
    let listening = true;
    const sent = () => this.#sent;
    const channel: LinkChannel = {
      remote: 'test',
      get received() {
        return sent();
      },
      send: text => {
        if (listening) setImmediate(() => listening && this.#serve(JSON.parse(text)));
        return listening;
      },
      onMessage: listener => {
        this.#message = message => listening && listener(message);
      },
      onClose: listener => {
        this.#close = (reason, broken) => {
          if (!listening) return;
          listening = false;
          listener(reason, broken);
        };
      },
      close: reason => this.#close(reason),
    };
    const hello = {
      name: 'Fake',
      version: '1',
      project: 'Tests',
      ...this.hello,
      capabilities: this.#capabilities,
      instance: this.instance,
      ...(this.firstId === undefined ? {} : { firstId: this.firstId }),
    };
    this.firstId = linked.join(hello, channel).firstId;
  }

  /** The ids of its objects begin with the number that the server gave. */
  get #shift(): number {
    return (this.firstId ?? 1) - 1;
  }

  /** As every bridge, it releases what the server holds. */
  disconnect(reason = 'the connection was lost'): void {
    this.#close(reason);
    if (!this.#capabilities.includes('input.send')) return;
    this.#engine.call('input.send', { steps: [{ kind: 'release-all' }] }).catch(() => {});
  }

  /** As after a message that cannot be read. */
  disconnectUnreadable(reason: string): void {
    this.#close(reason, true);
  }

  /** As if a part of a long message had arrived. */
  sendPart(): void {
    this.#sent++;
  }

  send(message: object): void {
    this.#sent++;
    this.#message({ jsonrpc: '2.0', ...message });
  }

  #serve({ id, method, params }: { id: number; method: string; params: Record<string, unknown> }): void {
    this.requests.push({ id, method, params });
    if (this.mute) return;
    if (method === 'engine.ping') return this.send({ id, result: {} });
    const { _meta, ...shifted } = params;
    const own = withIds(shifted, -this.#shift);
    const { deadlineMs, 'worldwire/operationKey': key } = _meta as {
      deadlineMs: number;
      'worldwire/operationKey'?: string;
    };
    const answer = this.answers.get(method);
    const run = async () =>
      answer === undefined
        ? await this.#engine.call(method as OperationName, own as never, { deadline: deadlineMs })
        : answer(own);
    const outcome = key === undefined ? run() : this.#keys.once(key, JSON.stringify([method, own]), run);
    outcome.then(
      result => this.send({ id, result: withIds(result, this.#shift) }),
      (thrown: EngineError) => {
        const { kind, message, hint } = thrown;
        this.send({ id, error: { code: -32000, message, data: { kind, hint } } });
      },
    );
  }
}

function withIds<Value>(value: Value, shift: number): Value {
  if (shift === 0 || value === undefined) return value;
  const json = JSON.stringify(value).replace(/"obj:(\d+)"/g, (_, id) => `"obj:${Number(id) + shift}"`);
  return JSON.parse(json) as Value;
}
