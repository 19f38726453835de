/** The wires that are compared: the same kernel behind each, and frames without a kernel as the lower bound. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { callTemplate, FIRST_ID, ID_FIELD, messageOf } from './call-template.mjs';
import { ChildServer, programPath } from './child-server.mjs';
import { end, tracked } from './children.mjs';
import { patchable } from './request-template.mjs';
import { echoCall, STATELESS_REVISION } from './revisions.mjs';
import { WireLane } from './wire-lane.mjs';
import { FrameReader, LineReader, ResponsesReader } from './wire-readers.mjs';

export const WIRES = {
  HTTP: startHttp,
  frames: () => startFrames('frames-worldwire.mjs'),
  stdio: startStdio,
  'bare node:net': () => startFrames('frames-bare.mjs'),
};

async function startHttp() {
  const server = await ChildServer.start('worldwire.mjs');
  const url = new URL(server.url);
  return {
    open: () => dial(url, () => new ResponsesReader()),
    template: () => callTemplate(url, { revision: STATELESS_REVISION }),
    stop: () => server.stop(),
  };
}

async function startFrames(program) {
  const server = await ChildServer.start(program);
  const url = new URL(server.url);
  return {
    open: () => dial(url, () => new FrameReader()),
    template: () => patchable(framed(echo()), [ID_FIELD]),
    stop: () => server.stop(),
  };
}

async function startStdio() {
  const child = tracked(
    spawn(process.execPath, [programPath('stdio-worldwire.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const stop = () => end(child);
  const lane = new WireLane({
    input: child.stdout,
    output: child.stdin,
    reader: new LineReader(),
    close: () => {},
  });
  return { open: async () => lane, template: () => patchable(Buffer.from(`${echo()}\n`), [ID_FIELD]), stop };
}

export async function dial(url, reader) {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  await once(socket, 'connect');
  return new WireLane({
    input: socket,
    output: socket,
    reader: reader(),
    close: () => void socket.destroy(),
  });
}

export function framed(message) {
  const bytes = Buffer.alloc(4 + Buffer.byteLength(message));
  bytes.writeUInt32LE(bytes.length - 4);
  bytes.write(message, 4);
  return bytes;
}

function echo() {
  return JSON.stringify(echoCall(STATELESS_REVISION, FIRST_ID, messageOf(FIRST_ID)));
}
