import { JournalUnavailable } from '@worldwire/journal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandReader } from './command-reader.js';
import { FailingJournal } from './failing-journal.js';
import { ERAS, parsed, said, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const TICK = { type: 'tick' };

describe.each(ERAS)('errors for %s', (_era, visit) => {
  let journal: FailingJournal;
  let server: UniverseServer;
  let visitor: Visitor;
  beforeEach(async () => {
    journal = new FailingJournal();
    server = await startUniverse({ journal });
    await server.rest.create('u-42', THREE_STARS);
    visitor = await visit(server.url);
  });
  afterEach(async () => {
    await visitor.close();
    await server.close();
  });

  const send = (command: object, universeId = 'u-42') =>
    visitor.call('send_universe_command', { universeId, command });

  it('[REQ-MCP-14] [MCP-14a] the state of a missing universe is an error that names it', async () => {
    const result = await visitor.call('get_universe_state', { universeId: 'u-missing' });
    expect(result.isError).toBe(true);
    expect(said(result)).toMatch(/NotFound: Universe "u-missing" does not exist/);
    expect(said(result)).toContain('sol, u-42');
  });

  it('[REQ-MCP-14] [MCP-14b] a command to a missing universe is an error that names it', async () => {
    const result = await send(TICK, 'u-missing');
    expect(result.isError).toBe(true);
    expect(said(result)).toMatch(/NotFound: Universe "u-missing" does not exist/);
  });

  it.each([
    ['an unknown body', { type: 'removeStar', id: 'absent-star' }, 'absent-star'],
    ['a duplicate', { type: 'addStar', id: 'alpha', payload: {} }, 'alpha'],
    ['a cycle', { type: 'attachStar', childId: 'alpha', parentId: 'alpha' }, 'alpha'],
    ['a bad field', { type: 'tick', dt: 'soon' }, 'dt'],
    ['no such command', { type: 'tik' }, 'tick'],
  ])(
    '[REQ-MCP-15] [MCP-15] the reducer refuses a command: %s is an error that says why, and nothing changes',
    async (_what, command, word) => {
      const before = (await server.rest.get('/universes/u-42')).body;
      const result = await send(command);
      expect(result.isError).toBe(true);
      expect(said(result)).toContain('u-42');
      expect(said(result)).toContain(word);
      expect((await server.rest.get('/universes/u-42')).body).toEqual(before);
      expect(parsed(await send(TICK))).toMatchObject({ revision: 1 });
    },
  );

  it.each([
    ['an unexpected error', () => new Error('secret path /var/lib'), /Internal: Universe "u-42" failed/],
    [
      'a full disk',
      () => new JournalUnavailable('The disk is full.'),
      /NotReady: Universe "u-42".*disk is full/,
    ],
  ])(
    '[REQ-MCP-15] [MCP-15] the store fails with %s: an error, nothing changed, and the next call is served',
    async (_what, reason, words) => {
      const reader = await CommandReader.open(server.base, '/universes/u-42/events');
      const { body: before } = await server.rest.get('/universes/u-42');
      journal.failNextAppend(reason());
      const result = await send(TICK);
      expect(result.isError).toBe(true);
      expect(said(result)).toMatch(words);
      expect(said(result)).not.toContain('secret');
      expect((await server.rest.get('/universes/u-42')).body).toEqual(before);
      expect(parsed(await visitor.call('get_universe_state', { universeId: 'u-42' }))).toEqual({
        ...before.state,
        revision: before.revision,
      });
      expect(parsed(await send({ type: 'tick', dt: 5 }))).toMatchObject({
        revision: 1,
        nextState: { time: 105 },
      });
      await reader.reaches(1);
      expect(reader.read).toMatchObject([{ revision: 1, data: '{"type":"tick","dt":5}' }]);
      reader.cut();
    },
  );

  it.each([
    ['an unexpected error', () => new Error('secret path /var/lib'), 'Internal'],
    ['a lost connection', () => new JournalUnavailable('The connection is lost.'), 'NotReady'],
  ])(
    '[REQ-MCP-15] a universe cannot be loaded for %s: an error that names it, and the next call is served',
    async (_what, reason, kind) => {
      const read = () => visitor.call('get_universe_state', { universeId: 'sol' });
      journal.failNextFind(reason());
      const result = await read();
      expect(result.isError).toBe(true);
      expect(said(result)).toContain(kind);
      expect(said(result)).toContain('"sol"');
      expect(said(result)).not.toContain('secret');
      expect((await read()).isError ?? false).toBe(false);
    },
  );

  it('[REQ-MCP-16] [MCP-16] every failure of a universe names it', async () => {
    const commands = [{ type: 'explode' }, { type: 'updateStar', id: 'x', payload: {} }, { type: 'addStar' }];
    for (const command of commands) expect(said(await send(command))).toContain('u-42');
    const stale = await visitor.call(
      'send_universe_command',
      { universeId: 'u-42', command: TICK },
      { 'worldwire/ifRevision': 7 },
    );
    expect(said(stale)).toContain('u-42');
    const refused = await visitor.call('get_universe_state', { universeId: 'u-42', include: ['moons'] });
    expect(said(refused)).toContain('u-42');
    expect(said(await send({}))).toContain('u-42');
    await server.rest.delete('/universes/u-42');
    expect(said(await send(TICK))).toContain('u-42');
    expect(said(await visitor.call('get_universe_state', { universeId: 'u-42' }))).toContain('u-42');
  });

  it('[REQ-MCP-16] [MCP-16] what the operator does not allow names the universe, too', async () => {
    const shut = await startUniverse({ grants: { readOnly: true } });
    const other = await visit(shut.url);
    const result = await other.call('send_universe_command', { universeId: 'u-42', command: TICK });
    expect(said(result)).toMatch(/^PermissionDenied: .*u-42/);
    await other.close();
    await shut.close();
  });
});
