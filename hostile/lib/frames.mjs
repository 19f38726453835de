/** A client of the frames wire that can stop reading. */
import { connect } from 'node:net';

/** @param {unknown} message */
export function frame(message) {
  const payload = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(payload.length);
  return Buffer.concat([head, payload]);
}

/**
 * Authenticates, then writes the messages and never reads again.
 * @param {string} url
 * @param {string} token
 * @param {unknown[]} messages
 * @returns {Promise<import('node:net').Socket>}
 */
export function openUnreadFrames(url, token, messages) {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => resolve(socket));
    socket.on('close', () => resolve(socket));
    socket.write(frame({ jsonrpc: '2.0', id: 'in', method: 'session.authenticate', params: { token } }));
    socket.once('data', () => {
      socket.pause();
      socket.write(Buffer.concat(messages.map(frame)), () => resolve(socket));
    });
  });
}
