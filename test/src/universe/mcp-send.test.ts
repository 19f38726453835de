import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { ERAS, parsed, said, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const KEY = 'worldwire/operationKey';
const IF_REVISION = 'worldwire/ifRevision';
const TICK = { type: 'tick', dt: 5 };

describe.each(ERAS)('send_universe_command, for %s', (_era, visit) => {
  let server: UniverseServer;
  let visitor: Visitor;
  beforeEach(async () => {
    server = await startUniverse({ limits: { resultBytes: 500_000 } });
    await server.rest.create('u-1', THREE_STARS);
    visitor = await visit(server.url);
  });
  afterEach(async () => {
    await visitor.close();
    await server.close();
  });

  const send = (args: object, meta?: Record<string, unknown>) =>
    visitor.call('send_universe_command', { universeId: 'u-1', command: TICK, ...args }, meta);
  const read = async (id = 'u-1') => (await server.rest.get(`/universes/${id}`)).body;

  it('answers with the whole state of a small universe', async () => {
    const result = parsed(await send({}));
    expect(result).toMatchObject({ returned: 'state', revision: 1 });
    expect(result.nextState).toEqual((await read()).state);
    expect(result.changes).toBeUndefined();
  });

  it('returns what changed in a large universe, and how to undo it', async () => {
    const result = parsed(await send({ universeId: 'sol' }));
    expect(result).toMatchObject({
      returned: 'summary',
      revision: 1,
      before: { time: 0 },
      after: { time: 5 },
    });
    expect(result.undo).toBe(
      'send_universe_command {"universeId":"sol","command":{"type":"undo","revision":1}}',
    );
    expect(result.nextState).toBeUndefined();
    expect(result.changes).toBeUndefined();
  });

  it('returns the requested content', async () => {
    const state = parsed(await send({ universeId: 'sol', returning: 'state' }));
    expect(state).toMatchObject({ returned: 'state', nextState: { time: 5 } });
    expect(state.nextState).toEqual((await read('sol')).state);
    const changes = parsed(await send({ returning: 'changes' }));
    expect(changes).toMatchObject({ returned: 'changes', changes: [{ op: 'time', value: 105 }] });
    expect(changes.nextState).toBeUndefined();
    expect((await send({ returning: 'everything' })).isError).toBe(true);
  });

  it('has the revision in its metadata', async () => {
    expect((await send({}))._meta).toMatchObject({ 'worldwire/revision': 1 });
  });

  it('answers a command that is done as done, however large the state', async () => {
    const stars = Object.fromEntries(range(1, 5_000).map(number => [`b-${number}`, {}]));
    await server.rest.create('large', { stars });
    for (const returning of ['auto', 'changes', 'state']) {
      const before = (await read('large')).revision;
      const result = await send({ universeId: 'large', returning });
      expect({ returning, isError: result.isError ?? false }).toEqual({ returning, isError: false });
      expect(parsed(result).revision).toBe(before + 1);
      expect((await read('large')).revision).toBe(before + 1);
    }
  });

  it('applies a retry with the same operation key once, and marks it as replayed', async () => {
    const first = parsed(await send({}, { [KEY]: 'op-1' }));
    const retry = parsed(await send({}, { [KEY]: 'op-1' }));
    expect(retry).toEqual({ ...first, replayed: true });
    expect(first.replayed).toBeUndefined();
    expect((await read()).revision).toBe(1);
    const { items } = (await server.rest.get('/universes/u-1/history')).body;
    expect(items[0]).toMatchObject({ operationKey: 'op-1' });
    expect(server.audits.at(-1)).toMatchObject({ tool: 'send_universe_command', operationKey: 'op-1' });
  });

  it('applies concurrent calls with the same operation key once', async () => {
    const results = await Promise.all(range(1, 10).map(() => send({}, { [KEY]: 'op-1' })));
    expect(results.map(result => parsed(result).revision)).toEqual(Array(10).fill(1));
    expect(results.filter(result => parsed(result).replayed !== true)).toHaveLength(1);
    expect((await read()).revision).toBe(1);
  });

  it('refuses an operation key that was given to another command', async () => {
    await send({}, { [KEY]: 'op-1' });
    const result = await send({ command: { type: 'tick', dt: 6 } }, { [KEY]: 'op-1' });
    expect(result.isError).toBe(true);
    expect(said(result)).toMatch(/Conflict.*op-1/);
    expect((await read()).revision).toBe(1);
  });

  it.each(['', 'x'.repeat(256), 'a\0b', '\ud800'])('refuses an invalid operation key: %j', async key => {
    const result = await send({}, { [KEY]: key });
    expect(result.isError).toBe(true);
    expect(said(result)).toContain('InvalidArgument');
    expect((await read()).revision).toBe(0);
  });

  it('lets no key of one caller harm the commands of others that arrive with it', async () => {
    const results = await Promise.all(
      range(1, 20).map(number => send({}, number === 10 ? { [KEY]: 'a\0b' } : undefined)),
    );
    expect(results.filter(({ isError }) => isError === true)).toHaveLength(1);
    expect((await read()).revision).toBe(19);
  });

  it('keeps to the revision the caller expects, as a number or as text', async () => {
    expect(parsed(await send({}, { [IF_REVISION]: 0 })).revision).toBe(1);
    expect(parsed(await send({}, { [IF_REVISION]: '1' })).revision).toBe(2);
    const stale = await send({}, { [IF_REVISION]: 1 });
    expect(stale.isError).toBe(true);
    expect(said(stale)).toMatch(/Conflict: .*"u-1".*revision 2.*not 1/);
    expect((await read()).revision).toBe(2);
  });

  it.each([-1, 1.5, 'latest', '', null, true, {}])(
    'refuses an expected revision that is none: %j',
    async value => {
      const result = await send({}, { [IF_REVISION]: value });
      expect(result.isError).toBe(true);
      expect(said(result)).toContain('InvalidArgument');
      expect((await read()).revision).toBe(0);
    },
  );

  it('explains what would be right after a refused command', async () => {
    const misspelt = await send({ command: { type: 'addStarr', id: 'x', payload: {} } });
    expect(said(misspelt)).toContain('addStar');
    const incomplete = await send({ command: { type: 'attachStar', childId: 'alpha' } });
    expect(said(incomplete)).toMatch(/parentId/);
    const unknown = await send({ command: { type: 'removeStar', id: 'alpa' } });
    expect(said(unknown)).toContain('alpha');
  });

  it('loses none of many commands that arrive together by REST and MCP', async () => {
    const results = await Promise.all(
      range(1, 60).map(async number =>
        number % 2 === 0
          ? (await server.rest.command('u-1', TICK)).body.revision
          : parsed(await send({ returning: 'changes' })).revision,
      ),
    );
    expect(results.sort((a, b) => a - b)).toEqual(range(1, 60));
    expect((await read()).state.time).toBe(400);
  });
});
