import { OperationKeys } from '../calls/operation-keys.js';
import type { LinkChannel } from '../linked/link-channel.js';
import type { LinkedEngine } from '../linked/linked-engine.js';
import type { Engine } from '../port/engine.js';
import type { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';

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

  private constructor(
    engine: Engine,
    capabilities: readonly string[],
    readonly instance: string,
  ) {
    this.#engine = engine;
    this.#capabilities = capabilities;
    engine.listen(event => {
      if (event.kind !== 'state') this.send({ method: 'engine.event', params: event });
    });
  }

  static async of(engine: Engine, instance: string): Promise<FakeBridge> {
    const { operations, features = [] } = await engine.call('engine.describe', {});
    return new FakeBridge(engine, [...operations, ...features], instance);
  }

  dial(linked: LinkedEngine): void {
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
      capabilities: this.#capabilities,
      instance: this.instance,
      ...(this.firstId === undefined ? {} : { firstId: this.firstId }),
    };
    this.firstId = linked.join(hello, channel).firstId;
  }

  disconnect(reason = 'the connection was lost'): void {
    this.#close(reason);
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
    const { _meta, ...own } = params;
    const { deadlineMs, 'worldwire/operationKey': key } = _meta as {
      deadlineMs: number;
      'worldwire/operationKey'?: string;
    };
    const run = () => this.#engine.call(method as OperationName, own as never, { deadline: deadlineMs });
    const outcome = key === undefined ? run() : this.#keys.once(key, JSON.stringify([method, own]), run);
    outcome.then(
      result => this.send({ id, result }),
      (thrown: EngineError) => {
        const { kind, message, hint } = thrown;
        this.send({ id, error: { code: -32000, message, data: { kind, hint } } });
      },
    );
  }
}
