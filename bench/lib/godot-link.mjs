/** A bridge without a server: the bench accepts its connection and sends the requests. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { encodeFrame } from '@worldwire/protocol';
import { Child } from './child.mjs';
import { linkLoad, STANDING } from './godot-demo.mjs';
import { laneOver } from './lanes.mjs';
import { FrameReader } from './readers.mjs';
import { idOf } from './requests.mjs';

const START_SECONDS = 30;
/** A bridge drops a server that is silent for long. */
const PING_MS = 5_000;
const PING_ID = 0;

export async function openLink({ engine, args, env }, keep) {
  const listener = createServer({ noDelay: true }).listen(0, '127.0.0.1');
  keep({ stop: () => listener.close() });
  await once(listener, 'listening');
  const place = { WORLDWIRE_HOST: '127.0.0.1', WORLDWIRE_PORT: String(listener.address().port) };
  const child = keep(new Child('Godot', engine, args, { env: { ...env, ...place } }));
  child.process.stdout.resume();
  const linked = once(listener, 'connection').then(([socket]) => authenticated(socket));
  const { lane, hello } = await child.until(linked, START_SECONDS, 'starting Godot');
  const ids = await child.until(idsOf(lane), START_SECONDS, 'looking at the demo');
  const pings = setInterval(() => lane.send(request(PING_ID, 'engine.ping', {})), PING_MS);
  keep({ stop: () => clearInterval(pings) });
  return {
    engine: `${hello.name} ${hello.version}`,
    load: linkLoad(async () => lane, ids),
    pid: child.pid,
    /** All requests are on the one connection. */
    spread: inFlight => ({ lanes: 1, perLane: inFlight }),
  };
}

async function authenticated(socket) {
  const frames = new FrameReader();
  const isPing = message => message.includes(`"id":${PING_ID},`);
  const reader = { push: (chunk, length) => frames.push(chunk, length).filter(message => !isPing(message)) };
  const lane = laneOver(socket, socket, reader);
  const hello = await lane.first(message => message.includes('"session.authenticate"'));
  const { id, params } = JSON.parse(hello);
  const result = { sessionId: 'bench', firstId: 1 };
  lane.send(encodeFrame(JSON.stringify({ jsonrpc: '2.0', id, result })));
  return { lane, hello: params.engine };
}

async function idsOf(lane) {
  const id = 1;
  lane.send(request(id, 'object.list', { limit: 50 }));
  const { result, error } = JSON.parse(await lane.first(message => idOf(message) === id));
  if (!result) throw new Error(`object.list: ${error?.message}`);
  return STANDING.map(({ name }) => {
    const object = result.items.find(item => item.name === name);
    if (!object) throw new Error(`the demo has no ${name}`);
    return object.id;
  });
}

function request(id, method, params) {
  return encodeFrame(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}
