import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CallResult, ERAS, parsed, said, type Visitor } from './official-clients.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const SYSTEM = [
  { type: 'addStar', id: 'dwarf', payload: { bodyType: 'star', mass: 3e29, radius: 2e5, color: '#ffb56c' } },
  {
    type: 'addStar',
    id: 'dwarf-b',
    payload: { bodyType: 'planet', parentId: 'dwarf', mass: 6e24, radius: 6400, orbitalDistance: 2e7 },
  },
  ...['one', 'two'].map((id, index) => ({
    type: 'addStar',
    id,
    payload: {
      bodyType: 'moon',
      parentId: 'dwarf-b',
      mass: 7e22,
      radius: 1700,
      orbitalDistance: 2e5 * (index + 1),
    },
  })),
];
const RING = { type: 'updateRing', planetId: 'dwarf-b', patch: { outerRadiusMultiplier: 2 } };

function bytesOf(result: CallResult): number {
  return Buffer.byteLength(JSON.stringify(result));
}

let server: UniverseServer;
beforeEach(async () => {
  server = await startUniverse();
});
afterEach(() => server.close());

describe.each(ERAS)('send_universe_command takes forms, for %s', (_era, visit) => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = await visit(server.url);
  });
  afterEach(() => visitor.close());

  const send = (universeId: string, command: object, more: object = {}) =>
    visitor.call('send_universe_command', { universeId, command, ...more });

  it('takes null for a field of a form that is left out, and not for a required one', async () => {
    const wanted = { type: 'generate', kind: 'system', count: 3, name: 'Nulla', seed: null, groupId: null };
    const first = await send('sol', { ...wanted, parentId: null, position: null }, { operationKey: 'n' });
    expect(parsed(first)).toMatchObject({ revision: 1 });
    const { seed: _, groupId: __, ...plain } = wanted;
    expect(parsed(await send('sol', plain, { operationKey: 'n' }))).toMatchObject({ revision: 1 });
    expect(parsed(await send('sol', { type: 'undo', revision: 1, since: null }))).toMatchObject({
      revision: 2,
    });
    const refused = await send('sol', { ...wanted, kind: null });
    expect(refused.isError).toBe(true);
    expect(said(refused)).toContain('kind');
  });

  it('builds a system by one call with a short answer, and undoes only the ring by another', async () => {
    expect((await send('red', { type: 'createUniverse', name: 'Red' })).isError ?? false).toBe(false);
    const built = await send('red', { type: 'batch', commands: SYSTEM });
    expect(parsed(built)).toMatchObject({
      revision: 1,
      before: { 'stars/dwarf': null },
      events: { length: 4 },
    });
    expect(bytesOf(built)).toBeLessThan(5_000);
    const ringed = parsed(await send('red', RING));
    await send('red', { type: 'updateStar', id: 'dwarf-b', payload: { name: 'Terra' } });
    const undone = await send('red', { type: 'undo', revision: ringed.revision });
    expect(parsed(undone)).toMatchObject({ revision: 4, after: { 'stars/dwarf-b': { ring: null } } });
    expect(bytesOf(undone)).toBeLessThan(2_000);
    const { stars } = (await server.rest.get('/universes/red')).body.state;
    expect(stars['dwarf-b']).toMatchObject({ name: 'Terra', children: ['one', 'two'] });
    expect(stars['dwarf-b']).not.toHaveProperty('ring');
  });

  it('shows the name before a rename, in a short answer', async () => {
    const rename = (name: string) => send('sol', { type: 'updateStar', id: 'sun', payload: { name } });
    await rename('Sol');
    const second = await rename('Helios');
    expect(parsed(second)).toMatchObject({
      before: { 'stars/sun': { name: 'Sol' } },
      after: { 'stars/sun': { name: 'Helios' } },
    });
    expect(bytesOf(second)).toBeLessThan(1_000);
  });

  it('generates a galaxy of 2,000 stars with a short answer', async () => {
    const made = await send('sol', { type: 'generate', kind: 'galaxy', count: 2_000, seed: 7 });
    expect(parsed(made)).toMatchObject({ revision: 1, events: [{ type: 'generated', bodies: 2_000 }] });
    expect(bytesOf(made)).toBeLessThan(2_500);
    expect(parsed(made).note).toContain('universe://sol/changes?since=0');
  });

  it('plans by a dry run, and applies exactly the plan', async () => {
    const command = { type: 'updateStar', id: 'sun', payload: { name: 'Sol' } };
    const plan = parsed(await send('sol', command, { dryRun: true }));
    expect(plan).toMatchObject({ dryRun: true, revision: 0, after: { 'stars/sun': { name: 'Sol' } } });
    expect(plan.undo).toBe('Possible: the answer of the write has the call.');
    expect((await server.rest.get('/universes/sol')).body.revision).toBe(0);
    const done = parsed(await send('sol', command, { expectDigest: plan.digest }));
    expect(done).toMatchObject({ revision: 1, before: plan.before, after: plan.after });
    const late = await send('sol', { ...command, payload: { name: 'X' } }, { expectDigest: plan.digest });
    expect(late.isError).toBe(true);
    expect(said(late)).toMatch(/Conflict.*dryRun/s);
  });

  it('refuses a large removal without a person or a plan, and names the next step', async () => {
    const refused = await send('sol', { type: 'removeStar', id: 'sun' });
    expect(refused.isError).toBe(true);
    expect(said(refused)).toMatch(
      /Universe "sol": Removes Sun, 21 moons, .*\. Undo is possible\. .*Nothing was changed.*dryRun: true/s,
    );
    expect((await server.rest.get('/universes/sol')).body.revision).toBe(0);
    expect((await send('sol', { type: 'removeStar', id: 'saturn' })).isError).not.toBe(true);
  });

  it('undoes a large write, and that undo, by the lines of the answers as they stand', async () => {
    const answer = async (args: object) => parsed(await visitor.call('send_universe_command', args as never));
    const removal = { universeId: 'sol', command: { type: 'removeStar', id: 'sun' } };
    const { digest, undo } = await answer({ ...removal, dryRun: true });
    expect(undo).toBe('Possible: the answer of the write has the call.');
    let done = await answer({ ...removal, expectDigest: digest });
    for (const hasSun of [true, false, true]) {
      const [, tool, args] = /^(\w+) (\{.*\})$/.exec(String(done.undo)) ?? [];
      expect(tool).toBe('send_universe_command');
      done = await answer(JSON.parse(String(args)) as object);
      expect('sun' in (await server.rest.get('/universes/sol')).body.state.stars).toBe(hasSun);
    }
  });

  it('teaches after a mistake', async () => {
    const misspelt = await send('sol', { type: 'bach', commands: [] });
    expect(said(misspelt)).toContain('Did you mean batch');
    const field = await send('sol', { type: 'attachStar', childId: 'moon', parentID: 'mars' });
    expect(said(field)).toMatch(/parentID is an unknown field, probably parentId/);
    const universe = await send('soll', { type: 'tick' });
    expect(said(universe)).toMatch(/Did you mean sol\?.*createUniverse/);
  });
});

describe('a client that can ask a person', () => {
  const ask = async (action: 'accept' | 'decline') => {
    const client = new Client({ name: 'asks', version: '1' }, { capabilities: { elicitation: {} } });
    const questions: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message);
      return { action, content: {} };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
    const command = { type: 'removeStar', id: 'sun' };
    const args = { universeId: 'sol', command };
    const result = (await client.callTool({
      name: 'send_universe_command',
      arguments: args,
    })) as unknown as CallResult;
    await client.close();
    return { questions, result };
  };

  it('is asked before a large removal, which is applied after an accepted question', async () => {
    const { questions, result } = await ask('accept');
    expect(questions).toEqual([
      expect.stringMatching(
        /^Universe "sol": Removes Sun, .*\. Undo is possible\.\nUndo: [^\n]*\nremoves Sun \(sun, star\)\n/,
      ),
    ]);
    expect(questions[0]?.match(/Removes Sun/g)).toHaveLength(1);
    expect(parsed(result)).toMatchObject({ revision: 1 });
    expect((await server.rest.get('/universes/sol')).body.state.stars).not.toHaveProperty('sun');
  });

  it('is obeyed if the person declines', async () => {
    const { result } = await ask('decline');
    expect(result.isError).toBe(true);
    expect((await server.rest.get('/universes/sol')).body.revision).toBe(0);
  });
});
