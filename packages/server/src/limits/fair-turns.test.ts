import { describe, expect, it } from 'vitest';
import type { Steps } from '../api/steps.js';
import { FairTurns } from './fair-turns.js';

/** A clock that one step moves by `ms`. */
function slowClock(ms: number): { readonly elapsed: () => number; tick(): void } {
  let now = 0;
  return {
    elapsed: () => now,
    tick: () => {
      now += ms;
    },
  };
}

function* counted(name: string, count: number, order: string[], tick = () => {}): Steps<string> {
  for (let n = 0; n < count; n++) {
    order.push(name);
    tick();
    yield;
  }
  return `${name} done`;
}

describe('FairTurns', () => {
  it('gives each principal one step in its turn', async () => {
    const order: string[] = [];
    const turns = new FairTurns(() => 0);
    const results = await Promise.all([
      turns.run('ada', counted('ada', 3, order)),
      turns.run('bob', counted('bob', 2, order)),
    ]);
    expect(order).toEqual(['ada', 'bob', 'ada', 'bob', 'ada']);
    expect(results).toEqual(['ada done', 'bob done']);
  });

  it('counts the work that has not ended', async () => {
    const turns = new FairTurns(() => 0);
    const work = ['ada', 'ada', 'bob'].map(name => turns.once(name, () => {}));
    expect(turns.queued).toBe(3);
    await Promise.all(work);
    expect(turns.queued).toBe(0);
  });

  it('gives each principal its step where one step takes the whole turn', async () => {
    const order: string[] = [];
    const { elapsed, tick } = slowClock(10);
    const turns = new FairTurns(elapsed);
    await Promise.all(['ada', 'bob', 'eve'].map(name => turns.run(name, counted(name, 2, order, tick))));
    expect(order).toEqual(['ada', 'bob', 'eve', 'ada', 'bob', 'eve']);
  });

  it('runs the work of one principal in the order in which it came', async () => {
    const order: string[] = [];
    const turns = new FairTurns(() => 0);
    const work = ['first', 'second', 'third'].map(name => turns.run('ada', counted(name, 2, order)));
    await Promise.all(work);
    expect(order).toEqual(['first', 'first', 'second', 'second', 'third', 'third']);
  });

  it('lets other events be served between turns', async () => {
    const order: string[] = [];
    const { elapsed, tick } = slowClock(10);
    const turns = new FairTurns(elapsed);
    const heavy = turns.run('ada', counted('heavy', 3, order, tick));
    const cheap = () => setImmediate(() => order.push('cheap'));
    cheap();
    await new Promise(setImmediate);
    cheap();
    await heavy;
    expect(order.indexOf('cheap')).toBeLessThan(order.lastIndexOf('heavy'));
  });

  it('keeps work that a step adds for its own principal while more of it waits', async () => {
    const turns = new FairTurns(() => 0);
    let added: Promise<string> | undefined;
    const first = turns.once('ada', () => {
      added = turns.once('ada', () => 'added');
      return 'first';
    });
    const second = turns.once('ada', () => 'second');
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
    expect(await added).toBe('added');
  });

  it('rejects with what a step throws, and goes on with the next work', async () => {
    const turns = new FairTurns(() => 0);
    const failed = turns.once('ada', () => {
      throw new Error('no');
    });
    const next = turns.once('ada', () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('stops work whose signal aborts', async () => {
    const order: string[] = [];
    const turns = new FairTurns(() => 0);
    const controller = new AbortController();
    const stopped = turns.run(
      'ada',
      counted('ada', 1_000, order, () => order.length === 2 && controller.abort(new Error('enough'))),
      controller.signal,
    );
    await expect(stopped).rejects.toThrow('enough');
    expect(order).toHaveLength(2);
  });

  it('lets stopped work release what it holds', async () => {
    const turns = new FairTurns(() => 0);
    const controller = new AbortController();
    let held = false;
    const holding = function* (): Steps<void> {
      held = true;
      try {
        for (;;) {
          controller.abort(new Error('enough'));
          yield;
        }
      } finally {
        held = false;
      }
    };
    await expect(turns.run('ada', holding(), controller.signal)).rejects.toThrow('enough');
    expect(held).toBe(false);
  });

  it('serves other events between two results, however little they cost', async () => {
    const turns = new FairTurns(() => 0);
    const order: string[] = [];
    const results = ['first', 'second'].map(name =>
      turns.once('ada', () => name).then(result => order.push(result)),
    );
    setImmediate(() => order.push('other'));
    await Promise.all(results);
    expect(order).toEqual(['first', 'other', 'second']);
  });

  it('refuses work of a principal with a full queue, and of no other principal', async () => {
    const turns = new FairTurns(() => 0);
    const waiting = Array.from({ length: 256 }, () => turns.once('ada', () => 'done'));
    await expect(turns.once('ada', () => 'one more')).rejects.toThrow('256 expensive requests');
    expect(await turns.once('bob', () => 'bob')).toBe('bob');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
  });
});
