import { describe, expect, it } from 'vitest';
import { open } from './open-bench.js';

const COUNT = 300_000;
const LEVEL = '/Game/Maps/Hall.Hall:PersistentLevel';

/** The fake with very many actors like its door. */
function crowded(): { readonly fetch: typeof fetch; readonly lists: () => number } {
  const paths = Array.from({ length: COUNT }, (_, at) => `${LEVEL}.Crate_${(at * 7_919) % COUNT}`);
  const body = JSON.stringify({ ReturnValue: paths });
  let lists = 0;
  return {
    lists: () => lists,
    fetch: async (input, init) => {
      const sent = String(init?.body ?? '');
      if (!sent.includes('"GetAllLevelActors"')) {
        if (!sent.includes('.Crate_')) return fetch(input, init);
        return fetch(input, { ...init, body: sent.replace(/Crate_\d+/g, 'Door_1') });
      }
      lists++;
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    },
  };
}

describe(`a level with ${COUNT} actors`, () => {
  it('is listed page by page from one answer of the editor, while other events are served', async () => {
    const crowd = crowded();
    const { bench } = await open({ source: { fetch: crowd.fetch }, fake: { manyActors: 20, python: false } });
    const before = crowd.lists();
    let served = 0;
    const count = () => {
      served++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const first = await bench.call('actor.list', { limit: 3 });
    clearImmediate(next);
    expect(first.total).toBe(COUNT);
    expect(served).toBeGreaterThan(20);
    const second = await bench.call('actor.list', { limit: 3, cursor: first.nextCursor as string });
    expect(second.total).toBe(COUNT);
    expect(crowd.lists() - before).toBe(1);
    expect(second.nextCursor).toBe(`${LEVEL}.Crate_10000`);
  });

  it('is read once for many concurrent callers', async () => {
    const crowd = crowded();
    const { bench } = await open({ source: { fetch: crowd.fetch }, fake: { python: false } });
    const before = crowd.lists();
    const lists = Array.from({ length: 24 }, () => bench.call('actor.list', { limit: 1 }));
    for (const { total } of await Promise.all(lists)) expect(total).toBe(COUNT);
    expect(crowd.lists() - before).toBe(1);
  });
});
