/** node:net with the JSON work of one echo call in frames: the upper bound. */
import { createServer } from 'node:net';
import { FrameReader } from '../lib/readers.mjs';
import { listenAndAnnounce } from './support/child.mjs';

const server = createServer({ noDelay: true }, socket => {
  const reader = new FrameReader();
  socket.on('data', chunk => {
    const answers = reader.push(chunk, chunk.length).map(answer);
    if (answers.length > 0) socket.write(answers.length === 1 ? answers[0] : Buffer.concat(answers));
  });
  socket.on('error', () => {});
});
listenAndAnnounce(server, {}, port => `tcp://127.0.0.1:${port}`);

function answer(request) {
  const { id, params } = JSON.parse(request);
  const content = [{ type: 'text', text: params.arguments.message }];
  const text = JSON.stringify({ jsonrpc: '2.0', id, result: { content } });
  const bytes = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  bytes.writeUInt32LE(bytes.length - 4);
  bytes.write(text, 4);
  return bytes;
}
