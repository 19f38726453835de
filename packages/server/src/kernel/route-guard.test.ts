import { describe, expect, it } from 'vitest';
import { json, type WebRoute } from '../api/web.js';
import { WorldError } from '../api/world-error.js';
import { Lab, named } from './lab.test.js';
import type { WebArrival } from './web-call.js';

const REQUEST: WebArrival = {
  params: {},
  query: new URLSearchParams(),
  header: name => (name === 'idempotency-key' ? 'k-1' : undefined),
  body: undefined,
  who: named('ann'),
};

function route(access: WebRoute['access'], answer: WebRoute['answer']): WebRoute {
  return { method: 'POST', path: '/things/:id', access, answer };
}

describe("a world's own HTTP interface", () => {
  it('refuses a write that needs an approval, and names the way that can wait', async () => {
    const queue = undefined as never;
    const { kernel } = new Lab(
      {},
      { grants: { writes: true }, environment: { approval: { rule: 'writes', by: 'operator', queue } } },
    );
    let asked = false;
    const answer = await kernel.web(
      route('write', () => {
        asked = true;
        return json(200, {});
      }),
      REQUEST,
    );
    expect(answer).toMatchObject({
      status: 403,
      body: expect.stringMatching(/Over MCP.*needs another rule of --approve/),
    });
    expect(asked).toBe(false);
  });

  it.each([
    ['writes', 'refused'],
    ['destructive', 'asked'],
    ['eval', 'asked'],
  ] as const)('with --approve %s, a route that asks before a loss is %s', async (rule, expected) => {
    const queue = undefined as never;
    const { kernel, audits } = new Lab(
      {},
      { grants: { writes: true }, environment: { approval: { rule, by: 'operator', queue } } },
    );
    const changed: string[] = [];
    const write = (loses: boolean) =>
      kernel.web(
        {
          ...route('write', request => {
            if (loses) request.beforeLoss?.();
            changed.push(loses ? 'lost' : 'added');
            return json(200, {});
          }),
          asksBeforeLoss: true,
        },
        REQUEST,
      );
    const [adding, losing] = [await write(false), await write(true)];
    const isAsked = rule === 'destructive';
    expect(adding).toMatchObject({ status: expected === 'asked' ? 200 : 403 });
    expect(losing).toMatchObject({ status: rule === 'eval' ? 200 : 403 });
    expect(changed).toEqual(isAsked ? ['added'] : rule === 'eval' ? ['added', 'lost'] : []);
    const outcomes = isAsked ? ['done', 'denied'] : rule === 'eval' ? ['done', 'done'] : ['denied', 'denied'];
    expect(audits.map(({ outcome }) => outcome)).toEqual(outcomes);
  });

  it('with --approve destructive, a route that does not ask is refused as a whole', async () => {
    const approval = { rule: 'destructive', by: 'operator', queue: undefined as never } as const;
    const { kernel } = new Lab({}, { grants: { writes: true }, environment: { approval } });
    expect(
      await kernel.web(
        route('write', () => json(200, {})),
        REQUEST,
      ),
    ).toMatchObject({ status: 403 });
  });

  it('is held to the ceiling of the operator before it is asked', async () => {
    const { kernel, audits } = new Lab({});
    let asked = false;
    const shut = route('write', () => {
      asked = true;
      return json(200, {});
    });
    const answer = await kernel.web(shut, REQUEST);
    expect(answer).toMatchObject({ status: 403, body: expect.stringContaining('--allow writes') });
    expect(asked).toBe(false);
    expect(audits).toMatchObject([{ tool: 'POST /things/:id', principal: 'ann', outcome: 'denied' }]);
  });

  it('leaves one audit event per write, with its key, and none per read', async () => {
    const { kernel, audits } = new Lab({ opens: 'write' });
    await kernel.web(
      route('write', () => json(200, {})),
      REQUEST,
    );
    await kernel.web(
      route('write', () => json(422, {})),
      REQUEST,
    );
    await kernel.web(
      route('read', () => json(200, {})),
      REQUEST,
    );
    expect(audits).toMatchObject([
      { outcome: 'done', operationKey: 'k-1' },
      { outcome: 'failed', operationKey: 'k-1' },
    ]);
  });

  it('has a key cut and escaped in its audit', async () => {
    const { kernel, audits } = new Lab({});
    const header = () => `k\u009b${'k'.repeat(1_000)}`;
    await kernel.web(
      route('write', () => json(200, {})),
      { ...REQUEST, header },
    );
    expect(audits).toMatchObject([{ outcome: 'denied', operationKey: `k\\u009b${'k'.repeat(253)}…` }]);
  });

  it.each([
    ['InvalidArgument', 400],
    ['PermissionDenied', 403],
    ['NotFound', 404],
    ['Conflict', 409],
    ['RateLimited', 429],
    ['Internal', 500],
    ['Unsupported', 501],
    ['NotReady', 503],
    ['Timeout', 504],
  ] as const)('answers %s with status %i, the message and the hint', async (kind, status) => {
    const { kernel } = new Lab({});
    const failing = route('read', () => {
      throw new WorldError(kind, 'It did not work.', 'Do it otherwise.');
    });
    const answer = await kernel.web(failing, REQUEST);
    const error = { kind, message: 'It did not work.', hint: 'Do it otherwise.' };
    expect(answer).toMatchObject({ status, body: JSON.stringify({ error }) });
  });

  it('keeps a bug to itself, and logs it', async () => {
    const { kernel, errors } = new Lab({});
    const broken = route('read', async () => {
      throw new TypeError('the secret is 42');
    });
    const answer = await kernel.web(broken, REQUEST);
    expect(answer).toMatchObject({ status: 500, body: expect.not.stringContaining('42') });
    expect(errors).toHaveLength(1);
  });

  it('leaves an audit event for a write whose caller went, with what came of it', async () => {
    const { kernel, audits } = new Lab({}, { grants: { writes: true } });
    let finish = () => {};
    const slow = route('write', async () => {
      await new Promise<void>(resolve => {
        finish = resolve;
      });
      return json(200, {});
    });
    let leave = () => {};
    const answering = kernel.web(slow, REQUEST, listener => {
      leave = listener;
      return () => {};
    });
    leave();
    expect(audits).toEqual([]);
    finish();
    await answering;
    expect(audits).toMatchObject([{ outcome: 'done', unread: true, operationKey: 'k-1' }]);
  });

  it('leaves an audit event for a write that never came back when the server stops', async () => {
    const { kernel, audits } = new Lab({}, { grants: { writes: true }, limits: { drainMs: 10 } });
    void kernel.web(
      route('write', () => new Promise(() => {})),
      REQUEST,
    );
    await kernel.close();
    expect(audits).toMatchObject([{ outcome: 'unknown', unread: true }]);
  });

  it('is waited for when the server stops', async () => {
    const order: string[] = [];
    const { kernel } = new Lab({
      close: async () => {
        order.push('world closed');
      },
    });
    let finish = () => {};
    const slow = route('read', async () => {
      await new Promise<void>(resolve => {
        finish = resolve;
      });
      order.push('answered');
      return json(200, {});
    });
    const answering = kernel.web(slow, REQUEST);
    const closing = kernel.close();
    finish();
    await Promise.all([answering, closing]);
    expect(order).toEqual(['answered', 'world closed']);
  });
});
