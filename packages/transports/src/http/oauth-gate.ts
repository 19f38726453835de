import type { IncomingMessage } from 'node:http';
import { MissingRight, type Principal } from '@worldwire/server/internal';
import type { OAuthResource } from '../oauth/oauth-resource.js';
import type { ResourceServer } from '../oauth/oauth-resources.js';
import type { HttpResponse } from './http-response.js';
import { sendJson } from './respond.js';

/** Creates the resource server of a listener when its port is known. */
export type CreateResource = (port: number) => ResourceServer;

/** OAuth on a listener: the metadata for clients, and the challenges of refused requests. */
export class OAuthGate {
  #server: ResourceServer | undefined;

  constructor(readonly create: CreateResource) {}

  /** The resource of the path that is asked for. */
  resource(request: IncomingMessage): OAuthResource {
    return this.#serverOf(request).at(routedPath(request));
  }

  /** The resource of the console and of the operator's interface. Undefined while the server starts. */
  operator(request: IncomingMessage): OAuthResource | undefined {
    return this.#serverOf(request).operator();
  }

  /** Answers a request for the metadata of the protected resource. False if it is another request. */
  serveMetadata(request: IncomingMessage, response: HttpResponse): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const metadata = this.#serverOf(request).metadataAt(pathIn(request));
    if (metadata === undefined) return false;
    response.setHeader('cache-control', 'no-store');
    sendJson(response, 200, JSON.stringify(metadata), undefined);
    return true;
  }

  /** Names the scope that a token needs, in the headers of the response. False if the refusal has another reason. */
  challenge(response: HttpResponse, who: Principal, missing: MissingRight | undefined): boolean {
    if (who.origin !== 'oauth' || missing === undefined || response.headersSent) return false;
    const { right, world } = missing;
    const { req: request } = response;
    const challenge = this.resource(request).insufficient(pathIn(request), right, world);
    response.setHeader('www-authenticate', challenge);
    return true;
  }

  /** The port is that of the connection: a Host header would let clients choose it. */
  #serverOf({ socket }: IncomingMessage): ResourceServer {
    this.#server ??= this.create(socket.localPort ?? 0);
    return this.#server;
  }
}

export function pathIn({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

/** The path as the router reads it: an encoded letter in the name of a world leads to the same world. */
function routedPath(request: IncomingMessage): string {
  const path = pathIn(request);
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A refusal that another scope would lift. */
export function missingRight(refusal: unknown): MissingRight | undefined {
  return refusal instanceof MissingRight ? refusal : undefined;
}
