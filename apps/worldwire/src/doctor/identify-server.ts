import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { json } from 'node:stream/consumers';
import { codeOf } from '../errors/problem.js';

const TIMEOUT_MS = 2_000;

export type Occupant =
  | { readonly kind: 'free' }
  | {
      readonly kind: 'world';
      readonly name: string;
      readonly version: string;
      /** Whether it requires a token. */
      readonly guarded: boolean;
    }
  /** It requires a token. `refused` when the token that was sent is not valid there. */
  | { readonly kind: 'guarded'; readonly refused: boolean; readonly secure: boolean }
  /** It refuses clients for a while after failed tokens. */
  | { readonly kind: 'throttled' }
  | { readonly kind: 'other' };

/** Identifies the server at an address of this machine. The token is sent only to a server that requires a bearer token. */
export async function identifyServer(url: string, token: string | undefined): Promise<Occupant> {
  const occupant = await ask(url);
  if (occupant.kind !== 'guarded' || token === undefined) return occupant;
  const second = await ask(url, token);
  if (second.kind === 'world') return { ...second, guarded: true };
  return second.kind === 'guarded' ? { ...second, refused: true } : second;
}

async function ask(url: string, token?: string): Promise<Occupant> {
  const secure = url.startsWith('https:');
  const request = secure ? httpsRequest : httpRequest;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const sent = request(url, {
      headers: { accept: 'application/json', ...authorization },
      // A kept connection would delay the end of the program.
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Servers of this machine may have a self-signed certificate.
      rejectUnauthorized: false,
    });
    // Later errors reach the response; without this listener they would end the program.
    sent.on('error', () => {}).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { statusCode, headers } = response;
    if (statusCode === 401 || statusCode === 429) {
      response.destroy();
      if (statusCode === 429) return { kind: 'throttled' };
      const isBearer = /^bearer\b/i.test(headers['www-authenticate'] ?? '');
      return isBearer ? { kind: 'guarded', refused: false, secure } : { kind: 'other' };
    }
    const about = (await json(response)) as { name?: unknown; version?: unknown; protocol?: unknown };
    const { name, version, protocol } = about;
    const ours = typeof protocol === 'string' && protocol.startsWith('Model Context Protocol');
    if (!ours || typeof name !== 'string' || typeof version !== 'string') return { kind: 'other' };
    return { kind: 'world', name, version, guarded: false };
  } catch (thrown) {
    return { kind: codeOf(thrown) === 'ECONNREFUSED' ? 'free' : 'other' };
  }
}
