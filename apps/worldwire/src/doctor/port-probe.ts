import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import { callableHost } from '../callable-host.js';
import { codeOf, reasonOf } from '../problem.js';

const PATIENCE_MS = 2_000;

export type Occupant =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'world'; readonly name: string; readonly version: string }
  | { readonly kind: 'guarded' }
  | { readonly kind: 'stranger' }
  | { readonly kind: 'forbidden'; readonly reason: string };

export interface Asking {
  /** Whether it is asked with TLS first. */
  readonly secure?: boolean;
  readonly token?: string | undefined;
}

/** Finds out who holds a port: by trying to take it, and where that fails, by asking whoever has it. */
export async function probePort(host: string, port: number, asking: Asking = {}): Promise<Occupant> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return { kind: 'nobody' };
  } catch (thrown) {
    if (codeOf(thrown) !== 'EADDRINUSE') return { kind: 'forbidden', reason: reasonOf(thrown) };
    const occupant = await ask(`${callable(host)}:${port}/mcp`, asking);
    // Somebody has it who lets nobody in.
    return occupant.kind === 'nobody' ? { kind: 'stranger' } : occupant;
  }
}

/** A server with TLS may have been started without it before: where https says nothing of use, http may. */
async function ask(place: string, { secure = false, token }: Asking): Promise<Occupant> {
  const occupant = secure ? await probeUrl(`https://${place}`, token) : undefined;
  if (occupant !== undefined && occupant.kind !== 'stranger') return occupant;
  return probeUrl(`http://${place}`, token);
}

/** Asks whoever is at an address of this machine what it is. */
export async function probeUrl(url: string, token?: string): Promise<Occupant> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const asking = request(url, {
      headers: { accept: 'application/json', ...authorization },
      // No connection is kept: it would hold up the end of the program.
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
      // The port is one of this machine and the token is its own, so a certificate of one's own making will do.
      rejectUnauthorized: false,
    });
    // A failure after the answer began is told by the answer; without a listener it would end the program.
    asking.on('error', () => {}).end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    // Where others guessed before us, a guard does not listen to us for a while.
    if (response.statusCode === 401 || response.statusCode === 429) {
      response.destroy();
      return { kind: 'guarded' };
    }
    const about = (await json(response)) as { name?: unknown; version?: unknown; protocol?: unknown };
    const { name, version, protocol } = about;
    const ours = typeof protocol === 'string' && protocol.startsWith('Model Context Protocol');
    if (!ours || typeof name !== 'string' || typeof version !== 'string') return { kind: 'stranger' };
    return { kind: 'world', name, version };
  } catch (thrown) {
    return { kind: codeOf(thrown) === 'ECONNREFUSED' ? 'nobody' : 'stranger' };
  }
}

function callable(host: string): string {
  const name = callableHost(host);
  return name.includes(':') ? `[${name}]` : name;
}
