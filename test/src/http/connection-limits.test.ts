import { TokenStore } from '@worldwire/transports/http';
import { expect, it, onTestFinished } from 'vitest';
import { modern, startServer } from '../harness.js';
import { Lab } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';
import { until } from './until.js';

const TOKEN = 'a-token-of-some-length';

async function start(httpConnections: number) {
  let now = 1_000_000;
  const tokens = TokenStore.parse(`one ${TOKEN}\ntwo ${TOKEN}-two`);
  const limits = { httpConnections, authFailures: 1_000 };
  const server = await startServer({ world: new Lab().world, limits, now: () => now, http: { tokens } });
  onTestFinished(() => server.close());
  const open = async () => {
    const socket = await RawSocket.open(server.port);
    onTestFinished(() => socket.destroy());
    return socket;
  };
  const call = (socket: RawSocket, token = TOKEN) => {
    const { headers, body } = modern('tools/call', { name: 'echo', arguments: { mark: 'here' } });
    const all = { Host: `127.0.0.1:${server.port}`, ...headers, Authorization: `Bearer ${token}` };
    return socket.send(rawRequest('POST', '/mcp', Object.entries(all), body)).response();
  };
  return {
    open,
    call,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('connections without a request are limited: the oldest are closed, and a client can connect', async () => {
  const { open, call, pass } = await start(16);
  const known = await open();
  expect((await call(known)).status).toBe(200);
  const silent: RawSocket[] = [];
  for (let i = 0; i < 40; i++) {
    silent.push(await open());
    pass(1_000);
  }
  expect((await call(await open())).status).toBe(200);
  expect((await call(known)).status).toBe(200);
  await until(() => silent.filter(({ gone }) => !gone).length <= 4, 'the oldest to be closed');
  expect(silent[0]?.gone).toBe(true);
});

it('a connection with a wrong credential counts as unauthenticated, and is closed too', async () => {
  const { open, call, pass } = await start(16);
  const unauthenticated: RawSocket[] = [];
  for (let i = 0; i < 10; i++) {
    const socket = await open();
    unauthenticated.push(socket);
    expect((await call(socket, 'a-wrong-token-of-length')).status).toBe(401);
    pass(1_000);
  }
  await until(() => unauthenticated.filter(({ gone }) => !gone).length <= 4, 'the oldest to be closed');
  expect((await call(await open())).status).toBe(200);
});

it('authenticated connections are limited: the principal with the most loses one', async () => {
  const { open, call } = await start(16);
  const modest = await open();
  expect((await call(modest, `${TOKEN}-two`)).status).toBe(200);
  const greedy: RawSocket[] = [];
  for (let i = 0; i < 20; i++) {
    const socket = await open();
    greedy.push(socket);
    expect((await call(socket)).status).toBe(200);
  }
  await until(
    () => greedy.filter(({ gone }) => !gone).length <= 11,
    'the oldest of the largest principal to close',
  );
  expect((await call(modest, `${TOKEN}-two`)).status).toBe(200);
});
