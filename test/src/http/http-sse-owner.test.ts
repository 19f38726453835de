import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, rpc } from './lab.js';
import { until } from './until.js';

const ADA = { authorization: 'Bearer ada-0123456789abcdef' };
const BOB = { authorization: 'Bearer bob-0123456789abcdef' };
const INITIALIZE = {
  protocolVersion: '2024-11-05',
  capabilities: {},
  clientInfo: { name: 'old', version: '1' },
};

let lab: Lab;
let server: TestServer;
let hers: EventReader;
let endpoint: string;

beforeEach(async () => {
  lab = new Lab();
  const tokens = TokenStore.parse('ada ada-0123456789abcdef\nbob bob-0123456789abcdef');
  server = await startServer({ world: lab.world, http: { tokens } });
  hers = await EventReader.listen(server.url, ADA);
  await until(() => hers.events.length > 0, 'the endpoint event');
  endpoint = new URL(hers.events[0]?.data as string, server.url).href;
});

afterEach(async () => {
  hers.cut();
  await server.close();
});

const sent = (by: Record<string, string>, body: string) => post(endpoint, { ...JSON_HEADERS, ...by }, body);

describe('the stream of HTTP with SSE of one principal', () => {
  it('accepts no POST of another: 404 as for an unknown stream, nothing runs, and the stream carries nothing', async () => {
    expect((await sent(BOB, rpc('initialize', INITIALIZE, 'stolen'))).status).toBe(404);
    expect((await sent(ADA, rpc('initialize', INITIALIZE, 'open'))).status).toBe(202);
    expect((await sent(ADA, callTool('hold', { key: 'hers' }, 'held'))).status).toBe(202);
    await until(() => lab.hold('hers').started, 'the call to begin');
    const nowhere = await post(`${server.url}?sessionId=none`, { ...JSON_HEADERS, ...BOB }, rpc('ping'));
    for (const body of [
      callTool('echo', { mark: 'stolen' }, 'stolen'),
      rpc('ping', {}, 'stolen'),
      notification('notifications/cancelled', { requestId: 'held' }),
      '{"jsonrpc":"2.0","id":"stolen","result":{}}',
      '{broken',
    ]) {
      const response = await sent(BOB, body);
      expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
        status: 404,
        type: nowhere.headers.get('content-type'),
      });
    }
    expect(lab.echoed.size).toBe(0);
    expect(lab.hold('hers').aborted).toBeUndefined();
    lab.hold('hers').release();
    await until(() => hers.messages.some(({ id }) => id === 'held'), 'the answer to its owner');
    expect(hers.messages.map(({ id }) => id)).toEqual(['open', 'held']);
    expect(server.kernel.sessions.size).toBe(1);
  });
});
