import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { ByteBuffer, type JsonParse, parseJson, parseJsonSteps } from '@worldwire/protocol';
import { type Steps, WorldError } from '@worldwire/server';
import type { Allowance, FairTurns, Limits, Memory } from '@worldwire/server/internal';
import { Reservation, UNCOUNTED_MEMBERS, weightOfMembers } from '../bounds/reservation.js';
import type { HttpResponse } from './http-response.js';
import { bodiesFull, Refusal } from './respond.js';
import { onResponseClose } from './response-close.js';

/** A larger body is parsed in a turn of its principal, so that many of them do not delay other requests. */
const LARGE_BYTES = 16 * 1024;

/** The body of a request. `held` counts its bytes if it is not small. */
export interface ArrivedBody {
  readonly bytes: Buffer;
  held: Reservation | undefined;
}

type BodyLimits = Pick<Limits, 'jsonDepth' | 'jsonMembers'>;
type Parsed = JsonParse | 'busy';

/** A reservation that lasts until the response is closed, or longer if a call keeps it. */
export function reserveFor(response: HttpResponse, arriving: Allowance): Reservation {
  const held = new Reservation(arriving, response.principal);
  onResponseClose(response, () => held.release());
  return held;
}

/**
 * Parses a body as JSON within the limits. A large one is parsed in steps, in turns of its principal. "busy" if it does not
 * fit in memory.
 */
export function parseBody(
  body: ArrivedBody,
  response: HttpResponse,
  {
    limits,
    memory,
    turns,
  }: { readonly limits: BodyLimits; readonly memory: Memory; readonly turns: FairTurns },
): Parsed | Promise<Parsed> {
  if (body.bytes.length <= LARGE_BYTES) {
    return counted(body, response, memory.arriving, parseBytes(body.bytes, limits));
  }
  const steps = parseBytesInSteps(body, limits, members => admits(body, response, memory.arriving, members));
  return turns.run(response.principal, steps).catch((thrown: unknown) => {
    // The principal's queue of turns is full.
    if (thrown instanceof WorldError) return 'busy';
    throw thrown;
  });
}

/** Decoding would silently replace invalid bytes, and so change names. */
const NOT_UTF8: JsonParse = { ok: false, reason: 'The body is not valid UTF-8.' };

function parseBytes(bytes: Buffer, { jsonDepth, jsonMembers }: BodyLimits): JsonParse {
  return isUtf8(bytes)
    ? parseJson(bytes.toString('utf8'), { depth: jsonDepth, members: jsonMembers })
    : NOT_UTF8;
}

/** Counts the members before they are built. */
function* parseBytesInSteps(
  { bytes }: ArrivedBody,
  { jsonDepth, jsonMembers }: BodyLimits,
  admits: (members: number) => boolean,
): Steps<Parsed> {
  if (!isUtf8(bytes)) return NOT_UTF8;
  const limits = { depth: jsonDepth, members: jsonMembers, admits };
  const parsed = yield* parseJsonSteps(bytes.toString('utf8'), limits);
  return parsed === 'full' ? 'busy' : parsed;
}

function counted(body: ArrivedBody, response: HttpResponse, arriving: Allowance, parsed: JsonParse): Parsed {
  return !parsed.ok || admits(body, response, arriving, parsed.members) ? parsed : 'busy';
}

/** Counts the members of a body too: short ones take more memory than their text. */
function admits(body: ArrivedBody, response: HttpResponse, arriving: Allowance, members: number): boolean {
  if (members <= UNCOUNTED_MEMBERS) return true;
  body.held ??= reserveFor(response, arriving);
  return body.held.add(weightOfMembers(members));
}

/**
 * Collects a body. Its bytes are counted before they are kept: all by Content-Length, or each chunk as it arrives. `done`
 * gets the body or the refusal, once.
 */
export function collectBody(
  request: IncomingMessage,
  maxBytes: number,
  held: Reservation | undefined,
  done: (body: ArrivedBody | Refusal) => void,
): void {
  const named = request.headers['content-length'];
  if (named !== undefined) {
    if (Number(named) > maxBytes) return done(bodyTooLarge(maxBytes));
    if (held?.add(Number(named)) === false) return done(bodiesFull());
  }
  let first: Buffer | undefined;
  // Not an array: a body in chunks of one byte would take an object for each byte.
  let whole: ByteBuffer | undefined;
  let length = 0;
  const onData = (chunk: Buffer) => {
    length += chunk.length;
    // Node's parser enforces a Content-Length.
    const refusal = named === undefined ? chunkRefusal(length, maxBytes, held, chunk) : undefined;
    if (refusal !== undefined) {
      request.off('data', onData).off('end', onEnd);
      return done(refusal);
    }
    if (first === undefined) {
      first = chunk;
      return;
    }
    const ceiling = named === undefined ? maxBytes : Number(named);
    if (whole === undefined) {
      whole = new ByteBuffer();
      whole.append(first, ceiling);
    }
    whole.append(chunk, ceiling);
  };
  const onEnd = () => {
    done({ bytes: whole === undefined ? (first ?? Buffer.alloc(0)) : asBuffer(whole.take()), held });
  };
  request.on('data', onData);
  request.on('end', onEnd);
}

function chunkRefusal(
  length: number,
  maxBytes: number,
  held: Reservation | undefined,
  chunk: Buffer,
): Refusal | undefined {
  if (length > maxBytes) return bodyTooLarge(maxBytes);
  return held?.add(chunk.length) === false ? bodiesFull() : undefined;
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

export function bodyTooLarge(maxBytes: number): Refusal {
  const message = `The body is larger than ${maxBytes} bytes. Send less at a time, or ask the operator to raise bodyBytes.`;
  return Refusal.of(413, 'InvalidRequest', message, { connection: 'close' });
}
