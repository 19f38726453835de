/** One connection of a client on any wire. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { HttpReader } from './readers.mjs';
import { httpTemplate, ID_FIELD, template } from './requests.mjs';

const SILENT = { message: () => {}, failed: () => {} };

class Lane {
  #output;
  #reader;
  #listener = SILENT;
  #failure;

  constructor(output, reader, close = () => {}) {
    this.#output = output;
    this.#reader = reader;
    this.disconnect = close;
    output.on('error', error => this.#fail(error));
    output.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  receive(buffer, length) {
    try {
      const messages = this.#reader.push(buffer, length);
      // All requests that follow one chunk are sent in one write.
      if (messages.length > 1) this.#output.cork();
      for (const message of messages) this.#listener.message(message, this.#reader);
      if (messages.length > 1) this.#output.uncork();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Takes messages instead of the listener before. A connection that has failed fails again. */
  listen(listener) {
    this.#listener = listener;
    if (this.#failure) listener.failed(this.#failure);
  }

  /** The first message that is wanted. */
  first(wanted) {
    return new Promise((resolve, reject) => {
      this.listen({ message: message => wanted(message) && resolve(message), failed: reject });
    });
  }

  send(bytes) {
    this.#output.write(bytes);
  }

  close() {
    this.#listener = SILENT;
    this.disconnect();
  }

  #fail(error) {
    this.#failure = error;
    this.#listener.failed(error);
  }
}

/** A lane over streams that are open already. Closing it leaves them open. */
export function laneOver(input, output, reader) {
  const lane = new Lane(output, reader);
  input.on('data', chunk => lane.receive(chunk, chunk.length));
  return lane;
}

export async function dial(url, reader) {
  const { hostname: host, port } = new URL(url);
  const callback = (length, buffer) => {
    lane.receive(buffer, length);
    return true;
  };
  // One buffer per connection, reused for every read.
  const onread = { buffer: Buffer.allocUnsafe(1 << 16), callback };
  const socket = connect({ host, port: Number(port), noDelay: true, onread });
  const lane = new Lane(socket, reader, () => socket.destroy());
  await once(socket, 'connect');
  return lane;
}

/** The same HTTP request on each of many connections, with an id for each call, and fields that follow from it. */
export function overHttp(url, request, accepts, { fields = [], kept } = {}) {
  const made = () => httpTemplate(new URL(url), request, ID_FIELD, ...fields);
  return { open: () => dial(url, new HttpReader({ kept })), template: made, accepts };
}

/** A text that is sent as it is, with an id for each call. */
export function overLane(open, bytes, accepts, ...fields) {
  return { open, template: () => template(Buffer.from(bytes), ID_FIELD, ...fields), accepts };
}
