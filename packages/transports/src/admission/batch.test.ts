import { readMessage } from '@worldwire/protocol';
import { createMemory, DEFAULT_LIMITS } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { PendingWrites } from '../bounds/pending-writes.js';
import { serveBatch } from './batch.js';

/** A batch whose calls end when the test says so. */
function open() {
  const running = new Map<unknown, (text?: string) => void>();
  const finished: (string | undefined)[] = [];
  const items = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'm' }));
  serveBatch(items, {
    principal: 'ada',
    waiting: PendingWrites.of(createMemory(DEFAULT_LIMITS)),
    resultBytes: 1_000,
    read: readMessage,
    take: () => {},
    refuse: () => '',
    start: ({ id }, done) => {
      running.set(id, done);
      return { cancel: () => {} };
    },
    finish: text => finished.push(text),
  });
  return {
    running,
    finished,
    end: (id: number) => {
      running.get(id)?.(String(id));
      running.delete(id);
    },
  };
}

describe('the calls of a batch', () => {
  it('run eight at a time: the next begins when one ends', () => {
    const { running, end } = open();
    expect([...running.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    end(3);
    expect([...running.keys()]).toEqual([0, 1, 2, 4, 5, 6, 7, 8]);
  });

  it('are answered together, once, when the last has ended', () => {
    const { finished, end } = open();
    for (let id = 0; id < 19; id++) end(id);
    expect(finished).toEqual([]);
    end(19);
    expect(finished).toEqual([`[${Array.from({ length: 20 }, (_, id) => id).join(',')}]`]);
  });
});
