import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Environment } from '../policy/environment.js';
import type { UsedConfirmations } from './used-confirmations.js';

const NONCE_BYTES = 12;

/** What one round leaves to the next: the answers so far, and the keys of the questions still open. */
export interface Round {
  readonly answers: JsonObject;
  readonly asked: readonly string[];
}

export type RequestStateHost = Pick<Environment, 'secret' | 'now' | 'limits' | 'randomBytes'> & {
  readonly confirmations: UsedConfirmations;
};

/**
 * What a client carries between two rounds of one request. It is signed, and holds only for the same
 * caller, the same request, a short time and, where it must not be done twice, one use; anything else is refused.
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 */
export class RequestState {
  readonly #digest: string;

  constructor(
    readonly host: RequestStateHost,
    readonly principal: string,
    method: string,
    params: JsonObject,
  ) {
    const subject = [method, params.name ?? null, params.uri ?? null, params.arguments ?? {}];
    this.#digest = createHash('sha256').update(stable(subject)).digest('base64url');
  }

  seal(round: Round): string {
    const { now, limits, randomBytes, confirmations } = this.host;
    const nonce = Buffer.from(randomBytes(NONCE_BYTES)).toString('base64url');
    const expires = now() + limits.requestStateMs;
    const body = Buffer.from(
      JSON.stringify({
        ...round,
        digest: this.#digest,
        expires,
        nonce,
        principal: this.principal,
        run: confirmations.run,
      }),
    );
    return `${body.toString('base64url')}.${this.#sign(body).toString('base64url')}`;
  }

  /** `once` for a state that is used up by this. */
  open(sealed: string, once: boolean): Round {
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
    // Another run has another monotonic clock, and does not know which states were used.
    if (state.run !== this.host.confirmations.run) throw refused('is from before the server was started');
    if (state.expires < this.host.now()) throw refused('has expired');
    if (once) this.#use(state.nonce);
    return { answers: state.answers, asked: state.asked };
  }

  #use(nonce: string): void {
    const use = this.host.confirmations.use(this.principal, nonce);
    if (use === 'again') throw usedAlready();
    if (use === 'full') {
      throw WireError.of('InternalError', 'You have answered too many questions lately. Try again later.', {
        kind: 'Busy',
      });
    }
  }

  #sign(body: Buffer): Buffer {
    return createHmac('sha256', this.host.secret).update(body).digest();
  }
}

function refused(why: string): WireError {
  return WireError.of('InvalidParams', `params.requestState ${why}. Send the request again without it.`);
}

/** Whether it was done only its outcome says, and the one who lost that answer must not be sent to do it again. */
function usedAlready(): WireError {
  return WireError.of(
    'InvalidParams',
    'params.requestState was used already: the call that came with it was carried out, refused, or is under way. ' +
      'Look at what came of it. To be asked again, send the request without requestState.',
  );
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
