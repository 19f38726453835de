import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Environment } from './environment.js';

/**
 * What a client carries between two rounds of one request. It is signed, and holds only for the same
 * caller, the same request and a short time; anything else is refused.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class RequestState {
  readonly #digest: string;

  constructor(
    readonly environment: Pick<Environment, 'secret' | 'now' | 'limits'>,
    readonly principal: string,
    method: string,
    params: JsonObject,
  ) {
    const subject = [method, params.name ?? null, params.uri ?? null, params.arguments ?? {}];
    this.#digest = createHash('sha256').update(stable(subject)).digest('base64url');
  }

  seal(answers: JsonObject): string {
    const expires = this.environment.now() + this.environment.limits.requestStateMs;
    const body = Buffer.from(
      JSON.stringify({ answers, digest: this.#digest, expires, principal: this.principal }),
    );
    return `${body.toString('base64url')}.${this.#sign(body).toString('base64url')}`;
  }

  open(sealed: string): JsonObject {
    const dot = sealed.indexOf('.');
    const body = Buffer.from(sealed.slice(0, dot), 'base64url');
    const signature = Buffer.from(sealed.slice(dot + 1), 'base64url');
    // Decoding ignores stray characters, so the text itself must be the one that was signed.
    if (`${body.toString('base64url')}.${signature.toString('base64url')}` !== sealed) {
      throw refused('was changed on the way');
    }
    const expected = this.#sign(body);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
      throw refused('was changed on the way');
    }
    const state = JSON.parse(body.toString('utf8'));
    if (state.principal !== this.principal || state.digest !== this.#digest)
      throw refused('belongs to another request');
    if (state.expires < this.environment.now()) throw refused('has expired');
    return isObject(state.answers) ? state.answers : {};
  }

  #sign(body: Buffer): Buffer {
    return createHmac('sha256', this.environment.secret).update(body).digest();
  }
}

function refused(why: string): WireError {
  return WireError.of('InvalidParams', `params.requestState ${why}. Send the request again without it.`);
}

/** JSON with sorted keys: a client may write its arguments in another order the second time. */
function stable(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map(key => `${JSON.stringify(key)}:${stable(value[key] as JsonValue)}`);
  return `{${members.join(',')}}`;
}
