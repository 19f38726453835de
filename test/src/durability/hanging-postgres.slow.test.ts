import { expect, it } from 'vitest';
import { postgresOf, serve } from './servers.js';

const LONG = 180_000;

it(
  'a PostgreSQL server that hangs does not block reads; writes are answered, and none is applied twice',
  async context => {
    const postgres = await postgresOf(context);
    const { origin } = await serve({ store: postgres.url });
    const sol = `${origin}/universes/sol`;
    const tick = async (key?: string) => {
      const response = await fetch(`${sol}/commands`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
        body: JSON.stringify({ type: 'tick' }),
      });
      const replayed = response.headers.get('idempotency-replayed');
      return { status: response.status, replayed, text: await response.text() };
    };
    const read = async () =>
      (await (await fetch(sol)).json()) as { readonly revision: number; readonly state: { time: number } };
    expect((await tick('first')).status).toBe(200);

    await postgres.freeze();
    let answered = false;
    // Without a key it is applied at once, and its commit hangs.
    const writing = tick().finally(() => {
      answered = true;
    });
    for (let reads = 0; reads < 20; reads += 1) {
      expect(await read()).toMatchObject({ revision: 1, state: { time: 1 } });
    }
    expect(answered).toBe(false);
    const refusals = [await writing, await tick('second')];
    const { hostname, port, username } = new URL(postgres.url);
    for (const { status, text } of refusals) {
      expect(status).toBe(503);
      expect(text).toMatch(/did not answer in time/);
      expect(text).toMatch(/outcome of a write is unknown.*same operation key/);
      for (const secret of [hostname, port, `"${username}"`]) expect(text).not.toContain(secret);
    }
    expect(await read()).toMatchObject({ revision: 1 });

    await postgres.thaw();
    await expect.poll(async () => (await tick('second')).status).toBe(200);
    expect(await tick('second')).toMatchObject({ status: 200, replayed: 'true' });
    const { revision, state } = await read();
    // The outcome of the write without a key is unknown.
    expect([2, 3]).toContain(revision);
    expect(state.time).toBe(revision);
  },
  LONG,
);
