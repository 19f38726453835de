import type { Reply } from '@worldwire/server/internal';
import { expect, it, onTestFinished } from 'vitest';
import { modern, serveWorld } from '../harness.js';
import { Lab } from '../http/lab.js';
import { RawSocket, rawRequest } from '../http/raw-socket.js';
import { until } from '../http/until.js';

it.each(['application/json', 'application/json; charset=utf-8'])(
  'a request that is refused after drainMs does nothing when the rest of it arrives (%s)',
  async type => {
    const lab = new Lab();
    const refused: Reply[] = [];
    const hooks = { replied: (reply: Reply) => void (reply.code !== undefined && refused.push(reply)) };
    const server = await serveWorld(
      async () => ({
        world: lab.world,
        mounts: kernel => [{ path: '/mcp', kernel, hooks }],
      }),
      { limits: { drainMs: 100 } },
    );
    onTestFinished(() => server.close());
    const request = (name: string, args: object) => {
      const { headers, body } = modern('tools/call', { name, arguments: args });
      const all = Object.entries({ host: `127.0.0.1:${server.port}`, ...headers, 'content-type': type });
      return rawRequest('POST', '/mcp', all, body);
    };
    const [hold, late] = [request('hold', { key: 'first' }), request('echo', { mark: 'late' })];
    // The connection stays open as long as the first request on it has no answer.
    const socket = (await RawSocket.open(server.port)).send(hold + late.slice(0, -10));
    await until(() => lab.hold('first').started, 'the first call');
    await server.listener.stop();
    expect(refused).toHaveLength(1);
    // When the third request is refused, the rest of the second has been read.
    socket.send(late.slice(-10) + late);
    await until(() => refused.length === 2, 'the refusal of the third request');
    lab.hold('first').release();
    expect((await socket.response()).status).toBe(200);
    expect((await socket.response()).status).toBe(503);
    await socket.closed;
    expect([...lab.echoed]).toEqual([]);
  },
);
