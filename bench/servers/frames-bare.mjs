/** node:net with the JSON work of one echo call in frames: the upper bound. */
import { createServer } from 'node:net';
import { listenAndAnnounce } from './support/child.mjs';

const PREFIX = 4;

const server = createServer({ noDelay: true }, socket => {
  let rest = Buffer.alloc(0);
  socket.on('data', chunk => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const answers = [];
    let at = 0;
    while (bytes.length - at >= PREFIX) {
      const end = at + PREFIX + bytes.readUInt32LE(at);
      if (bytes.length < end) break;
      answers.push(framed(answer(bytes.toString('utf8', at + PREFIX, end))));
      at = end;
    }
    rest = bytes.subarray(at);
    if (answers.length > 0) socket.write(answers.length === 1 ? answers[0] : Buffer.concat(answers));
  });
  socket.on('error', () => {});
});
listenAndAnnounce(server, {}, port => `tcp://127.0.0.1:${port}`);

function answer(request) {
  const { id, params } = JSON.parse(request);
  const content = [{ type: 'text', text: params.arguments.message }];
  return JSON.stringify({ jsonrpc: '2.0', id, result: { content } });
}

function framed(text) {
  const bytes = Buffer.allocUnsafe(PREFIX + Buffer.byteLength(text));
  bytes.writeUInt32LE(bytes.length - PREFIX);
  bytes.write(text, PREFIX);
  return bytes;
}
