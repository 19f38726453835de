import { afterAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { START, UniverseClient } from '../../../scripts/chaos/index.mjs';
import { EventReader } from '../http/event-reader.js';
import { postgresOf, serve, temporaryFolder } from './servers.js';

/** Enough requests that some arrive before the notification of the other's commit. */
const ROUNDS = 30;
const TICK = { type: 'tick', dt: 1 };

const leftovers: (() => Promise<void>)[] = [];
let origins: readonly string[] | undefined;

afterAll(async () => {
  for (const end of leftovers.toReversed()) await end();
});

describe('two servers on one PostgreSQL', () => {
  let clients: readonly UniverseClient[];
  let one: UniverseClient;
  let other: UniverseClient;
  let universes = 0;

  beforeEach(async context => {
    origins ??= await start(context);
    const id = `shared-${++universes}`;
    clients = origins.map(origin => new UniverseClient(origin, id));
    [one, other] = clients as [UniverseClient, UniverseClient];
    await one.create(START);
    await other.read();
    return () => clients.forEach(client => void client.close());
  });

  for (const what of ['addStar', 'tick'])
    it(`do an operation once, and answer alike, when both get it at once with one key: ${what}`, async () => {
      for (let round = 1; round <= ROUNDS; round++) {
        const command = what === 'tick' ? TICK : { type: what, id: `body-${round}`, payload: {} };
        const answers = await Promise.all(clients.map(client => client.send([command], `key-${round}`)));
        const told = answers.map(({ status, body }) => ({ status, revision: body.revision }));
        expect(told).toEqual([
          { status: 200, revision: round },
          { status: 200, revision: round },
        ]);
        const replayed = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true');
        expect(replayed).toHaveLength(1);
      }
      expect((await one.read()).revision).toBe(ROUNDS);
    });

  it('refuse one of two different operations with one key, and only that one', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const commands = [TICK, { type: 'updateStar', id: 'beacon', payload: { name: `round ${round}` } }];
      const [first, second, bystander] = await Promise.all([
        one.send([commands[0]!], `key-${round}`),
        other.send([commands[1]!], `key-${round}`),
        other.send([TICK]),
      ]);
      expect([first.status, second.status].sort()).toEqual([200, 409]);
      expect(bystander.status).toBe(200);
    }
  });

  it('do not refuse a command that depends on one that the other just acknowledged', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const id = `body-${round}`;
      const added = await one.send([{ type: 'addStar', id, payload: {} }]);
      expect(added.status).toBe(200);
      const { status, body } = await other.send([{ type: 'updateStar', id, payload: { name: 'There' } }]);
      expect(body).toMatchObject({ revision: added.body.revision + 1 });
      expect(status).toBe(200);
    }
  });

  it('accept an expected revision that the other has just acknowledged', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { body } = await one.send([TICK]);
      const { status } = await fetch(`${other.origin}/universes/${other.id}/commands?returning=changes`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'if-match': `"${body.revision}"` },
        body: JSON.stringify(TICK),
      });
      expect(status).toBe(200);
    }
  });

  it('never confuse a universe that was created again with the one before', () => madeAnew(one, other));

  it('let a reader continue at the other server', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { revision } = (await one.send([TICK])).body;
      const changes = await fetch(`${other.origin}/universes/${other.id}/changes?since=${revision}`);
      expect(changes.status).toBe(200);
      const next = (await one.send([TICK])).body.revision;
      const stream = await EventReader.open(`${other.origin}/universes/${other.id}/events`, {
        accept: 'text/event-stream',
        'last-event-id': String(next),
      });
      stream.cut();
      expect(stream.status).toBe(200);
    }
  });
});

describe('two servers on one SQLite file', () => {
  it('never confuse a universe that was created again with the one before', async () => {
    const data = await temporaryFolder();
    const [first, second] = await Promise.all([1, 2].map(() => serve({ store: 'sqlite', data })));
    const one = new UniverseClient(first!.origin, 'shared');
    const other = new UniverseClient(second!.origin, 'shared');
    await one.create(START);
    await madeAnew(one, other);
    for (const client of [one, other]) client.close();
  });
});

/** Sends a request to the other server before it is notified of the removal. */
async function madeAnew(one: UniverseClient, other: UniverseClient): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    const id = `body-${round}`;
    expect((await one.send([{ type: 'addStar', id, payload: {} }])).status).toBe(200);
    expect((await other.send([TICK])).status).toBe(200);
    await one.remove();
    await one.create(START);
    const stale = await other.send([{ type: 'updateStar', id, payload: { mass: 5 } }]);
    expect([stale.status, stale.body.error?.message]).toEqual([422, expect.stringContaining(id)]);
    expect((await other.send([TICK])).body).toMatchObject({ revision: 1 });
    expect(await one.changes()).toMatchObject([{ revision: 1, command: TICK }]);
    expect((await other.read()).state.stars[id]).toBeUndefined();
  }
}

async function start(context: TestContext): Promise<readonly string[]> {
  const later = (end: () => Promise<void>) => void leftovers.push(end);
  const store = (await postgresOf(context, later)).url;
  const started = await Promise.all([serve({ store }, later), serve({ store }, later)]);
  return started.map(({ origin }) => origin);
}
