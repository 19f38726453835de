import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { openSession } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { CommandReader, range } from './command-reader.js';
import { ERAS, parsed, said, type Visitor } from './official-clients.js';
import { THREE_STARS } from './rest.js';
import { type Served, serveUniverse } from './serve-universe.js';

const COMMANDS = 20;
const URI = 'universe://u-1/state';

/** Everything REST has, once, with what each part of it must answer. */
async function exercise({ rest }: Served, id: string): Promise<void> {
  expect((await rest.get('/health')).body).toMatchObject({ ok: true, uptime: expect.any(Number) });
  expect((await rest.post('/universes', { id, name: 'Made', state: THREE_STARS })).status).toBe(201);
  const { items } = (await rest.get('/universes?limit=50')).body;
  expect(items.map(item => item.id)).toEqual(expect.arrayContaining(['sol', id]));
  const done = await rest.command(id, { type: 'tick', dt: 5 }, {}, '');
  expect(done).toMatchObject({ status: 200, body: { revision: 1, nextState: { time: 105 } } });
  expect((await rest.get(`/universes/${id}`)).body).toMatchObject({ name: 'Made', revision: 1 });
  expect((await rest.put(`/universes/${id}`, { name: 'Renamed' })).body).toMatchObject({ name: 'Renamed' });
  const reader = await CommandReader.open(rest.base, `/universes/${id}/events?since=0`);
  await reader.reaches(1);
  reader.cut();
  expect((await rest.delete(`/universes/${id}`)).status).toBe(204);
  expect((await rest.get(`/universes/${id}`)).status).toBe(404);
}

describe.each(ERAS)('the program, with %s at /mcp', (_era, visit) => {
  it('[REQ-MCP-24] [MCP-24] serves REST as if there were no MCP, and MCP as if there were no REST', async () => {
    const served = await serveUniverse(await temporaryFolder());
    await exercise(served, 'before');
    const visitor = await visit(served.url);
    const heard: string[] = [];
    await visitor.watch('universe://sol/state', uri => heard.push(uri));
    await Promise.all([
      exercise(served, 'beside'),
      ...range(1, 10).map(async () => {
        const result = await visitor.call('get_universe_state', { universeId: 'sol', include: ['time'] });
        expect(said(result)).toBe('{"revision":0,"time":0}');
      }),
    ]);
    expect((await served.rest.get('/nowhere')).status).toBe(404);
    expect((await served.rest.get('/mcp')).body).toMatchObject({ name: 'universe' });
    await visitor.close();
    await exercise(served, 'after');
    expect(heard).toEqual([]);
    await served.stop();
  });

  it('[REQ-MCP-25] [MCP-25] has its stream and the stream of commands open at once, and each gets all of its own', async () => {
    const served = await serveUniverse(await temporaryFolder());
    const { rest, url } = served;
    await rest.create('u-1', THREE_STARS);
    const visitor = await visit(url);
    const updates = await watching(visitor, COMMANDS);
    // The raw stream of a session on GET /mcp, beside the client's own.
    const session = await openSession(url);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'resources/subscribe',
      params: { uri: URI },
    });
    expect((await fetch(url, { method: 'POST', headers: session, body })).status).toBe(200);
    const raw = await EventReader.listen(url, session);
    const reader = await CommandReader.open(rest.base, '/universes/u-1/events');
    expect(reader.response.headers['content-type']).toBe('text/event-stream');

    for (const number of range(1, COMMANDS)) {
      const command = { type: 'tick', dt: number };
      if (number % 2 === 0) expect((await rest.command('u-1', command)).status).toBe(200);
      else parsed(await visitor.call('send_universe_command', { universeId: 'u-1', command }));
    }
    await reader.reaches(COMMANDS);
    await updates.all;
    const messages = await raw.received(COMMANDS);
    expect(reader.read.map(({ revision, event, data }) => [revision, event, JSON.parse(data)])).toEqual(
      range(1, COMMANDS).map(number => [number, 'command', { type: 'tick', dt: number }]),
    );
    expect(updates.heard).toEqual(Array(COMMANDS).fill(URI));
    expect(messages).toEqual(
      Array(COMMANDS).fill({
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { uri: URI },
      }),
    );

    // One goes, and the others do not notice.
    raw.cut();
    await rest.command('u-1', { type: 'tick' });
    await reader.reaches(COMMANDS + 1);
    reader.cut();
    expect((await visitor.call('get_universe_state', { universeId: 'u-1' })).isError ?? false).toBe(false);
    await visitor.close();
    await served.stop();
  });
});

async function watching(visitor: Visitor, count: number): Promise<{ heard: string[]; all: Promise<void> }> {
  const heard: string[] = [];
  let done: () => void = () => {};
  const all = new Promise<void>(resolve => {
    done = resolve;
  });
  await visitor.watch(URI, uri => {
    heard.push(uri);
    if (heard.length === count) done();
  });
  return { heard, all };
}
