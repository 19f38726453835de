// Passes requests on to the server and notes the wire that they take: a client that falls back to another wire would pass all other checks.
import { once } from 'node:events';
import { createServer, request as send } from 'node:http';

/** A relay before a server. Its addresses are those of the server with another port. */
export async function startRelay(url) {
  const { hostname, port } = new URL(url);
  const seen = new Set();
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    seen.add(`${method} ${wireOf(path)}`);
    const passed = send({ hostname, port, method, path, headers }, answer => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    /** An address of the server, at the relay. */
    to(address) {
      const relayed = new URL(address);
      relayed.port = String(server.address().port);
      return relayed.href;
    },
    /** The wires that carried messages of the client. */
    wires: () => ['http', 'sse'].filter(wire => seen.has(`POST ${wire}`)),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** On HTTP with SSE the server names the address of messages, with its session in the query. */
function wireOf(path) {
  return new URL(path, 'http://server').searchParams.has('sessionId') ? 'sse' : 'http';
}
