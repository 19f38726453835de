import type { FeedReader } from '@worldwire/server';
import { expect, it, vi } from 'vitest';
import type { Universes } from '../service/universes.js';
import { ANN, addStar, lab } from '../testing/service-lab.js';
import { EffectFeed } from './effect-feed.js';

/** A piece, and the one entry that goes past it. */
const MAX_PIECE = 100 * 1024;

/** A reader that takes one piece and then waits for the test. */
async function slowReader(universes: Universes) {
  const seen: string[] = [];
  const end = vi.fn();
  const reader: FeedReader = {
    drained: undefined,
    write: text => {
      seen.push(text);
      return seen.length === 1;
    },
    end,
  };
  new EffectFeed(universes, await universes.open('u'), 0, reader).start();
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  return { seen, end, reader };
}

it('a page of large entries is written in pieces, each when the one before is taken', async () => {
  const { universes } = await lab();
  const stars = Array.from({ length: 150 }, (_, index) =>
    addStar(`s${index}`, { comet: { note: 'x'.repeat(10_000) } }),
  );
  await universes.execute('u', stars, ANN);
  const { seen, reader } = await slowReader(universes);
  const hasAll = () => seen.at(-1)?.includes('id: 150\n');
  while (!hasAll()) {
    const { length } = seen;
    reader.drained?.();
    await vi.waitFor(() => expect(seen).toHaveLength(length + 1));
  }
  expect(Math.max(...seen.map(text => text.length))).toBeLessThan(MAX_PIECE);
  const ids = [
    ...seen
      .slice(1)
      .join('')
      .matchAll(/^id: (\d+)$/gm),
  ].map(([, id]) => Number(id));
  expect(ids).toEqual(stars.map((_, index) => index + 1));
});

it('a slow reader is closed when its universe is removed in the middle of a page', async () => {
  const { universes } = await lab();
  const stars = Array.from({ length: 50 }, (_, index) =>
    addStar(`s${index}`, { comet: { note: 'x'.repeat(10_000) } }),
  );
  await universes.execute('u', stars, ANN);
  const { seen, end, reader } = await slowReader(universes);
  await universes.remove('u');
  while (end.mock.calls.length === 0) {
    const { length } = seen;
    reader.drained?.();
    await vi.waitFor(() => expect(seen.length > length || end.mock.calls.length > 0).toBe(true));
  }
  expect(end).toHaveBeenCalledTimes(1);
});
