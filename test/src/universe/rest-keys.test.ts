import { JournalUnavailable } from '@worldwire/journal';
import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { FailingJournal } from './failing-journal.js';
import { sessionVisitor } from './official-clients.js';
import { Rest, THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const KEY = { 'idempotency-key': 'operation-1' };
const TICK = { type: 'tick', dt: 5 };

let journal: FailingJournal;
let server: UniverseServer;
beforeEach(async () => {
  journal = new FailingJournal();
  server = await startUniverse({ journal });
  await server.rest.create('u-1', THREE_STARS);
});
afterEach(() => server.close());

const send = (command: unknown, headers: Record<string, string> = KEY, query = '') =>
  server.rest.command('u-1', command, headers, query);
const revision = async () => (await server.rest.get('/universes/u-1')).body.revision;

describe('an Idempotency-Key', () => {
  it('gives a retry the recorded outcome, marked as such, and does nothing again', async () => {
    const first = await send(TICK);
    const retry = await send(TICK);
    expect(retry.status).toBe(200);
    expect(retry.body).toEqual(first.body);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(retry.headers.get('idempotency-replayed')).toBe('true');
    expect(await revision()).toBe(1);
  });

  it('gives the recorded events and changes however much has happened since', async () => {
    const first = await send(TICK, KEY, '?returning=changes');
    await send(
      range(1, 200).map(() => ({ type: 'tick' })),
      {},
    );
    const retry = await send(TICK, KEY, '?returning=changes');
    expect(retry.body).toEqual(first.body);
    expect(await revision()).toBe(201);
  });

  it('never shows a state as that of the recorded revision which is that of another', async () => {
    await send(TICK);
    await send({ type: 'tick', dt: 1_000 }, {});
    const { body } = await send(TICK);
    expect(body.revision).toBe(1);
    expect(body.nextState?.time ?? 105).toBe(105);
  });

  it('is for an array as a whole', async () => {
    const first = await send([TICK, TICK, TICK]);
    const retry = await send([TICK, TICK, TICK]);
    expect(retry.body).toEqual(first.body);
    expect(retry.body).toMatchObject({ firstRevision: 1, revision: 3 });
    expect(await revision()).toBe(3);
  });

  it('recognizes a retry with its fields in another order', async () => {
    await send('{"type":"tick","dt":5}');
    expect((await send('{ "dt": 5, "type": "tick" }')).headers.get('idempotency-replayed')).toBe('true');
  });

  it.each([
    ['another command', { type: 'tick', dt: 6 }],
    ['an array of the same', [TICK, TICK]],
  ])('is refused for %s', async (_what, command) => {
    await send(TICK);
    const { status, body } = await send(command);
    expect(status).toBe(409);
    expect(body.error.message).toContain('operation-1');
    expect(await revision()).toBe(1);
  });

  it('applies concurrent requests with the same key once', async () => {
    const answers = await Promise.all(range(1, 20).map(() => send(TICK)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true');
    expect(replayed).toHaveLength(19);
    expect(await revision()).toBe(1);
  });

  it('lets one of two different commands with the same key through, when they come together', async () => {
    const answers = await Promise.all([send(TICK), send({ type: 'tick', dt: 6 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await revision()).toBe(1);
  });

  it('is not used up by a command that was refused', async () => {
    expect((await send({ type: 'explode' })).status).toBe(422);
    expect((await send(TICK)).status).toBe(200);
  });

  it('is not used up by a store that failed, and a retry does it once', async () => {
    journal.failNextAppend(new Error('The cable is out.'));
    expect((await send(TICK)).status).toBe(500);
    const retry = await send(TICK);
    expect(retry).toMatchObject({ status: 200, body: { revision: 1 } });
    expect(retry.headers.get('idempotency-replayed')).toBeNull();
  });

  it('wins over If-Match: a retry returns the recorded outcome', async () => {
    const once = { ...KEY, 'if-match': '"0"' };
    expect((await send(TICK, once)).status).toBe(200);
    expect((await send(TICK, once)).status).toBe(200);
    expect(await revision()).toBe(1);
  });

  it('is known in each universe apart', async () => {
    await server.rest.create('u-2', THREE_STARS);
    await send(TICK);
    const other = await server.rest.command('u-2', TICK, KEY);
    expect(other.headers.get('idempotency-replayed')).toBeNull();
    expect(other.body.revision).toBe(1);
  });

  it('belongs to its principal', async () => {
    const tokens = TokenStore.parse('ada 0123456789abcdef\nbob fedcba9876543210');
    const guarded = await startUniverse({ http: { tokens } });
    const as = (token: string) => new Rest(guarded.base, { authorization: `Bearer ${token}` });
    const [ada, bob] = [as('0123456789abcdef'), as('fedcba9876543210')];
    await ada.create('u-1', THREE_STARS);
    expect((await ada.command('u-1', TICK, KEY)).body.revision).toBe(1);
    expect((await bob.command('u-1', TICK, KEY)).body.revision).toBe(2);
    const { items } = (await ada.get('/universes/u-1/history')).body;
    expect(items.map(({ principal, operationKey }) => [principal, operationKey])).toEqual([
      ['bob', 'operation-1'],
      ['ada', 'operation-1'],
    ]);
    await guarded.close();
  });

  it('is the same whether it comes by REST or by MCP', async () => {
    await send(TICK);
    const visitor = await sessionVisitor(server.url);
    const call = { universeId: 'u-1', command: TICK };
    const { structuredContent } = await visitor.call('send_universe_command', call, {
      'worldwire/operationKey': 'operation-1',
    });
    expect(structuredContent).toMatchObject({ revision: 1, replayed: true });
    expect(await revision()).toBe(1);
    await visitor.close();
  });
});

describe('a store that cannot be written', () => {
  it('is 503 with Retry-After, acknowledges nothing, and recovers', async () => {
    journal.failNextAppend(new JournalUnavailable('The disk is full.'));
    const { status, body, headers } = await send(TICK);
    expect(status).toBe(503);
    expect(headers.get('retry-after')).not.toBeNull();
    expect(body.error).toMatchObject({ kind: 'NotReady', message: expect.stringContaining('disk is full') });
    expect((await server.rest.get('/universes/u-1')).body).toMatchObject({
      revision: 0,
      state: { time: 100 },
    });
    expect((await send(TICK)).body).toMatchObject({ revision: 1, nextState: { time: 105 } });
  });

  it('is 503 for reads, too', async () => {
    const lost = () => new JournalUnavailable('The connection is lost.');
    journal.failNextFind(lost());
    expect((await server.rest.get('/universes/sol')).status).toBe(503);
    journal.failNextList(lost());
    expect((await server.rest.get('/universes')).status).toBe(503);
    journal.failNextList(lost());
    expect((await server.rest.get('/universes/missing')).status).toBe(503);
    expect((await server.rest.get('/universes')).status).toBe(200);
  });
});
