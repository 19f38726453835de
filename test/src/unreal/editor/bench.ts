import assert from 'node:assert/strict';
import {
  type CallOptions,
  type EditorSource,
  type Gate,
  type OperationName,
  type ParamsOf,
  type ResultOf,
  type SourceEvent,
  type SourceStatus,
  UnrealError,
  type UnrealErrorKind,
} from './source.js';

const PATIENCE_MS = 20_000;

/** An editor source with helpers. */
export class Bench {
  readonly events: SourceEvent[] = [];

  constructor(readonly source: EditorSource) {
    source.listen(event => this.events.push(event));
  }

  get states(): readonly SourceStatus[] {
    return this.events.flatMap(event => (event.kind === 'state' ? [event.state.status] : []));
  }

  call<Name extends OperationName>(
    name: Name,
    params: ParamsOf<Name>,
    options: Partial<CallOptions> = {},
  ): Promise<ResultOf<Name>> {
    return this.source.call(name, params, { signal: new AbortController().signal, ...options });
  }

  async fails(kind: UnrealErrorKind, work: Promise<unknown>): Promise<UnrealError> {
    try {
      await work;
    } catch (thrown) {
      assert.ok(thrown instanceof UnrealError, `threw ${String(thrown)}`);
      assert.equal(thrown.kind, kind, `${thrown.kind}: ${thrown.message}`);
      assert.ok(thrown.message.length > 0);
      return thrown;
    }
    assert.fail(`it should have failed as ${kind}`);
  }

  /** The answer, or undefined if the gate is closed and the error has the line that opens it. */
  async whereOpen<Result>(gate: Gate['name'], work: Promise<Result>): Promise<Result | undefined> {
    try {
      return await work;
    } catch (thrown) {
      assert.ok(thrown instanceof UnrealError, `threw ${String(thrown)}`);
      assert.equal(thrown.kind, 'closed', thrown.message);
      assert.match(thrown.enable ?? '', /under .+ in .+/);
      assert.notEqual(this.gate(gate).state, 'open');
      return undefined;
    }
  }

  gate(name: Gate['name']): Gate {
    const found = this.source.probe?.gates.find(each => each.name === name);
    assert.ok(found, `there is no gate ${name}`);
    return found;
  }

  /** Waits for the state, unless it is reached already. */
  async until(...wanted: readonly SourceStatus[]): Promise<void> {
    if (wanted.includes(this.source.state.status)) return;
    await this.event(event => event.kind === 'state' && wanted.includes(event.state.status));
  }

  /** The next matching event. Call it before the action that causes it. */
  event(test: (event: SourceEvent) => boolean): Promise<SourceEvent> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`no such event came; it was ${JSON.stringify(this.events)}`));
      }, PATIENCE_MS);
      const stop = this.source.listen(event => {
        if (!test(event)) return;
        clearTimeout(timer);
        stop();
        resolve(event);
      });
    });
  }
}
