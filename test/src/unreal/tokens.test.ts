import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../harness.js';
import { callTool, post, reply, rpc } from '../http/lab.js';
import { factsOf } from './answers.js';
import { OFFICIALS } from './official.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

const ADA = { authorization: 'Bearer ada-0123456789abcdef' };
const BOB = { authorization: 'Bearer bob-0123456789abcdef' };

describe('with tokens', () => {
  let server: UnrealServer;
  beforeAll(async () => {
    const tokens = TokenStore.parse('ada ada-0123456789abcdef\nbob bob-0123456789abcdef\n');
    server = await startUnreal({ grants: ALL, http: { tokens } });
  });
  afterAll(() => server.close());

  it('[UNREAL-11.4] a client without a token, or with a wrong one, is refused', async () => {
    const body = rpc('initialize', { protocolVersion: '2025-03-26', capabilities: {} });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    for (const wrong of [{}, { authorization: 'Bearer eve-0123456789abcdef' }]) {
      const response = await post(server.url, { ...headers, ...wrong }, body);
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it.each(OFFICIALS)(
    '[UNREAL-11.4] %s sends its token, and its writes have its name',
    async (_era, connect) => {
      const client = await connect(server.url, BOB);
      await client.call('log_message', { message: 'I am Bob.' });
      expect(server.audits.at(-1)).toMatchObject({ principal: 'bob', tool: 'log_message', outcome: 'done' });
      await client.close();
      await expect(connect(server.url)).rejects.toThrow();
    },
  );

  it('[UNREAL-11.4] operation keys belong to one caller', async () => {
    const spawn = async (who: Record<string, string>) => {
      const headers = await openSession(server.url, '2025-11-25', {}, who);
      const call = callTool('spawn_actor', { class: 'PointLight' }, 1, { 'worldwire/operationKey': 'same' });
      const { result } = await reply(post(server.url, headers, call));
      return factsOf('spawn_actor', result as never);
    };
    const [ada, bob, again] = [await spawn(ADA), await spawn(BOB), await spawn(ADA)];
    expect(bob).not.toHaveProperty('replayed');
    expect(bob.after).not.toEqual(ada.after);
    expect(again).toEqual({ ...ada, replayed: true });
  });
});
