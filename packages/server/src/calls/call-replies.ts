import { ERRORS, isObject, META_SERVER, REVISION_2026_07_28, WireError } from '@worldwire/protocol';
import { legible } from '../api/legible.js';
import type { Reply } from '../api/served-world.js';
import type { World } from '../api/world.js';
import type { Environment } from '../policy/environment.js';
import { identity } from '../registry/identity.js';
import type { Call } from './call.js';
import { completed, errorBody, failure, failureKind, type ServerMeta, success } from './reply.js';

/** Encodes the results and errors of handlers as replies of the caller's revision and dialect. */
export class CallReplies {
  readonly #world: string;
  readonly #environment: Environment;
  readonly #serverMeta: ServerMeta;

  constructor({ name, version }: World, environment: Environment) {
    this.#world = name;
    this.#environment = environment;
    const value = { [META_SERVER]: identity({ name, version }, REVISION_2026_07_28) };
    this.#serverMeta = { value, text: JSON.stringify(value) };
  }

  succeeded(call: Call, result: unknown): Reply {
    const reply = this.#encode(call, result);
    const { resultBytes } = this.#environment.limits;
    const unbounded = !call.bounded || reply.text.length <= call.answerBytes || isBinary(result);
    if (unbounded && reply.text.length <= resultBytes) return reply;
    const max = unbounded ? resultBytes : call.answerBytes;
    const more =
      max < resultBytes ? `, or more with maxBytes (up to ${resultBytes}) where it is an argument` : '';
    throw WireError.of('InternalError', `The result is larger than ${max} bytes.`, {
      kind: 'TooLarge',
      hint: `Request a page, a part or a link instead${more}.`,
    });
  }

  failed(call: Call, thrown: unknown): Reply {
    const { request, dialectCall } = call;
    const { log } = this.#environment;
    const where = { world: this.#world, method: legible(request.method, 128) };
    const error = errorBody(thrown, log, where);
    call.failure = failureKind(error);
    if (dialectCall === undefined || !speaksDialect(call, error.code)) return failure(request.id, error);
    try {
      const reply = failure(request.id, dialectCall.error(error));
      const { status } = dialectCall.dialect;
      return status === undefined ? reply : { ...reply, status: status(error) };
    } catch (unspeakable) {
      log.error({ ...where, err: unspeakable }, 'the dialect has no words for this');
      return failure(request.id, error);
    }
  }

  /** The reply to a request whose handler threw. A reply that cannot be encoded becomes a plain error. */
  salvaged(call: Call, thrown: unknown): Reply {
    try {
      const asked = call.inputRequired;
      if (asked !== undefined && !(thrown instanceof WireError)) return this.succeeded(call, asked);
      return this.failed(call, thrown);
    } catch (unwritable) {
      return this.failed(call, unwritable);
    }
  }

  #encode(call: Call, result: unknown): Reply {
    const { id } = call.request;
    const said = call.dialectCall === undefined ? result : call.dialectCall.result(result);
    if (call.revisionOf.era === 'session' || !isObject(said)) return success(id, said);
    return completed(id, said, this.#serverMeta);
  }
}

/** Whether a result has a picture, a sound or another file, whose size does not count as text for a model. */
function isBinary(result: unknown): boolean {
  if (!isObject(result)) return false;
  const blocks = result.content ?? result.contents;
  return Array.isArray(blocks) && blocks.some(hasBytes);
}

function hasBytes(block: unknown): boolean {
  return (
    isObject(block) && (block.data !== undefined || block.blob !== undefined || hasBytes(block.resource))
  );
}

/**
 * Whether an error has the dialect's form: for a method of the dialect, and for an unknown method without a session or a
 * revision, because only clients of the dialect send such requests.
 */
function speaksDialect({ dialectCall, caller, revisionOf }: Call, code: number): boolean {
  if (dialectCall?.own !== undefined) return true;
  const unannounced = caller.session === undefined && revisionOf.era === 'session';
  return unannounced && code === ERRORS.MethodNotFound.code;
}
