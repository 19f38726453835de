import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy that serves a server below a path. */
export class PathProxy {
  readonly #path: string;
  readonly #server: Server;
  /** The address of the server. */
  target = '';

  private constructor(path: string) {
    this.#path = path;
    this.#server = createServer((incoming, response) => this.#forward(incoming, response));
  }

  static async open(path: string): Promise<PathProxy> {
    const proxy = new PathProxy(path);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    onTestFinished(() => {
      proxy.#server.closeAllConnections();
      proxy.#server.close();
    });
    return proxy;
  }

  get base(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.#path}`;
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(this.#path)) {
      response.writeHead(404).end();
      return;
    }
    const { hostname, port } = new URL(this.target);
    const path = `/${url.slice(this.#path.length)}`;
    const outgoing = request({ hostname, port, method, path, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }
}
