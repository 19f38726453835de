import { randomBytes } from 'node:crypto';
import type { JsonObject } from '@worldwire/protocol';
import { REVISION_2026_07_28 } from '@worldwire/protocol';
import type { ToolAnswer, World } from '@worldwire/server';
import { type Caller, DEFAULT_LIMITS, Kernel, Policy, Principal } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type KitParts, ToolKit } from './tool-kit.js';

const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent };
const published: unknown[] = [];
const parts = {
  log,
  logs: { noteFailure: silent },
  writes: { log: { revision: async () => 4 } },
  publish: (_: string, payload: unknown) => published.push(payload),
};

/** A schema that counts how often it is applied. */
function counted(): { readonly schema: z.ZodString; readonly count: () => number } {
  let count = 0;
  return { schema: z.string().refine(() => ++count > 0), count: () => count };
}

function call(world: World, args: JsonObject): Promise<JsonObject> {
  const kernel = new Kernel(world, {
    limits: DEFAULT_LIMITS,
    policy: new Policy(world, { writes: false, eval: false }),
    log,
    now: () => 0,
    randomBytes,
    secret: new Uint8Array(32),
    audit: { begin: silent, end: silent, refuse: silent },
  });
  const caller: Caller = {
    who: Principal.LOCAL,
    revision: REVISION_2026_07_28,
    capabilities: {},
    client: { name: 'test', version: '1' },
    logLevel: undefined,
    session: undefined,
  };
  const params = { name: 'Read', arguments: args };
  return new Promise(resolve => {
    const outlet = { detach: silent, send: () => true };
    kernel.start({ kind: 'request', id: 1, method: 'tools/call', params }, caller, outlet, reply => {
      resolve((JSON.parse(reply?.text ?? '{}') as { result: JsonObject }).result);
    });
  });
}

describe('a tool', () => {
  const input = counted();
  const output = counted();
  const read = new ToolKit(parts as unknown as KitParts).reading({
    name: 'Read',
    title: 'Read',
    description: 'Reads.',
    input: z.object({ name: input.schema }),
    output: { value: output.schema },
    run: ({ name }) => ({ value: name === 'wrong' ? 7 : name }),
  });
  const world: World = { name: 'test', version: '1', tools: [read] };

  it('has its arguments validated once and its answer once', async () => {
    expect(await call(world, { name: 'size' })).toMatchObject({
      structuredContent: { value: 'size', revision: 4 },
      content: [{ type: 'text', text: '{"value":"size","revision":4}' }],
    });
    expect([input.count(), output.count()]).toEqual([1, 1]);
  });

  it('publishes invalid arguments and invalid answers as failures', async () => {
    published.length = 0;
    for (const args of [{ name: 1 }, { name: 'wrong' }]) {
      expect(await call(world, args as JsonObject)).toMatchObject({ isError: true });
    }
    expect(published).toMatchObject([
      { ok: false, error: { data: { kind: 'InvalidArgument' } } },
      { ok: false, error: { data: { kind: 'Internal' } } },
    ]);
  });
});

describe('a call that was cancelled', () => {
  it('is not logged as an error', async () => {
    const errors: unknown[] = [];
    const own = { ...parts, log: { ...log, error: (about: unknown) => errors.push(about) } };
    const tool = new ToolKit(own as unknown as KitParts).reading({
      ...{ name: 'Fail', title: 'Fail', description: 'Fails.', output: {} },
      run: () => {
        throw new Error('the client left');
      },
    });
    const kindOf = async (signal: AbortSignal) => {
      const answer = (await tool.call({}, { signal, answerBytes: 65_536 } as never)) as ToolAnswer;
      return (answer.options.structured as { error: { kind: string } }).error.kind;
    };
    expect(await kindOf(AbortSignal.abort())).toBe('Timeout');
    expect(errors).toEqual([]);
    expect(await kindOf(new AbortController().signal)).toBe('Internal');
    expect(errors).toHaveLength(1);
  });
});
