import { SseDecoder } from '@worldwire/protocol';
import type { FeedReader } from '@worldwire/server';
import { describe, expect, it, vi } from 'vitest';
import type { Universes } from '../service/universes.js';
import { ANN, addStar, lab } from '../testing/service-lab.js';
import { CommandFeed } from './command-feed.js';
import { CommandFrames } from './command-frames.js';

/** A reader that takes the first page and then waits for the test. */
async function slowReader(universes: Universes) {
  const ticks = Array.from({ length: 1_000 }, () => ({ type: 'tick', dt: 1 }));
  for (let batch = 0; batch < 3; batch++) await universes.execute('u', ticks, ANN);
  const seen: string[] = [];
  const end = vi.fn();
  const reader: FeedReader = { drained: undefined, write: text => seen.push(text) < 2, end };
  new CommandFeed(universes, await universes.open('u'), 0, new CommandFrames(), reader).start();
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  return { seen, end, reader };
}

async function createAgain(universes: Universes): Promise<void> {
  await universes.remove('u');
  await universes.create({ id: 'u', name: 'New' }, ANN);
  const stars = Array.from({ length: 500 }, (_, index) => addStar(`new-${index}`));
  await universes.execute('u', stars, ANN);
}

describe('a slow reader', () => {
  it('is closed and gets nothing more when its universe is created again', async () => {
    const { universes } = await lab();
    const { seen, end, reader } = await slowReader(universes);
    await createAgain(universes);
    expect(end).toHaveBeenCalledTimes(1);
    expect(reader.drained).toBeUndefined();
    expect(seen).toHaveLength(2);
  });

  it('gets no command of a universe that another server created again under the same id', async () => {
    const { universes, journal } = await lab();
    const { seen, end, reader } = await slowReader(universes);
    await createAgain((await lab(journal)).universes);
    reader.drained?.();
    await vi.waitFor(() => expect(end).toHaveBeenCalledTimes(1));
    expect(seen).toHaveLength(2);
  });
});

it.each([0, 2, 3])(
  'the first block of a stream behind revision %i has that revision as its id',
  async after => {
    const { universes } = await lab();
    await universes.execute('u', [{ type: 'tick' }, { type: 'tick' }, { type: 'tick' }], ANN);
    const decoder = new SseDecoder({ maxEventBytes: 10_000 });
    const ids: string[] = [];
    const write = (text: string) => {
      decoder.push(text);
      ids.push(decoder.lastEventId);
      return true;
    };
    const reader: FeedReader = { drained: undefined, write, end() {} };
    new CommandFeed(universes, await universes.open('u'), after, new CommandFrames(), reader).start();
    await vi.waitFor(() => expect(ids.at(-1)).toBe('3'));
    expect(ids[0]).toBe(String(after));
  },
);

describe('a reader that reads everything', () => {
  it('gets every revision once and in order, however many pages there are', async () => {
    const { universes } = await lab();
    const ticks = Array.from({ length: 1_000 }, () => ({ type: 'tick', dt: 1 }));
    await universes.execute('u', ticks, ANN);
    let text = '';
    const reader: FeedReader = {
      drained: undefined,
      write: frames => {
        text += frames;
        return true;
      },
      end: () => {},
    };
    const loaded = await universes.open('u');
    const stop = new CommandFeed(universes, loaded, 0, new CommandFrames(), reader).start();
    const revisions = () => [...text.matchAll(/^event: command\nid: (\d+)$/gm)].map(([, id]) => Number(id));
    await vi.waitFor(() => expect(revisions().at(-1)).toBe(1_000));
    await universes.execute('u', ticks.slice(0, 1), ANN);
    await vi.waitFor(() => expect(revisions().at(-1)).toBe(1_001));
    expect(revisions()).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1));
    stop();
  });
});
