import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession } from '../harness.js';
import { callTool, reply } from '../http/lab.js';
import { range } from './command-reader.js';
import { THREE_STARS } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'];
const WITH_STRUCTURE = ['2025-06-18', '2025-11-25', '2026-07-28'];

/** An unchanged state is written once. The next reader may use another revision of MCP. */
describe('a state that clients of all revisions read in turn', () => {
  let server: UniverseServer;
  beforeAll(async () => {
    server = await startUniverse();
    await server.rest.create('u-1', THREE_STARS);
  });
  afterAll(() => server.close());

  const read = async (revision: string, id: number) => {
    const args = { universeId: 'u-1' };
    if (revision === '2026-07-28') {
      const params = { name: 'get_universe_state', arguments: args };
      return reply(fetch(server.url, modern('tools/call', params, { id })));
    }
    const headers = await openSession(server.url, revision);
    return reply(
      fetch(server.url, { method: 'POST', headers, body: callTool('get_universe_state', args, id) }),
    );
  };

  it.each(REVISIONS)('has the form of each revision, with %s first', async first => {
    await server.rest.command('u-1', { type: 'tick' });
    const { state: stored, revision: newest } = (await server.rest.get('/universes/u-1')).body;
    const state = { revision: newest, ...stored };
    for (const revision of [first, ...REVISIONS, ...REVISIONS.toReversed(), first]) {
      for (const id of range(1, 2)) {
        const { result, ...message } = await read(revision, id);
        expect(message).toEqual({ jsonrpc: '2.0', id });
        expect(result?.content).toEqual([{ type: 'text', text: JSON.stringify(state) }]);
        expect(result?.structuredContent).toEqual(WITH_STRUCTURE.includes(revision) ? state : undefined);
        expect(result?.resultType).toBe(revision === '2026-07-28' ? 'complete' : undefined);
        expect(result?._meta).toMatchObject({ 'worldwire/revision': newest });
      }
    }
  });
});
