import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Mutex, Semaphore } from './semaphore.js';

/** Work that begins in order and ends when the test says so. */
function work() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const of = (name: string) => () => {
    began.push(name);
    return new Promise<string>(resolve => ends.set(name, () => resolve(name)));
  };
  return { began, of, end: (name: string) => ends.get(name)?.() };
}

describe('a mutex', () => {
  it('runs one piece of work at a time, in the order of arrival', async () => {
    const { began, of, end } = work();
    const mutex = new Mutex();
    const all = ['a', 'b', 'c'].map(name => mutex.run(of(name)));
    for (const name of ['a', 'b', 'c']) {
      await expect.poll(() => began.at(-1)).toBe(name);
      end(name);
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
    expect(mutex.pending).toBe(0);
  });

  it('goes on after work that fails', async () => {
    const mutex = new Mutex();
    const failed = mutex.run(async () => {
      throw new Error('failed');
    });
    const next = mutex.run(() => 'next');
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });

  it('rejects work whose signal aborts while it waits, without holding up the others', async () => {
    const { began, of, end } = work();
    const mutex = new Mutex();
    const stop = new AbortController();
    const first = mutex.run(of('a'));
    const leaving = mutex.run(of('b'), stop.signal);
    const last = mutex.run(of('c'));
    await expect.poll(() => mutex.pending).toBe(3);
    stop.abort(new Error('left'));
    await expect(leaving).rejects.toThrow('left');
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    end('a');
    await first;
    await expect.poll(() => began).toEqual(['a', 'c']);
    end('c');
    await last;
  });

  it('rejects at once where the signal is aborted already', async () => {
    const mutex = new Mutex();
    await expect(mutex.run(() => 1, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(mutex.pending).toBe(0);
  });

  it('is released once, however often that is called', async () => {
    const mutex = new Mutex();
    const release = await mutex.acquire();
    release();
    release();
    await mutex.acquire();
    expect(mutex.pending).toBe(1);
  });

  it('is idle when nothing runs or waits', async () => {
    const { began, of, end } = work();
    const mutex = new Mutex();
    await mutex.idle();
    const all = [mutex.run(of('a')), mutex.run(of('b'))];
    let idle = false;
    const done = mutex.idle().then(() => {
      idle = true;
    });
    await expect.poll(() => mutex.pending).toBe(2);
    end('a');
    await all[0];
    expect(idle).toBe(false);
    await expect.poll(() => began).toEqual(['a', 'b']);
    end('b');
    await done;
  });
});

describe('a semaphore', () => {
  it('runs as many pieces of work at a time as it counts', async () => {
    const { began, of, end } = work();
    const slots = new Semaphore(2);
    const all = ['a', 'b', 'c'].map(name => slots.run(of(name)));
    await expect.poll(() => began).toEqual(['a', 'b']);
    expect(slots.pending).toBe(3);
    end('b');
    await expect.poll(() => began).toEqual(['a', 'b', 'c']);
    end('a');
    end('c');
    await Promise.all(all);
    expect(slots.pending).toBe(0);
  });
});
