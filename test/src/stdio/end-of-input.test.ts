import { beforeEach, describe, expect, it } from 'vitest';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { until, within } from '../http/until.js';
import { type Line, Pipe, stateless } from './pipe.js';

let lab: Lab;
let pipe: Pipe;

beforeEach(async () => {
  lab = new Lab();
  pipe = new Pipe(lab.world, { limits: { drainMs: 100 } });
  await pipe.initialize('2025-11-25', { elicitation: {} });
});

describe('the end of the input', () => {
  it('lets requests in flight of both eras finish, and answers them', async () => {
    pipe.send(callTool('hold', { key: 'old' }, 'old'));
    pipe.send(stateless('tools/call', { name: 'hold', arguments: { key: 'new' } }, 'new'));
    await until(() => lab.hold('old').started && lab.hold('new').started, 'the calls to begin');
    pipe.input.end();
    await until(() => pipe.input.readableEnded, 'the end to be read');
    expect(pipe.closed).toBe(false);
    lab.hold('old').release();
    lab.hold('new').release();
    expect(textOf(await pipe.answer('old'))).toBe('held to the end');
    expect(textOf(await pipe.answer('new'))).toBe('held to the end');
    await pipe.end();
    expect(pipe.kernel.sessions.size).toBe(0);
  });

  it('counts a last line without its newline', async () => {
    pipe.input.write(rpc('ping', {}, 'last'));
    pipe.input.end();
    expect((await pipe.answer('last')).result).toEqual({});
    await pipe.end();
  });

  it('answers everything that was sent before it', async () => {
    for (let id = 0; id < 500; id++) pipe.send(callTool('echo', { mark: `m${id}` }, id));
    await pipe.end();
    expect(pipe.lines).toHaveLength(500);
  });

  it('closes at once when nothing is in flight', async () => {
    await pipe.end();
    expect(pipe.lines).toEqual([]);
  });

  it('ends a subscription', async () => {
    pipe.send(stateless('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'listen'));
    await pipe.received(1);
    await within(pipe.end(), 'the wire to close');
  });

  it('ends every subscription, even those whose client gave them one id', async () => {
    const listen = stateless('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'same');
    pipe.send(listen).send(listen);
    await pipe.received(2);
    await within(pipe.end(), 'the wire to close');
  });

  it('ends a question', async () => {
    pipe.send(callTool('ask', {}, 1));
    await until(
      () => (pipe.lines as Line[]).some(({ method }) => method === 'elicitation/create'),
      'the question',
    );
    await within(pipe.end(), 'the wire to close');
  });

  it('leaves half a message unserved, with an error for it', async () => {
    pipe.input.write('{"jsonrpc":"2.0","id":1,"meth');
    pipe.input.end();
    expect((await pipe.answer(null)).error?.code).toBe(-32700);
    await pipe.end();
  });
});

describe('close()', () => {
  it('finishes requests in flight and reads no more', async () => {
    pipe.send(callTool('hold', { key: 'x' }, 1));
    await until(() => lab.hold('x').started, 'the call to begin');
    const closing = pipe.wire.close();
    pipe.send(callTool('echo', { mark: 'too late' }, 2));
    lab.hold('x').release();
    await within(closing, 'closing');
    expect(textOf(await pipe.answer(1))).toBe('held to the end');
    expect(lab.echoed.size).toBe(0);
    await pipe.kernel.close();
  });
});

describe('a closed output', () => {
  it('ends the wire instead of the process', async () => {
    pipe.output.destroy(new Error('EPIPE'));
    pipe.send(rpc('ping', {}, 1));
    await within(pipe.wire.closed, 'the wire to close');
    await pipe.kernel.close();
  });
});
