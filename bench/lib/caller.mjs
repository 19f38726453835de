/** One keep-alive connection with one request in flight. */
import { connect } from 'node:net';

export function startCaller(exchange, { url, nextId, slots }, { answered, failed }) {
  const reader = exchange.reader();
  const request = exchange.template();
  let id = 0;
  let sentAt = 0;
  let inFlight = false;
  let stopped = false;
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
    if (slots) slots.take(send);
    else send();
  }

  function send() {
    inFlight = true;
    if (finished || stopped) return stop();
    id = nextId();
    request.patch(id);
    sentAt = performance.now();
    socket.write(request.bytes);
  }

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
    if (inFlight) slots?.leave();
    inFlight = false;
  }

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
