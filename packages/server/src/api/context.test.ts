import { REVISIONS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { ALL_CAPABILITIES, Lab } from '../kernel/lab.test.js';
import type { Context } from './context.js';
import { tool } from './tool.js';

async function seen<Value>(
  look: (context: Context) => Value,
  revision = REVISIONS[0]!,
  meta: Record<string, string | number> = {},
): Promise<Value | undefined> {
  let found: Value | undefined;
  const spy = tool({
    name: 'spy',
    description: 'Looks.',
    access: 'read',
    call: (_args, context) => {
      found = look(context);
    },
  });
  const lab = new Lab({ tools: [spy] });
  await lab.callTool(lab.caller(revision, ALL_CAPABILITIES, 'ada'), 'spy', {}, { _meta: meta });
  return found;
}

describe.each(REVISIONS)('the context of a handler ($id)', revision => {
  it('says who calls, with which client, in which revision', async () => {
    const facts = await seen(
      ({ principal, client, revision }) => ({ principal, client, revision }),
      revision,
    );
    expect(facts).toEqual({
      principal: 'ada',
      client: { name: 'lab-client', version: '1', capabilities: ALL_CAPABILITIES },
      revision: revision.id,
    });
  });

  it('has the retry key and the expected revision where the request carries them', async () => {
    const meta = { 'worldwire/operationKey': 'k-1', 'worldwire/ifRevision': 7 };
    expect(await seen(context => context.operation, revision, meta)).toEqual({ key: 'k-1', ifRevision: 7 });
    expect(await seen(context => context.operation, revision)).toEqual({});
    // Ignored in silence, a retry would be done twice.
    expect(
      await seen(context => context.operation, revision, { 'worldwire/operationKey': 7 }),
    ).toBeUndefined();
  });

  it.each(['', 'k'.repeat(256), 'a\nb', 'a\u009bb', 'a\u2028b', 'a\u202eb', '\ud800'])(
    'refuses the operation key %j',
    async key => {
      const spy = tool({
        name: 'spy',
        description: 'Looks.',
        access: 'read',
        call: (_args, context) => context.operation.key,
      });
      const lab = new Lab({ tools: [spy] });
      const more = { _meta: { 'worldwire/operationKey': key } };
      const { result } = await lab.callTool(lab.caller(revision), 'spy', {}, more);
      expect(result).toMatchObject({
        isError: true,
        content: [
          {
            text: expect.stringMatching(
              /^InvalidArgument: operationKey \(or _meta\["worldwire\/operationKey"\]\) must be a string of 1 to 255 visible characters\.\nHint: /,
            ),
          },
        ],
      });
    },
  );

  it.each(['k'.repeat(255), 'Ключ 1'])('accepts the operation key %j', async key => {
    const meta = { 'worldwire/operationKey': key };
    expect(await seen(context => context.operation.key, revision, meta)).toBe(key);
  });

  it('has a signal that is not aborted', async () => {
    expect(await seen(context => context.signal.aborted, revision)).toBe(false);
  });

  it('lets the handler end its stream early', async () => {
    const leave = tool({
      name: 'leave',
      description: 'Leaves.',
      access: 'read',
      call: (_args, context) => context.detach(),
    });
    const lab = new Lab({ tools: [leave] });
    const exchange = lab.sendTool(lab.caller(revision), 'leave');
    await exchange.answer();
    expect(exchange.detached).toBe(1);
  });
});
