import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandReader, range } from './command-reader.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const READERS = 1_000;
const COMMANDS = 300;
const AT_ONCE = 30;
/** Connections that are opened together: no more than the machine's queue of new ones takes. */
const OPENED_AT_ONCE = 100;

describe('a thousand readers of one universe', () => {
  let server: UniverseServer;
  beforeAll(async () => {
    server = await startUniverse();
    await server.rest.create('u-1', THREE_STARS);
  });
  afterAll(() => server.close());

  it('each see every revision once and in order while commands flow', async () => {
    const readers: CommandReader[] = [];
    while (readers.length < READERS) {
      const opening = range(1, OPENED_AT_ONCE).map(() =>
        CommandReader.open(server.base, '/universes/u-1/events'),
      );
      readers.push(...(await Promise.all(opening)));
    }
    expect(server.listener.streams).toBe(READERS);

    for (const first of range(0, COMMANDS / AT_ONCE - 1)) {
      const burst = range(first * AT_ONCE + 1, (first + 1) * AT_ONCE).map(number =>
        server.rest.command('u-1', { type: 'updateStar', id: 'alpha', payload: { name: `Name ${number}` } }),
      );
      for (const { status } of await Promise.all(burst)) expect(status).toBe(200);
    }
    await Promise.all(readers.map(reader => reader.reaches(COMMANDS)));

    const { items } = (await server.rest.get('/universes/u-1/changes?limit=500')).body;
    const expected = items.map(({ command }) => JSON.stringify(command)).join('\n');
    const revisions = range(1, COMMANDS);
    for (const reader of readers) {
      expect(reader.revisions).toEqual(revisions);
      expect(reader.read.map(({ data }) => data).join('\n')).toBe(expected);
    }

    await server.rest.delete('/universes/u-1');
    await Promise.all(readers.map(reader => reader.end()));
  });
});
