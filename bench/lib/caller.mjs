/** One keep-alive connection with one request in flight. */
import { connect } from 'node:net';

/**
 * @typedef {{ answered: (milliseconds: number) => void, failed: (reason: string) => void }} CallerListener
 *
 * @typedef {object} CallerOptions
 * @property {URL} url
 * @property {() => number} nextId
 * @property {import('./places.mjs').Places} [places] to be taken for each request, where not all may be under way at once
 */

/**
 * @param {import('./exchanges.mjs').Exchange} exchange
 * @param {CallerOptions} options
 * @param {CallerListener} listener
 * @returns {() => Promise<void>} lets the request in flight be answered, and sends no other
 */
export function startCaller(exchange, { url, nextId, places }, { answered, failed }) {
  const reader = exchange.reader();
  const request = exchange.template();
  let id = 0;
  let sentAt = 0;
  let underWay = false;
  let stopped = false;
  /** @type {(() => void) | undefined} */
  let finished;

  const socket = connect({
    host: url.hostname,
    port: Number(url.port),
    noDelay: true,
    // One buffer per connection, reused for every read.
    onread: { buffer: Buffer.allocUnsafe(1 << 16), callback: socketOnData },
  });
  socket.on('connect', call);
  socket.on('error', error => stopWith(`socket: ${error.message}`));
  socket.on('close', () => stopWith('the server closed the connection'));

  function call() {
    if (places) places.take(send);
    else send();
  }

  function send() {
    underWay = true;
    if (finished || stopped) return stop();
    id = nextId();
    request.patch(id);
    sentAt = performance.now();
    socket.write(request.bytes);
  }

  /** @param {number} length @param {any} buffer the Buffer given to onread */
  function socketOnData(length, buffer) {
    if (stopped) return false;
    try {
      const body = reader.pushBytes(buffer, length);
      if (body === undefined) return true;
      if (reader.status === 200 && exchange.accepts(body, id, reader)) answered(performance.now() - sentAt);
      else failed(`status ${reader.status}, body ${body.slice(0, 300)}`);
      leave();
      call();
    } catch (error) {
      stopWith(String(error));
    }
    return true;
  }

  function leave() {
    if (underWay) places?.leave();
    underWay = false;
  }

  /** @param {string} reason */
  function stopWith(reason) {
    if (stopped) return;
    failed(reason);
    stop();
  }

  function stop() {
    stopped = true;
    socket.destroy();
    leave();
    finished?.();
  }

  return () =>
    new Promise(resolve => {
      if (stopped) return resolve();
      finished = resolve;
    });
}
