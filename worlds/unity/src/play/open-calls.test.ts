import { describe, expect, it } from 'vitest';
import { OpenCalls } from './open-calls.js';

const never = () => new Promise<void>(() => {});

describe('long calls of an engine', () => {
  it('are 16 of a principal at most, until the engine answers', async () => {
    const open = new OpenCalls();
    let answer = () => {};
    const first = open.run(
      'ada',
      () =>
        new Promise<void>(resolve => {
          answer = resolve;
        }),
    );
    for (let count = 1; count < 16; count++) open.run('ada', never);
    expect(() => open.run('ada', never)).toThrow('16 of them yours');
    open.run('bob', never);
    answer();
    await first;
    open.run('ada', never);
    expect(() => open.run('ada', never)).toThrow('The engine works on 17 long calls');
  });

  it('are 64 in all, and one that fails ends, too', async () => {
    const open = new OpenCalls();
    let fail = (_: Error) => {};
    const failing = open.run(
      'p0',
      () =>
        new Promise<void>((_, reject) => {
          fail = reject;
        }),
    );
    for (let count = 1; count < 64; count++) open.run(`p${count % 8}`, never);
    expect(() => open.run('eve', never)).toThrow('64 in all');
    fail(new Error('lost'));
    await failing.catch(() => {});
    open.run('eve', never);
  });
});
