import { describe, expect, it, type TestContext } from 'vitest';
import { audit, ClientJournal, START, single, UniverseClient } from '../../../scripts/chaos/index.mjs';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import { postgresOf, serve } from './servers.js';

const WRITERS = 64;
const UPDATES = 10_000;
const LONG = 240_000;
const ID = 'crowd';

const stores = [
  { store: 'memory', address: async () => 'memory' },
  { store: 'SQLite', address: async () => 'sqlite' },
  { store: 'PostgreSQL', address: async (context: TestContext) => (await postgresOf(context)).url },
];

describe(`${WRITERS} writers at once`, () => {
  for (const { store, address } of stores)
    it(
      `lose and double none of ${UPDATES} updates in ${store}`,
      async context => {
        const { origin } = await serve({ store: await address(context) });
        const client = new UniverseClient(origin, ID, WRITERS);
        const start = await client.create(START);
        const journal = await writeAll([client]);
        expect(revisions(journal)).toEqual(upTo(UPDATES));
        expect(await audit(client, journal, start)).toEqual([]);
        client.close();
      },
      LONG,
    );

  it(
    `lose and double none of ${UPDATES} updates when two servers share one PostgreSQL`,
    async context => {
      const store = (await postgresOf(context)).url;
      const origins = [(await serve({ store })).origin, (await serve({ store })).origin];
      const clients = origins.map(origin => new UniverseClient(origin, ID, WRITERS));
      const start = await clients[0]!.create(START);
      const streams = await Promise.all(
        origins.map(origin =>
          EventReader.open(`${origin}/universes/${ID}/events`, { accept: 'text/event-stream' }),
        ),
      );
      const journal = await writeAll(clients);
      expect(revisions(journal)).toEqual(upTo(UPDATES));
      const recorded = (await clients[0]!.changes()).map(({ revision, command }) => ({ revision, command }));
      for (const stream of streams) {
        await until(() => stream.events.length >= UPDATES, `revision ${UPDATES} on both streams`, LONG);
        const seen = stream.events.map(({ id, data }) => ({
          revision: Number(id),
          command: JSON.parse(data),
        }));
        expect(seen).toEqual(recorded);
        stream.cut();
      }
      // Both servers have read each other's commits: the streams sent them.
      for (const client of clients) expect(await audit(client, journal, start)).toEqual([]);
      const [one, other] = await Promise.all(clients.map(client => client.read()));
      expect(one!.state).toEqual(other!.state);
      for (const client of clients) client.close();
    },
    LONG,
  );
});

/** Every other pair of writers gives its operations keys. */
async function writeAll(clients: readonly UniverseClient[]): Promise<ClientJournal> {
  const journal = new ClientJournal();
  let begun = 0;
  const write = async (writer: number) => {
    const client = clients[writer % clients.length]!;
    for (let number = 0; begun < UPDATES; number++) {
      begun++;
      const key = Math.floor(writer / 2) % 2 === 1 ? `key-${writer}-${number}` : undefined;
      await journal.perform(client, journal.note(single(writer, number), key));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  return journal;
}

/** Those that were acknowledged, in order. */
function revisions(journal: ClientJournal): number[] {
  return journal
    .acknowledged()
    .map(({ acknowledged }) => acknowledged!.last)
    .sort((one, other) => one - other);
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
