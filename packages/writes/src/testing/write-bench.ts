import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '@worldwire/protocol';
import type {
  CallResult,
  ConnectOptions,
  ListedWrite,
  ServedWrites,
  ToolCall,
  WriteClient,
  WriteDriver,
} from './write-driver.js';

/** One world with a client, for one case. */
export class WriteBench {
  private constructor(
    readonly driver: WriteDriver,
    readonly served: ServedWrites,
    readonly client: WriteClient,
  ) {}

  static async open(driver: WriteDriver): Promise<WriteBench> {
    const served = await driver.open();
    return new WriteBench(driver, served, await served.connect());
  }

  connect(options: ConnectOptions): Promise<WriteClient> {
    return this.served.connect(options);
  }

  /** The data of an answer. Fails where the call failed. */
  async done(call: ToolCall, more: JsonObject = {}, client = this.client): Promise<JsonObject> {
    const result = await client.call(withMore(call, more));
    assert.ok(!result.isError, `${call.tool} failed: ${result.text}`);
    return result.data;
  }

  plan(call: ToolCall, more: JsonObject = {}, client = this.client): Promise<JsonObject> {
    return this.done(call, { ...more, dryRun: true }, client);
  }

  /** What the call is refused with. Fails where it is done, or where anything changed. */
  async refused(
    call: ToolCall,
    more: JsonObject = {},
    kinds: readonly string[] = ['Conflict'],
    client = this.client,
  ): Promise<CallResult> {
    return this.unchanged(async () => {
      const result = await client.call(withMore(call, more));
      assert.ok(result.isError, `${call.tool} was done: ${result.text}`);
      assert.ok(kinds.includes(String(result.kind)), `${result.kind} is none of ${kinds}: ${result.text}`);
      return result;
    });
  }

  /** Fails where the work changes the state or the revision. */
  async unchanged<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = [await this.state(), await this.revision()];
    const result = await work();
    assert.deepEqual([await this.state(), await this.revision()], before, 'nothing is changed');
    return result;
  }

  value(client = this.client): Promise<JsonValue> {
    return this.driver.read(client);
  }

  state(): Promise<unknown> {
    return this.driver.state(this.client);
  }

  async revision(): Promise<number> {
    return revisionOf(await this.done(this.driver.reading));
  }

  async list(limit = 20): Promise<readonly ListedWrite[]> {
    return (await this.driver.list(this.client, { limit })).items;
  }

  async expectValue(index: 0 | 1 | 2, why: string): Promise<void> {
    assert.deepEqual(await this.value(), this.driver.values[index], why);
  }
}

/** The call in the line `undo` of an answer. */
export function undoOf({ undo }: JsonObject): ToolCall {
  const found = /^(\w+) (\{.*\})$/.exec(String(undo));
  assert.ok(found, `the undo of an answer is a call: ${String(undo)}`);
  return { tool: found[1] as string, args: JSON.parse(found[2] as string) as JsonObject };
}

export function revisionOf({ revision }: JsonObject): number {
  assert.equal(typeof revision, 'number', 'the answer has a revision');
  return revision as number;
}

export function digestOf({ digest }: JsonObject): string {
  assert.equal(typeof digest, 'string', 'the plan has a digest');
  return digest as string;
}

export function withMore({ tool, args }: ToolCall, more: JsonObject): ToolCall {
  return { tool, args: { ...args, ...more } };
}
