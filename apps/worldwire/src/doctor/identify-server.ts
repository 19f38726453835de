import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { json } from 'node:stream/consumers';
import { codeOf } from '../errors/problem.js';

const PATIENCE_MS = 2_000;

export type Occupant =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'world';
      readonly name: string;
      readonly version: string;
      /** Whether it wanted a token first. */
      readonly guarded: boolean;
    }
  /** It wants a token: none was given to it, or one that it does not know. */
  | { readonly kind: 'guarded'; readonly refused: boolean; readonly secure: boolean }
  /** Where others guessed before us, a guard does not listen to us for a while. */
  | { readonly kind: 'throttled' }
  | { readonly kind: 'stranger' };

/** What is at an address of this machine. A token is shown only to one that asks for it as our servers do. */
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
    const asking = request(url, {
      headers: { accept: 'application/json', ...authorization },
      // No connection is kept: it would hold up the end of the program.
      agent: false,
      signal: AbortSignal.timeout(PATIENCE_MS),
      // Servers of this machine may have a certificate of their owner's making.
      rejectUnauthorized: false,
    });
    // A failure after the answer began is told by the answer; without a listener it would end the program.
    asking.on('error', () => {}).end();
    const [response] = (await once(asking, 'response')) as [IncomingMessage];
    const { statusCode, headers } = response;
    if (statusCode === 401 || statusCode === 429) {
      response.destroy();
      if (statusCode === 429) return { kind: 'throttled' };
      const isBearer = /^bearer\b/i.test(headers['www-authenticate'] ?? '');
      return isBearer ? { kind: 'guarded', refused: false, secure } : { kind: 'stranger' };
    }
    const about = (await json(response)) as { name?: unknown; version?: unknown; protocol?: unknown };
    const { name, version, protocol } = about;
    const ours = typeof protocol === 'string' && protocol.startsWith('Model Context Protocol');
    if (!ours || typeof name !== 'string' || typeof version !== 'string') return { kind: 'stranger' };
    return { kind: 'world', name, version, guarded: false };
  } catch (thrown) {
    return { kind: codeOf(thrown) === 'ECONNREFUSED' ? 'nobody' : 'stranger' };
  }
}
