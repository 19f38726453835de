/** A bridge without a server: the bench accepts its connection and sends the requests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { idOf } from './call-template.mjs';
import { end, tracked } from './children.mjs';
import { framed } from './frames-wires.mjs';
import { linkAnswered, linkCallTemplate, STANDING } from './godot-exchange.mjs';
import { within } from './time-limit.mjs';
import { WireLane } from './wire-lane.mjs';
import { FrameReader } from './wire-readers.mjs';

const START_SECONDS = 30;
/** A bridge drops a server that is silent for long. */
const PING_MS = 5_000;
const PING_ID = 0;
const MAX_LOG = 4_000;

export async function openLink({ engine, args, env }) {
  const listener = createServer({ noDelay: true }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  const place = { WORLDWIRE_HOST: '127.0.0.1', WORLDWIRE_PORT: String(port) };
  const child = tracked(
    spawn(engine, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env, ...place } }),
  );
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      log = (log + text).slice(-MAX_LOG);
    });
  }
  let pings;
  const stop = async () => {
    clearInterval(pings);
    await end(child);
    listener.close();
  };
  try {
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`Godot ended with ${code}`)));
    ended.catch(() => {});
    const linked = once(listener, 'connection').then(([socket]) => authenticated(socket));
    const { lane, hello } = await within(Promise.race([linked, ended]), START_SECONDS, 'starting Godot');
    const ids = await within(idsOf(lane), START_SECONDS, 'looking at the demo');
    pings = setInterval(() => lane.send(request(PING_ID, 'engine.ping', {})), PING_MS);
    return {
      engine: `${hello.name} ${hello.version}`,
      open: async () => lane,
      perLane: inFlight => inFlight,
      template: () => linkCallTemplate(ids),
      accepts: linkAnswered,
      parents: [],
      stop,
    };
  } catch (error) {
    await stop();
    throw new Error(`${error instanceof Error ? error.message : error}\n${log}`);
  }
}

async function authenticated(socket) {
  const frames = new FrameReader();
  const lane = new WireLane({
    input: socket,
    output: socket,
    reader: { push: chunk => frames.push(chunk).filter(message => !message.includes(`"id":${PING_ID},`)) },
    close: () => {},
  });
  const { id, params } = JSON.parse(
    await nextMessage(lane, message => message.includes('"session.authenticate"')),
  );
  const result = { sessionId: 'bench', firstId: 1 };
  lane.send(framed(JSON.stringify({ jsonrpc: '2.0', id, result })));
  return { lane, hello: params.engine };
}

async function idsOf(lane) {
  const id = 1;
  lane.send(request(id, 'object.list', { limit: 50 }));
  const { result, error } = JSON.parse(await nextMessage(lane, message => idOf(message) === id));
  if (!result) throw new Error(`object.list: ${error?.message}`);
  return STANDING.map(({ name }) => {
    const object = result.items.find(item => item.name === name);
    if (!object) throw new Error(`the demo has no ${name}`);
    return object.id;
  });
}

function nextMessage(lane, wanted) {
  return new Promise((resolve, reject) => {
    lane.listen({ message: message => wanted(message) && resolve(message), failed: reject });
  });
}

function request(id, method, params) {
  return framed(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}
