import { describe, expect, it, vi } from 'vitest';
import { FakeEditor, json } from '../fake-editor/index.js';
import { Bench } from './bench.js';
import { open, QUICK, recorder } from './open-bench.js';
import { openEditor } from './source.js';

describe('the state of an editor', () => {
  it('is connecting at first and ready after the first answer', async () => {
    const { bench } = await open({ impatient: true });
    expect(bench.source.state.status).toBe('connecting');
    expect(bench.source.probe).toBeUndefined();
    await bench.until('ready');
    expect(bench.states).toEqual(['ready']);
    expect(bench.source.probe?.engineVersion).toMatch(/^5\.5/);
  });

  it('makes calls wait while it is connecting', async () => {
    const { bench } = await open({ impatient: true });
    const levels = await bench.call('level.list', {});
    expect(levels).not.toEqual([]);
  });

  it('is gone when nothing answers, and calls fail at once', async () => {
    const stopped = await FakeEditor.start();
    await stopped.stop();
    const source = openEditor({
      url: stopped.url,
      fetch,
      now: Date.now,
      log: recorder([]),
      intervals: { poll: 60_000 },
    });
    const bench = new Bench(source);
    const waiting = bench.fails('gone', bench.call('level.list', {}));
    await bench.until('gone');
    const error = await waiting;
    expect(error.unsure).toBe(false);
    expect(error.enable).toMatch(/Start the editor/);
    await bench.fails('gone', bench.call('actor.spawn', { class: 'PointLight' }));
    expect(source.state.reason).toContain(stopped.url);
    await source.close();
  });

  it('rejects an invalid address, or one with a name and a password', () => {
    for (const url of ['not an address', 'ftp://127.0.0.1', 'http://me:secret@127.0.0.1:30010']) {
      expect(() => openEditor({ url, fetch, now: Date.now, log: recorder([]) })).toThrow(/address/);
    }
  });

  it('becomes gone when the editor stops, without another request', async () => {
    const { bench, editor } = await open({
      source: { intervals: { ...QUICK, poll: 20, longestPoll: 60_000 } },
    });
    await editor.stop();
    await bench.until('gone');
    const before = editor.requests.length;
    const error = await bench.fails('gone', bench.call('level.list', {}));
    expect(error.message).toContain('No editor answers');
    expect(editor.requests.length).toBe(before);
    expect(bench.source.probe).toBeUndefined();
  });

  it('becomes gone when a call cannot connect, not with the next poll', async () => {
    const { bench, editor } = await open({
      source: { intervals: { ...QUICK, poll: 60_000, longestPoll: 60_000 } },
    });
    await editor.stop();
    await bench.fails('gone', bench.call('level.list', {}));
    await bench.until('gone');
  });

  it('is back after a restart, with a new probe', async () => {
    const { bench, editor } = await open();
    const [before] = (await bench.call('actor.list', { limit: 1 })).items;
    await editor.stop();
    await bench.until('gone');
    const back = bench.event(event => event.kind === 'state' && event.state.status === 'back');
    await editor.comeBack({ version: '5.8', python: false, manyActors: 3 });
    await back;
    await bench.until('ready');
    expect(bench.states).toEqual(['ready', 'gone', 'back', 'ready']);
    expect(bench.source.probe?.engineVersion).toMatch(/^5\.8/);
    expect(bench.gate('python').state).toBe('closed');
    const after = await bench.call('actor.list', { limit: 100 });
    expect(after.total).toBe(6);
    expect(before).toBeDefined();
  });

  it('finds the functions of another version after a restart', async () => {
    const { bench, editor } = await open({ fake: { version: '5.5' } });
    await bench.call('actor.list', {});
    await editor.stop();
    await bench.until('gone');
    const back = bench.event(event => event.kind === 'state' && event.state.status === 'ready');
    await editor.comeBack({ version: '4.27', variant: 'b' });
    await back;
    expect((await bench.call('actor.list', {})).items[0]?.location).toBeDefined();
  });

  it('polls a missing editor less and less often', async () => {
    const pauses: number[] = [];
    const timer = vi.spyOn(globalThis, 'setTimeout');
    let asked = 0;
    const source = openEditor({
      url: 'http://127.0.0.1:9',
      fetch: () => {
        asked++;
        return Promise.reject(
          Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
        );
      },
      now: () => 0,
      log: recorder([]),
      limits: { callMs: 30_000 },
      intervals: { poll: 1, longestPoll: 4 },
    });
    const bench = new Bench(source);
    while (asked < 6) await new Promise(resolve => setImmediate(resolve));
    for (const [, milliseconds = 0] of timer.mock.calls) if (milliseconds < 1_000) pauses.push(milliseconds);
    timer.mockRestore();
    expect(pauses.slice(0, 6)).toEqual([0, 1, 2, 4, 4, 4]);
    expect(bench.states).toEqual(['gone']);
    await source.close();
  });

  it('is throttled while the usual answer takes longer than 250 ms, with the line that changes that', async () => {
    let latency = 320;
    const { bench } = await open({ latencyMs: () => latency });
    expect(bench.source.state.status).toBe('throttled');
    expect(bench.source.state.reason).toContain('bThrottleCPUWhenNotForeground=False');
    expect(bench.source.state.reason).toContain('[/Script/UnrealEd.EditorPerformanceSettings]');
    await bench.call('project.describe', {});
    latency = 28;
    await bench.until('ready');
    expect(bench.states).toEqual(['throttled', 'ready']);
  });

  it('is not throttled by one slow answer', async () => {
    let slow = false;
    const { bench, editor } = await open({ latencyMs: () => (slow ? 9000 : 20) });
    slow = true;
    await editor.received(({ path }) => path === '/remote/info');
    slow = false;
    await editor.received(({ path }) => path === '/remote/info');
    await editor.received(({ path }) => path === '/remote/info');
    expect(bench.states).toEqual(['ready']);
  });

  it('is gone when the editor does not answer a poll in time', async () => {
    const { bench, editor } = await open({ source: { intervals: QUICK, limits: { callMs: 300 } } });
    editor.fail('hang');
    await bench.until('gone');
    expect(bench.source.state.reason).toMatch(/did not answer within 300 ms/);
    editor.heal();
    await bench.until('ready');
  });

  it('is not gone while a long call keeps the editor from answering polls', async () => {
    const { bench, editor } = await open({ source: { intervals: QUICK, limits: { callMs: 300 } } });
    const python = ({ path }: { path: string }) => path === '/remote/object/call';
    editor.fail('hang', python, 1);
    const stop = new AbortController();
    const running = bench.fails(
      'failed',
      bench.call('python.run', { code: '1', mode: 'file' }, { signal: stop.signal }),
    );
    await editor.received(python);
    editor.fail('hang', ({ path }) => path === '/remote/info', 2);
    await editor.received(({ path }) => path === '/remote/info');
    await editor.received(({ path }) => path === '/remote/info');
    await editor.received(({ path }) => path === '/remote/info');
    expect(bench.states).toEqual(['ready']);
    stop.abort();
    await running;
  });

  it('is gone, with a reason, when another program answers at the address', async () => {
    const page = { status: 200, type: 'text/html', body: Buffer.from('<html>Hello</html>') };
    const { bench, editor } = await open();
    await editor.stop();
    await bench.until('gone');
    await editor.comeBack();
    editor.fail(page);
    await editor.received(() => true);
    expect(bench.source.state.status).toBe('gone');
    editor.heal();
    await bench.until('ready');
    editor.fail(json({ hello: 'world' }));
    await bench.until('gone');
    expect(bench.source.state.reason).toMatch(/not the Remote Control/);
  });

  it('is gone after close, which can be called twice and ends pending calls', async () => {
    const { bench, editor } = await open();
    editor.fail('hang', ({ path }) => path === '/remote/object/call');
    const arrived = editor.received(({ path }) => path === '/remote/object/call');
    const read = bench.fails('gone', bench.call('level.list', {}));
    const write = bench.fails('gone', bench.call('python.run', { code: '1', mode: 'file' }));
    await arrived;
    await Promise.all([bench.source.close(), bench.source.close()]);
    expect((await read).unsure).toBe(false);
    expect((await write).unsure).toBe(true);
    expect(bench.source.state.status).toBe('gone');
    await bench.fails('gone', bench.call('level.list', {}));
    expect(bench.states).toEqual(['ready', 'gone']);
  });

  it('survives a listener that throws', async () => {
    const { bench, editor, logged } = await open();
    bench.source.listen(() => {
      throw new Error('no');
    });
    await editor.stop();
    await bench.until('gone');
    expect(logged.some(({ level, message }) => level === 'error' && message === 'a listener failed')).toBe(
      true,
    );
  });
});
