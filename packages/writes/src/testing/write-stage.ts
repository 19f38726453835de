import { type Journal, MemoryJournal } from '@worldwire/journal';
import { type JsonObject, type JsonValue, REVISION_2026_07_28 } from '@worldwire/protocol';
import { type Context, defineWorld, type PlannedEffect, type Tool, WorldError } from '@worldwire/server';
import { DEFAULT_LIMITS, type Grants, Kernel, Policy, Principal, Rights } from '@worldwire/server/internal';
import { z } from 'zod';
import { batchTool } from '../batch/batch-tool.js';
import { defineWrite } from '../run/guarded-tool.js';
import { keepWrites } from '../run/keep-writes.js';
import { listWritesTool } from '../undo/list-writes-tool.js';
import { undoTool } from '../undo/undo-tool.js';

const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

export interface StageOptions {
  readonly journal?: Journal;
  /** The values, which last over worlds. */
  readonly levels?: Map<string, number>;
  /** Tools that this version of the world does not have. */
  readonly without?: readonly string[];
  readonly grants?: Grants;
  readonly confirmAbove?: number;
  /** Runs before a value is set, and after it. */
  readonly onRun?: (when: 'before' | 'after', name: string) => void;
  /** Throws where setting a value is not permitted. */
  readonly permit?: () => void;
}

/** A world with two values, `a` and `b`, and its kernel. */
export class WriteStage {
  private constructor(
    readonly kernel: Kernel,
    readonly levels: Map<string, number>,
    readonly tools: readonly Tool[],
    /** The text of each line of the log. */
    readonly lines: readonly string[],
  ) {}

  static async open({
    journal = new MemoryJournal(),
    levels = new Map([
      ['a', 0],
      ['b', 0],
    ]),
    without = [],
    grants = { writes: true, eval: true },
    onRun = () => {},
    permit = () => {},
    ...limits
  }: StageOptions = {}): Promise<WriteStage> {
    const writes = keepWrites({ world: 'lab', read: 'read_level', journal, ...limits });
    const levelOf = (name: string): number => {
      const found = levels.get(name);
      if (found === undefined)
        throw new WorldError('NotFound', `There is no "${name}".`, 'There are a and b.');
      return found;
    };
    const setter = (name: string, danger: boolean): Tool =>
      defineWrite(writes, {
        name,
        description: 'Sets a level.',
        danger,
        input: z.object({ name: z.string(), value: z.number() }),
        subject: args => `the level ${args.name}`,
        permit,
        plan: (args, _prepared, _target, found = levelOf(args.name)) => ({
          before: found,
          after: args.value,
        }),
        run: args => {
          onRun('before', args.name);
          // The world takes no more than 100.
          levels.set(args.name, Math.min(args.value, 100));
          onRun('after', args.name);
          return levels.get(args.name) as JsonValue;
        },
        // What took code to write is taken back by a call that needs none.
        undo: (args, before) => ({
          tool: danger ? 'set_level' : name,
          arguments: { name: args.name, value: before },
        }),
      });
    const lines: string[] = [];
    const more = [
      defineWrite(writes, {
        name: 'raise_level',
        description: 'Raises a level. Its plan takes only the level that there is.',
        input: z.object({ name: z.string(), by: z.number() }),
        subject: args => `the level ${args.name}`,
        plan: args => ({ before: levelOf(args.name), after: levelOf(args.name) + args.by }),
        run: args => {
          onRun('before', args.name);
          levels.set(args.name, levelOf(args.name) + args.by);
          return levels.get(args.name) as JsonValue;
        },
        undo: (args, before) => ({ tool: 'set_level', arguments: { name: args.name, value: before } }),
      }),
      defineWrite(writes, {
        name: 'arm_level',
        description: 'Sets a level. Taking it back needs the right to run code.',
        input: z.object({ name: z.string(), value: z.number() }),
        subject: args => `the level ${args.name}`,
        plan: args => ({ before: levelOf(args.name), after: args.value }),
        run: args => levels.set(args.name, args.value).get(args.name) as JsonValue,
        undo: (args, before) => ({ tool: 'set_code', arguments: { name: args.name, value: before } }),
      }),
      defineWrite(writes, {
        name: 'write_line',
        description: 'Writes a line, which stays.',
        input: z.object({ line: z.string() }),
        subject: args => `the line ${args.line}`,
        plan: args => ({ before: null, after: args.line }),
        run: args => {
          lines.push(args.line);
          return args.line;
        },
      }),
    ];
    const names = ['set_level', 'set_code', 'set_again'].filter(name => !without.includes(name));
    const tools = [
      ...names.map(name => setter(name, name === 'set_code')),
      ...more,
      undoTool(writes),
      batchTool(writes),
      listWritesTool(writes),
    ];
    const world = defineWorld({ name: 'lab', version: '1', tools });
    const kernel = new Kernel(world, {
      limits: DEFAULT_LIMITS,
      policy: new Policy(world, grants),
      log: QUIET,
      now: Date.now,
      randomBytes: size => new Uint8Array(size).fill(1),
      secret: new Uint8Array(32).fill(7),
      audit: { begin() {}, end() {}, refuse() {} },
    });
    await kernel.begin();
    return new WriteStage(kernel, levels, tools, lines);
  }

  /** The text of the answer of a call, as an error where it failed. */
  async call(tool: string, args: object, principal = 'ann', rights?: readonly string[]): Promise<JsonObject> {
    const words = rights === undefined ? Rights.CALLS : Rights.parse(rights);
    const caller = {
      who: new Principal(principal, 'token', words),
      revision: REVISION_2026_07_28,
      capabilities: {},
      client: { name: 'desk', version: '1' },
      logLevel: undefined,
      session: undefined,
    };
    const params = { name: tool, arguments: args as JsonObject };
    const { result, error } = await new Promise<{ result?: JsonObject; error?: JsonObject }>(resolve =>
      this.kernel.start(
        { kind: 'request', id: 1, method: 'tools/call', params },
        caller,
        { detach() {}, send: () => true },
        reply => resolve(JSON.parse(reply?.text ?? '{}')),
      ),
    );
    if (error !== undefined) throw new Error(JSON.stringify(error));
    const [{ text }] = (result as { content: [{ text: string }] }).content;
    if (result?.isError === true) throw new Error(text);
    return JSON.parse(text) as JsonObject;
  }

  /** What an approval shows of a call. */
  async effect(name: string, args: object): Promise<PlannedEffect> {
    const tool = this.tools.find(each => each.name === name);
    const context = {
      ...{
        principal: 'ann',
        access: 'write',
        signal: new AbortController().signal,
        operation: { dryRun: true },
        progress() {},
      },
      client: { name: 'desk', version: '1', capabilities: {} },
    };
    const plan = await tool?.plan?.(args as never, context as unknown as Context);
    if (plan === undefined) throw new Error(`${name} has no plan.`);
    return plan.effect;
  }

  async set(name: string, value: number, principal = 'ann', more: object = {}): Promise<number> {
    return Number((await this.call('set_level', { name, value, ...more }, principal)).revision);
  }

  get values(): readonly (number | undefined)[] {
    return [this.levels.get('a'), this.levels.get('b')];
  }
}
