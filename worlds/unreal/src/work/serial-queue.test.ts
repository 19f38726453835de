import { describe, expect, it } from 'vitest';
import { SerialQueue } from './serial-queue.js';

/** Work that ends on demand. */
function held() {
  const began: string[] = [];
  const ends = new Map<string, (value: string) => void>();
  const work = (name: string) => (signal: AbortSignal) => {
    began.push(name);
    return new Promise<string>((resolve, reject) => {
      ends.set(name, resolve);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return { began, work, end: (name: string) => ends.get(name)?.(name) };
}

const signal = () => new AbortController().signal;

describe('work that runs one at a time', () => {
  it('runs in the order of arrival, one after the other', async () => {
    const queue = new SerialQueue('be tested');
    const { began, work, end } = held();
    const all = ['a', 'b', 'c'].map(name => queue.run(name, signal(), work(name)));
    expect(began).toEqual(['a']);
    end('a');
    expect(await all[0]).toBe('a');
    await expect.poll(() => began).toEqual(['a', 'b']);
    end('b');
    await expect.poll(() => began).toEqual(['a', 'b', 'c']);
    end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('runs in turns between principals, and in the order of arrival for each', async () => {
    const queue = new SerialQueue('be tested');
    const { began, work, end } = held();
    const add = (principal: string, ...names: string[]) =>
      names.map(name => queue.run(name, signal(), work(name), principal));
    const leaving = new AbortController();
    const all = [...add('eve', 'e1', 'e2', 'e3'), ...add('mal', 'm1', 'm2')];
    const left = queue.run('x', leaving.signal, work('x'), 'bob');
    all.push(...add('bob', 'b1'), ...add('ada', 'a1'));
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    for (const name of ['e1', 'e2', 'm1', 'b1', 'a1', 'e3', 'm2']) {
      await expect.poll(() => began.at(-1)).toBe(name);
      end(name);
    }
    await Promise.all(all);
    expect(began).toHaveLength(7);
  });

  it('is shared by callers with the same key', async () => {
    const queue = new SerialQueue('be tested');
    const { began, work, end } = held();
    const all = Array.from({ length: 24 }, () => queue.run('a', signal(), work('a')));
    end('a');
    expect(new Set(await Promise.all(all))).toEqual(new Set(['a']));
    expect(began).toEqual(['a']);
  });

  it('gives its result to one caller per turn of the event loop', async () => {
    const queue = new SerialQueue('be tested');
    let turn = 0;
    const count = () => {
      turn++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const turns = await Promise.all(
      Array.from({ length: 4 }, async () => {
        await queue.run('a', signal(), async () => 'a');
        const end = performance.now() + 6;
        while (performance.now() < end);
        return turn;
      }),
    );
    clearImmediate(next);
    expect(new Set(turns).size).toBe(4);
  });

  it('leaves the queue when its only caller leaves, and stops if it runs', async () => {
    const queue = new SerialQueue('be tested');
    const { began, work, end } = held();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = queue.run('a', first.signal, work('a'));
    const waiting = queue.run('b', second.signal, work('b'));
    const last = queue.run('c', signal(), work('c'));
    second.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
    first.abort(new Error('left too'));
    await expect(running).rejects.toThrow('left too');
    await expect.poll(() => began).toEqual(['a', 'c']);
    end('c');
    expect(await last).toBe('c');
  });

  it('continues for the remaining callers', async () => {
    const queue = new SerialQueue('be tested');
    const { work, end } = held();
    const leaving = new AbortController();
    const gone = queue.run('a', leaving.signal, work('a'));
    const staying = queue.run('a', signal(), work('a'));
    leaving.abort(new Error('left'));
    await expect(gone).rejects.toThrow('left');
    end('a');
    expect(await staying).toBe('a');
  });

  it('is refused when the queue is full, and accepted again afterwards', async () => {
    const queue = new SerialQueue('be tested');
    let open = () => {};
    const gate = new Promise<void>(resolve => {
      open = resolve;
    });
    const all = Array.from({ length: 256 }, (_, at) => queue.run(`${at}`, signal(), () => gate));
    await expect(queue.run('more', signal(), () => gate)).rejects.toThrow(
      '256 requests already wait to be tested',
    );
    open();
    await Promise.all(all);
    expect(await queue.run('more', signal(), async () => 'more')).toBe('more');
  });
});
