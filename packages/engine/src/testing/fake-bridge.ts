import { OperationKeys } from '../calls/operation-keys.js';
import type { LinkChannel } from '../linked/link-channel.js';
import type { LinkedEngine } from '../linked/linked-engine.js';
import type { Engine } from '../port/engine.js';
import type { EngineError } from '../port/engine-error.js';
import type { OperationName } from '../port/operations.js';

/** A bridge as the link's words have it, in front of another engine: for tests of what is between the two. */
export class BridgeStandIn {
  readonly heard: { readonly id: number; readonly method: string; readonly params: object }[] = [];
  readonly #keys = new OperationKeys(1000);
  readonly #engine: Engine;
  readonly #operations: readonly string[];
  #message: (message: unknown) => void = () => {};
  #close: (reason: string, broken?: boolean) => void = () => {};
  #said = 0;
  firstId: number | undefined;
  /** While set, nothing is answered. */
  mute = false;

  private constructor(
    engine: Engine,
    operations: readonly string[],
    readonly instance: string,
  ) {
    this.#engine = engine;
    this.#operations = operations;
    engine.listen(event => {
      if (event.kind !== 'state') this.say({ method: 'engine.event', params: event });
    });
  }

  static async of(engine: Engine, instance: string): Promise<BridgeStandIn> {
    const { operations } = await engine.call('engine.describe', {});
    return new BridgeStandIn(engine, operations, instance);
  }

  dial(linked: LinkedEngine): void {
    let listening = true;
    const said = () => this.#said;
    const channel: LinkChannel = {
      remote: 'test',
      get heard() {
        return said();
      },
      send: text => {
        if (listening) setImmediate(() => listening && this.#hear(JSON.parse(text)));
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
      name: 'Stand-in',
      version: '1',
      project: 'Tests',
      capabilities: this.#operations,
      instance: this.instance,
      ...(this.firstId === undefined ? {} : { firstId: this.firstId }),
    };
    this.firstId = linked.join(hello, channel).firstId;
  }

  hangUp(reason = 'the connection was lost'): void {
    this.#close(reason);
  }

  /** As when it says something that nobody can read. */
  babble(reason: string): void {
    this.#close(reason, true);
  }

  /** As when a part of a long message has arrived. */
  mumble(): void {
    this.#said++;
  }

  say(message: object): void {
    this.#said++;
    this.#message({ jsonrpc: '2.0', ...message });
  }

  #hear({ id, method, params }: { id: number; method: string; params: Record<string, unknown> }): void {
    this.heard.push({ id, method, params });
    if (this.mute) return;
    if (method === 'engine.ping') return this.say({ id, result: {} });
    const { _meta, ...own } = params;
    const { deadlineMs, 'worldwire/operationKey': key } = _meta as {
      deadlineMs: number;
      'worldwire/operationKey'?: string;
    };
    const run = () => this.#engine.call(method as OperationName, own as never, { deadline: deadlineMs });
    const outcome = key === undefined ? run() : this.#keys.once(key, JSON.stringify([method, own]), run);
    outcome.then(
      result => this.say({ id, result }),
      (thrown: EngineError) => {
        const { kind, message, hint } = thrown;
        this.say({ id, error: { code: -32000, message, data: { kind, hint } } });
      },
    );
  }
}
