import { createHmac, timingSafeEqual } from 'node:crypto';
import { type JsonObject, WireError } from '@worldwire/protocol';
import { requestDigest } from '../kit/request-digest.js';
import type { Environment } from '../policy/environment.js';
import type { UsedConfirmations } from './used-confirmations.js';

const NONCE_BYTES = 12;

/** The content of a requestState: the answers so far, and the keys of the open questions. */
export interface Round {
  readonly answers: JsonObject;
  readonly asked: readonly string[];
}

export type RequestStateHost = Pick<Environment, 'secret' | 'now' | 'limits' | 'randomBytes'> & {
  readonly confirmations: UsedConfirmations;
};

/**
 * The `requestState` between a question and the request with its answer. It is signed and valid only for the same
 * principal, the same request, a short time and, for writes, one use. A forged or replayed state is refused.
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
    this.#digest = requestDigest(subject);
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

  /** `once` for writes: a second use of the same state is refused. */
  open(sealed: string, once: boolean): Round {
    const dot = sealed.indexOf('.');
    const body = Buffer.from(sealed.slice(0, dot), 'base64url');
    const signature = Buffer.from(sealed.slice(dot + 1), 'base64url');
    // Base64 decoding ignores stray characters, so the text must equal its own encoding.
    if (`${body.toString('base64url')}.${signature.toString('base64url')}` !== sealed) {
      throw refused('has an invalid signature');
    }
    const expected = this.#sign(body);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
      throw refused('has an invalid signature');
    }
    const state = JSON.parse(body.toString('utf8'));
    if (state.principal !== this.principal || state.digest !== this.#digest)
      throw refused('belongs to another request');
    // After a restart the clock and the used confirmations are others.
    if (state.run !== this.host.confirmations.run) throw refused('was issued before the server restarted');
    if (state.expires < this.host.now()) throw refused('has expired');
    if (once) this.#use(state.nonce);
    return { answers: state.answers, asked: state.asked };
  }

  #use(nonce: string): void {
    const use = this.host.confirmations.use(this.principal, nonce);
    if (use === 'again') throw usedAlready();
    if (use === 'full') {
      throw WireError.of('InternalError', 'You have used too many confirmations recently. Try again later.', {
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

/** A client that lost the reply must not repeat the write, so the error sends it to the outcome. */
function usedAlready(): WireError {
  return WireError.of(
    'InvalidParams',
    'params.requestState was already used: its call was carried out, was refused, or is still running. ' +
      'Check the outcome first. To be asked again, send the request without requestState.',
  );
}
