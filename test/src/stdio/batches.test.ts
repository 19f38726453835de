import { afterEach, describe, expect, it } from 'vitest';
import { callTool, Lab, notification, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { type Line, Pipe } from './pipe.js';

let lab: Lab;
let pipe: Pipe;

async function open(revision: string): Promise<void> {
  lab = new Lab();
  pipe = new Pipe(lab.world);
  await pipe.initialize(revision);
}

afterEach(() => pipe.end());

async function batch(...messages: string[]): Promise<Line[]> {
  pipe.send(`[${messages.join(',')}]`);
  const [line] = await pipe.received(1);
  return line as Line[];
}

describe('a batch in 2025-03-26', () => {
  it.each([1, 50])('of %i is answered in one line', async count => {
    await open('2025-03-26');
    const answers = await batch(...Array.from({ length: count }, (_, id) => rpc('ping', {}, id)));
    expect(answers).toHaveLength(count);
    expect(pipe.lines).toHaveLength(1);
  });

  it.each([0, 51])('of %i is refused, and none of it runs', async count => {
    await open('2025-03-26');
    pipe.send(
      `[${Array.from({ length: count }, (_, id) => callTool('echo', { mark: 'over' }, id)).join(',')}]`,
    );
    expect((await pipe.answer(null)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('1 to 50'),
    });
    expect(lab.echoed.size).toBe(0);
  });

  it('answers its valid members and its invalid ones', async () => {
    await open('2025-03-26');
    const answers = await batch(
      '1',
      rpc('ping', {}, 'a'),
      '{"jsonrpc":"2.0","id":"b","method":1}',
      notification('x'),
      callTool('echo', { mark: 'c' }, 'c'),
    );
    expect(answers).toHaveLength(4);
    expect(answers.find(({ id }) => id === 'a')?.result).toEqual({});
    expect(answers.find(({ id }) => id === 'b')?.error?.code).toBe(-32600);
    expect(answers.find(({ id }) => id === null)?.error?.code).toBe(-32600);
    expect(textOf(answers.find(({ id }) => id === 'c') as Line)).toBe('c');
  });

  it('of notifications alone is answered with nothing', async () => {
    await open('2025-03-26');
    pipe.send(`[${notification('a')},${notification('b')}]`).send(rpc('ping', {}, 'next'));
    await pipe.answer('next');
    expect(pipe.lines).toHaveLength(1);
  });

  it('must not contain initialize: it is refused, and the session stays', async () => {
    await open('2025-03-26');
    const before = [...pipe.kernel.sessions].map(({ id }) => id);
    const initialize = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} }, 'init');
    const answers = await batch(initialize, rpc('ping', {}, 'ping'));
    expect(answers.find(({ id }) => id === 'init')?.error?.code).toBe(-32600);
    expect(answers.find(({ id }) => id === 'ping')?.result).toEqual({});
    expect([...pipe.kernel.sessions].map(({ id }) => id)).toEqual(before);
  });

  it('whose member is cancelled is answered without it', async () => {
    await open('2025-03-26');
    pipe.send(`[${callTool('hold', { key: 'x' }, 1)},${rpc('ping', {}, 2)}]`);
    await until(() => lab.hold('x').started, 'the call to begin');
    pipe.send(notification('notifications/cancelled', { requestId: 1 }));
    const [line] = await pipe.received(1);
    expect((line as Line[]).map(({ id }) => id)).toEqual([2]);
  });
});

describe('a batch in any other revision', () => {
  it.each(['2024-11-05', '2025-06-18', '2025-11-25'])('is refused in %s', async revision => {
    await open(revision);
    pipe.send(`[${callTool('echo', { mark: 'x' })}]`);
    expect((await pipe.answer(null)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('2025-03-26'),
    });
    expect(lab.echoed.size).toBe(0);
  });

  it('is refused before any session', async () => {
    lab = new Lab();
    pipe = new Pipe(lab.world);
    pipe.send(`[${rpc('ping')}]`);
    expect((await pipe.answer(null)).error?.code).toBe(-32600);
  });
});
