import type {
  CallOptions,
  Engine,
  EngineEvent,
  EngineState,
  OperationName,
  ParamsOf,
  ResultOf,
} from '@worldwire/engine';

/** A real engine behind a gate that the test shuts: what is asked meanwhile waits. */
export class GatedEngine implements Engine {
  waiting = 0;
  /** Stands in for what the engine says of itself. */
  said: EngineState | undefined;
  #open: () => void = () => {};
  #gate: Promise<void> | undefined;

  constructor(readonly inner: Engine) {}

  get state(): EngineState {
    return this.said ?? this.inner.state;
  }

  get process(): number {
    return this.inner.process;
  }

  shut(): void {
    this.#gate = new Promise(resolve => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#gate = undefined;
    this.#open();
  }

  async call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options?: CallOptions,
  ): Promise<ResultOf<Name>> {
    if (this.#gate !== undefined) {
      this.waiting++;
      await this.#gate;
      this.waiting--;
    }
    return this.inner.call(name, params, options);
  }

  listen(listener: (event: EngineEvent) => void): () => void {
    return this.inner.listen(listener);
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}
