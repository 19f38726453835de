import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { onResponseClose } from './response-close.js';

const REQUESTS = 20;

/** A connection on which many requests were sent without waiting for their answers. */
async function pipelined(
  gone: string[],
): Promise<{ client: Socket; socket: Socket; held: ServerResponse[] }> {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    onResponseClose(response, () => gone.push(request.url as string));
    held.push(response);
    if (held.length === REQUESTS) server.emit('all');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const all = once(server, 'all');
  for (let n = 0; n < REQUESTS; n++) client.write(`GET /${n} HTTP/1.1\r\nhost: local\r\n\r\n`);
  await all;
  return { client, socket: held[0]?.req.socket as Socket, held };
}

const PATHS = Array.from({ length: REQUESTS }, (_, n) => `/${n}`);

it('leaves no listener on a connection for past responses', async () => {
  const gone: string[] = [];
  const { client, socket, held } = await pipelined(gone);
  const watched = socket.listenerCount('close');
  // The first response has its socket: one listener is Node's own, which goes with it.
  expect(watched).toBeGreaterThan(REQUESTS);
  client.resume();
  const last = once(held.at(-1) as ServerResponse, 'close');
  for (const response of held) response.end();
  await last;
  expect(gone).toEqual(PATHS);
  expect(socket.listenerCount('close')).toBe(watched - REQUESTS);
});

it('calls back once for each response of a connection that breaks', async () => {
  const gone: string[] = [];
  const { client, socket, held } = await pipelined(gone);
  const closed = once(socket, 'close');
  client.destroy();
  await closed;
  for (const response of held) response.emit('close');
  expect([...gone].sort()).toEqual([...PATHS].sort());
});
