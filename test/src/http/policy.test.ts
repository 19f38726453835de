import { defineWorld, error, text, tool, type World } from '@worldwire/server';
import type { Grants } from '@worldwire/server/internal';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Hold, notification, post, reply, textOf, type WireReply } from './lab.js';
import { pipeline } from './raw-socket.js';
import { until } from './until.js';

let server: TestServer;
let changed: string[];
let hold: Hold;
/** Whether the tool `wait` ignores its signal. */
let deaf: boolean;

afterEach(() => server.close());

function garden(opens?: World['opens']): World {
  changed = [];
  hold = new Hold();
  deaf = false;
  const write = (name: string, access: 'write' | 'danger', act: (word: string) => unknown = text) =>
    tool({
      name,
      description: 'Changes the world.',
      access,
      input: z.object({ word: z.string().max(20) }),
      call: ({ word }) => {
        changed.push(`${name} ${word}`);
        return act(word);
      },
    });
  return defineWorld({
    name: 'garden',
    version: '1.0.0',
    ...(opens !== undefined && { opens }),
    tools: [
      tool({ name: 'look', description: 'Looks.', access: 'read', call: () => text('seen') }),
      write('plant', 'write'),
      write('dig', 'danger'),
      write('fail', 'write', () => error('The soil is too hard.')),
      write('crash', 'write', () => {
        throw new Error('internal');
      }),
      tool({
        name: 'wait',
        description: 'Changes the world slowly.',
        access: 'write',
        async call(_args, context) {
          const said = await hold.run(context, false, deaf);
          if (!deaf) context.signal.throwIfAborted();
          return said;
        },
      }),
      tool({
        name: 'confirm',
        description: 'Asks, then changes the world.',
        access: 'write',
        async call(_args, context) {
          await context.elicit('sure', { message: 'Sure?', schema: z.object({ sure: z.boolean() }) });
          changed.push('confirm');
          return text('done');
        },
      }),
    ],
  });
}

async function start(grants?: Grants, opens?: World['opens']): Promise<Record<string, string>> {
  server = await startServer({ world: garden(opens), ...(grants !== undefined && { grants }) });
  return openSession(server.url);
}

async function call(
  headers: Record<string, string>,
  name: string,
  args: object = { word: 'rose' },
): Promise<WireReply> {
  return reply(post(server.url, headers, callTool(name, args)));
}

const outcomes = () => server.audits.map(({ tool: name, outcome }) => `${name} ${outcome}`);

describe('what the operator has not allowed', () => {
  it.each([
    ['plant', '--allow writes'],
    ['dig', '--allow eval'],
  ])('is denied by default, with a hint that names the flag: %s', async (name, flag) => {
    const session = await start();
    const answers = [
      await call(session, name),
      await reply(fetch(server.url, modern('tools/call', { name, arguments: { word: 'rose' } }))),
    ];
    for (const answer of answers) {
      expect(answer.result?.isError).toBe(true);
      expect(textOf(answer)).toContain('PermissionDenied');
      expect(textOf(answer)).toContain(flag);
    }
    expect(changed).toEqual([]);
    expect(outcomes()).toEqual([`${name} denied`, `${name} denied`]);
  });

  it('stays denied whatever the request claims', async () => {
    const session = await start();
    const unknown = callTool('plant', { word: 'rose' }, 1, { 'worldwire/allow': 'writes' });
    const refused = await reply(post(server.url, session, unknown));
    expect(refused.error?.message).toContain('unknown key "worldwire/allow"');
    const meta = { access: 'danger', grants: { writes: true }, 'example.org/allow': 'writes' };
    const body = callTool('plant', { word: 'rose' }, 1, meta);
    const headers = { ...session, 'x-allow': 'writes', 'mcp-allow': 'writes' };
    expect(textOf(await reply(post(`${server.url}?allow=writes`, headers, body)))).toContain(
      'PermissionDenied',
    );
    const claimed = await openSession(server.url, '2025-11-25', {
      writes: {},
      experimental: { allow: ['writes'] },
    });
    expect(textOf(await call(claimed, 'plant'))).toContain('PermissionDenied');
    expect(changed).toEqual([]);
  });

  it('is denied before its arguments are validated, and only once in the audit', async () => {
    const session = await start();
    expect(textOf(await call(session, 'plant', { wrong: true }))).toContain('PermissionDenied');
    expect(outcomes()).toEqual(['plant denied']);
  });

  it('includes running code where only writes are allowed', async () => {
    const session = await start({ writes: true });
    expect(textOf(await call(session, 'plant'))).toBe('rose');
    expect(textOf(await call(session, 'dig'))).toContain('--allow eval');
    expect(changed).toEqual(['plant rose']);
  });

  it('includes what the world allows by default, with --read-only', async () => {
    const session = await start({ readOnly: true, writes: true, eval: true }, 'write');
    expect(textOf(await call(session, 'plant'))).toContain('--read-only');
    expect(textOf(await call(session, 'look', {}))).toBe('seen');
    expect(changed).toEqual([]);
  });
});

describe('the audit', () => {
  it('has exactly one event for each write, whatever its outcome, and none for reads', async () => {
    const session = await start({ writes: true });
    await call(session, 'look', {});
    await call(session, 'plant');
    await call(session, 'fail');
    await call(session, 'crash');
    await call(session, 'plant', { word: 5 });
    await call(session, 'plant', {});
    expect(outcomes()).toEqual([
      'plant done',
      'fail failed',
      'crash failed',
      'plant invalid',
      'plant invalid',
    ]);
    const old = await openSession(server.url, '2025-03-26');
    expect((await call(old, 'plant', { word: 5 })).error?.code).toBe(-32602);
    expect(outcomes().slice(5)).toEqual(['plant invalid']);
    expect(server.audits[0]).toMatchObject({
      world: 'garden',
      principal: 'local',
      client: 'test',
      tool: 'plant',
      access: 'write',
    });
  });

  it('has exactly one event for a write cancelled by notification', async () => {
    const session = await start({ writes: true });
    const pending = post(server.url, session, callTool('wait', {}, 7));
    await until(() => hold.started, 'the call to begin');
    await post(server.url, session, notification('notifications/cancelled', { requestId: 7 }));
    await pending;
    await until(() => hold.finished, 'the handler to end');
    await until(() => server.audits.length > 0, 'the audit event');
    expect(outcomes()).toEqual(['wait cancelled']);
  });

  it('has exactly one event for a write cancelled by disconnect', async () => {
    await start({ writes: true });
    const socket = await pipeline(server.port, [modern('tools/call', { name: 'wait' })]);
    await until(() => hold.started, 'the call to begin');
    socket.destroy();
    await until(() => server.audits.length > 0, 'the audit event');
    expect(outcomes()).toEqual(['wait cancelled']);
  });

  it('has the outcome of a write that continues after its client disconnected, as unread', async () => {
    await start({ writes: true });
    deaf = true;
    const socket = await pipeline(server.port, [modern('tools/call', { name: 'wait' })]);
    await until(() => hold.started, 'the call to begin');
    socket.destroy();
    await until(() => hold.aborted !== undefined, 'the call to be cancelled');
    expect(outcomes()).toEqual([]);
    hold.release();
    await until(() => server.audits.length > 0, 'the audit event');
    expect(server.audits).toMatchObject([{ tool: 'wait', outcome: 'done', unread: true }]);
  });

  it('has one event for each round of a write that asks first, and changes nothing in the first', async () => {
    await start({ writes: true });
    const capabilities = { elicitation: {} };
    const asked = await reply(fetch(server.url, modern('tools/call', { name: 'confirm' }, { capabilities })));
    expect(outcomes()).toEqual(['confirm asked']);
    expect(changed).toEqual([]);
    const inputResponses = { sure: { action: 'accept', content: { sure: true } } };
    const params = { name: 'confirm', inputResponses, requestState: asked.result?.requestState };
    await reply(fetch(server.url, modern('tools/call', params, { capabilities })));
    expect(outcomes()).toEqual(['confirm asked', 'confirm done']);
  });

  it('has one event for a write that continues after its client disconnected, before 2026', async () => {
    const session = await start({ writes: true });
    const socket = await pipeline(server.port, [{ headers: session, body: callTool('wait', {}, 1) }]);
    await until(() => hold.started, 'the call to begin');
    socket.destroy();
    hold.release();
    await until(() => server.audits.length > 0, 'the audit event');
    expect(outcomes()).toEqual(['wait done']);
  });
});
